import type { Reason } from "~/content/services";
import fee from "./reason-fee.svg?raw";
import contact from "./reason-contact.svg?raw";
import review from "./reason-review.svg?raw";
import time from "./reason-time.svg?raw";

export const REASON_ILLUSTRATIONS: Record<Reason["illustration"], string> = {
  "reason-fee": fee,
  "reason-time": time,
  "reason-review": review,
  "reason-contact": contact,
};
