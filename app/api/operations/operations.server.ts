import { accountOperations } from "./account-operations.server";
import { bookingOperations } from "./booking-operations.server";
import { jobOperations } from "./job-operations.server";
import { contactOperations } from "./contact-operations.server";
import { messageOperations } from "./message-operations.server";
import { moneyOperations } from "./money-operations.server";
import { noticeOperations } from "./notice-operations.server";
import type { Operation } from "../operation";
import { onlinePaymentOperations } from "./online-payment-operations.server";
import { ownAccountOperations } from "./own-account-operations.server";
import { passwordOperations } from "./password-operations.server";
import { programOperations } from "./program-operations.server";
import { userOperations } from "./user-operations.server";
import { phoneOperations } from "./phone-operations.server";
import { plumberOperations } from "./plumber-operations.server";
import { rescheduleOperations } from "./reschedule-operations.server";
import { reviewOperations } from "./review-operations.server";
import { socketOperations } from "./socket-operations.server";

/** Every call of the API (X1, X2), in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [
  ...accountOperations,
  ...passwordOperations,
  ...ownAccountOperations,
  ...noticeOperations,
  ...phoneOperations,
  ...userOperations,
  ...bookingOperations,
  ...rescheduleOperations,
  ...jobOperations,
  ...moneyOperations,
  ...onlinePaymentOperations,
  ...reviewOperations,
  ...messageOperations,
  ...plumberOperations,
  ...socketOperations,
  ...programOperations,
  ...contactOperations,
];

/** The paths of an operation, its alias last. */
export const pathsOf = ({ path, alias }: Operation): string[] => (alias ? [path, alias] : [path]);
