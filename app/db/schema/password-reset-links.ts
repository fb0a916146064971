import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../columns";
import { users } from "./users";

/** Emailed links that set a new password, once (A8). A used one is kept until it expires. */
export const passwordResetLinks = sqliteTable(
  "password_reset_links",
  {
    /** SHA-256 of the token. */
    tokenHash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (links) => [
    index("password_reset_links_by_user").on(links.userId),
    index("password_reset_links_by_expiry").on(links.expiresAt),
  ],
);
