import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex, type AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { figure, hasKnownWord, id, instant, searchNames } from "../columns";

export const users = sqliteTable(
  "users",
  {
    id: id(),
    /** Null: the office made the account for a caller, who cannot sign in until they have claimed it (B29). */
    email: text(),
    role: text({ enum: ["client", "plumber", "admin"] }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    ...searchNames(),
    phone: text(),
    /** "none" while there is no email, "merged" or "erased" once the account is. */
    passwordHash: text().notNull(),
    photoKey: text(),
    addressLine1: text(),
    addressLine2: text(),
    emailVerifiedAt: instant(),
    /** The terms they accepted last (A20); null: none yet. */
    termsVersion: text(),
    suspendedAt: instant(),
    /** When everything that gave access last ended (A12): browsers remembered before are strangers. Null: never. */
    accessEndedAt: instant(),
    /** The account that this one was merged into (O28): its id stays in the log, and leads there. */
    mergedInto: text().references((): AnySQLiteColumn => users.id),
    /** Only the office reads why. */
    suspendedReason: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Quiet hours in minutes of the day in Harare (N12); both null: none. */
    quietFrom: integer().default(21 * 60),
    quietUntil: integer().default(6 * 60 + 30),
    /** Unread messages in all conversations (C6). */
    unreadMessages: figure(),
  },
  (users) => [
    uniqueIndex("users_email").on(users.email),
    // The office searches by the beginning of a name, first or last, or of a phone (O4).
    index("users_by_name").on(users.role, users.searchName, users.id),
    index("users_by_last_name").on(users.role, users.searchLastName, users.id),
    index("users_by_phone")
      .on(users.phone)
      .where(sql`phone is not null`),
    index("users_by_creation").on(users.createdAt, users.id),
    index("users_by_role_and_creation").on(users.role, users.createdAt, users.id),
    index("users_suspended")
      .on(users.suspendedAt, users.id)
      .where(sql`suspended_at is not null`),
    index("users_suspended_plumbers")
      .on(users.id)
      .where(sql`suspended_at is not null and role = 'plumber'`),
    index("users_merged")
      .on(users.mergedInto)
      .where(sql`merged_into is not null`),
    hasKnownWord("users_role", users.role),
    check("users_merged", sql`(merged_into is null) or email is null or password_hash = 'erased'`),
    check("users_email", sql`email is not null or (role = 'client' and email_verified_at is null)`),
  ],
);

/** Emailed links by which a caller makes the account their own (B29): only the token's hash is kept. */
export const claimLinks = sqliteTable(
  "claim_links",
  {
    tokenHash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (links) => [index("claim_links_by_user").on(links.userId), index("claim_links_by_expiry").on(links.expiresAt)],
);

/** What a client without an email has agreed to on the phone: text messages about their bookings (B29). */
export const consents = sqliteTable(
  "consents",
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    words: text().notNull(),
    /** The admin who heard it. */
    adminId: text()
      .notNull()
      .references(() => users.id),
    at: instant().notNull(),
  },
  (consents) => [index("consents_by_user").on(consents.userId, consents.at)],
);
