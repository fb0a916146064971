import { z } from "zod";
import { optionalLine } from "../values/text-fields";
import type { AccountAction } from "./user-summary";

const asked = { reason: optionalLine(300) };

/** What is asked before an account action: a reason where one may be given, a tick where it cannot be undone. */
export const accountActionForm = (action: AccountAction) =>
  action === "erase"
    ? z.object({ ...asked, sure: z.literal("on", "Please tick the box to erase the account.") })
    : z.object(asked);
