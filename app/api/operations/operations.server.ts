import type { Operation } from "../operation";
import { accountOperations } from "./account-operations.server";
import { bookingOperations } from "./booking-operations.server";
import { contactOperations, messageOperations, socketOperations, userOperations } from "./message-operations.server";
import { moneyOperations } from "./money-operations.server";
import { noticeOperations } from "./notice-operations.server";
import { plumberOperations, reviewOperations } from "./plumber-operations.server";
import { programOperations } from "./program-operations.server";

/** The subjects of the calls with their operations, in the order of the reference. */
export const TOPICS = {
  Accounts: ["Signing up and in, and your own account.", { ...accountOperations, ...noticeOperations }],
  People: ["Plumbers as everybody may see them, and whom you may write to.", userOperations],
  Bookings: ["From the request to the report.", bookingOperations],
  Money: ["Quotes, payments between the two sides, and receipts.", moneyOperations],
  Reviews: ["What clients say about finished jobs, and what plumbers answer.", reviewOperations],
  Messages: ["Conversations between two people.", messageOperations],
  Plumbers: ["What plumbers arrange for themselves: hours, calendar, figures.", plumberOperations],
  Sockets: ["Updates as they happen.", socketOperations],
  Programs: ["Ways in for your programs, and addresses of theirs that we post to.", programOperations],
  Contact: ["Our office, without an account.", contactOperations],
} as const satisfies Record<string, [about: string, operations: Record<string, Omit<Operation, "id" | "topic">>]>;
export type Topic = keyof typeof TOPICS;

/** Every call of the API (X1, X2), in the order of the reference. */
export const OPERATIONS: readonly Operation[] = Object.entries(TOPICS).flatMap(([topic, [, operations]]) =>
  Object.entries(operations).map(([id, definition]) => ({ id, topic, ...definition })),
);

/** The paths of an operation, its alias last. */
export const pathsOf = ({ path, alias }: Pick<Operation, "path" | "alias">): string[] =>
  alias ? [path, alias] : [path];
