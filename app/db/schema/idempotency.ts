import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../columns";

/** Calls of the API that carry an Idempotency-Key, each with its response, for 24 hours (X6). */
export const idempotentRequests = sqliteTable(
  "idempotent_requests",
  {
    /** SHA-256 of whose call it is and its key. */
    requestId: text().primaryKey(),
    /** Tells whether the same was asked: an HMAC, because a body may hold a password. */
    contentHash: text().notNull(),
    /** Whose it is; null without a token. Erasing the user deletes it. */
    userId: text(),
    /** Who is working on it, and until when nobody else may. */
    claimId: text().notNull(),
    claimedUntil: instant().notNull(),
    /** Null while the first request is still running. */
    finishedAt: instant(),
    /** The response as JSON; null when it may not be kept. */
    answer: text(),
    createdAt: instant().notNull(),
  },
  (requests) => [
    index("idempotent_requests_by_age").on(requests.createdAt),
    index("idempotent_requests_by_user")
      .on(requests.userId)
      .where(sql`user_id is not null`),
  ],
);
