import { accountOperations } from "./account-operations.server";
import { bookingOperations } from "./booking-operations.server";
import { contactOperations } from "./contact-operations.server";
import { messageOperations } from "./message-operations.server";
import type { Operation } from "./operation";
import { peopleOperations } from "./people-operations.server";
import { reviewOperations } from "./review-operations.server";
import { socketOperations } from "./socket-operations.server";

/** Every call of the API (spec 7), in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [
  ...accountOperations,
  ...peopleOperations,
  ...bookingOperations,
  ...reviewOperations,
  ...messageOperations,
  ...socketOperations,
  ...contactOperations,
];

export const pathsOf = ({ path, alias }: Operation): string[] => (alias ? [path, alias] : [path]);
