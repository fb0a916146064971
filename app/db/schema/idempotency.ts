import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../columns";

/** Requests of API clients that carry an Idempotency-Key, with the answer that each got (`values/idempotency.server.ts`). */
export const idempotentRequests = sqliteTable(
  "idempotent_requests",
  {
    /** Made of whose request it is and of the key; neither can be read from it. */
    requestId: text().primaryKey(),
    /** Tells whether the same was asked. */
    contentHash: text().notNull(),
    /** Who works on it, and until when nobody else may. */
    claimId: text().notNull(),
    claimedUntil: instant().notNull(),
    /** The answer, sealed with the client's own key; null while it is worked on. */
    answer: text(),
    createdAt: instant().notNull(),
  },
  (requests) => [index("idempotent_requests_by_age").on(requests.createdAt)],
);
