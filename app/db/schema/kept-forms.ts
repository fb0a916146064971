import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "../columns";

/**
 * Forms that were sent after their session had ended (F7): kept for an hour while their writer signs in again. A cookie
 * holds the id alone.
 */
export const keptForms = sqliteTable(
  "kept_forms",
  {
    id: id(),
    /** The page that the form is on. */
    path: text().notNull(),
    /** The browser's device token: it tells whether the same person has signed in. */
    deviceToken: text().notNull(),
    /** The fields as JSON, without secrets and files. */
    answers: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (forms) => [index("kept_forms_by_expiry").on(forms.expiresAt)],
);
