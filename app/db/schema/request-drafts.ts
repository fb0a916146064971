import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "../columns";
import { users } from "./users";

/**
 * Requests that visitors have filled in but not sent (B28): kept for 48 hours while they sign in or sign up. A cookie
 * holds the id alone; a registration carries it to another browser.
 */
export const requestDrafts = sqliteTable(
  "request_drafts",
  {
    id: id(),
    plumberId: text()
      .notNull()
      .references(() => users.id),
    startsAt: instant(),
    serviceType: text(),
    suburb: text(),
    street: text(),
    pin: text(),
    notes: text(),
    /** A question to the plumber that waits for its writer to sign in (C16). */
    question: text(),
    expiresAt: instant().notNull(),
  },
  (drafts) => [index("request_drafts_by_expiry").on(drafts.expiresAt)],
);
