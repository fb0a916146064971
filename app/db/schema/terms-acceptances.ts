import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../columns";
import { users } from "./users";

/** Who accepted which version of the terms, and when (A20). It outlives an erased account: it names nobody. */
export const termsAcceptances = sqliteTable(
  "terms_acceptances",
  {
    userId: text()
      .notNull()
      .references(() => users.id),
    /** The day of the version: YYYY-MM-DD. */
    version: text().notNull(),
    acceptedAt: instant().notNull(),
  },
  (acceptances) => [primaryKey({ columns: [acceptances.userId, acceptances.version] })],
);
