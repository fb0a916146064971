import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { figure, hasKnownWord, id, instant } from "../columns";

export const users = sqliteTable(
  "users",
  {
    id: id(),
    email: text().notNull(),
    role: text({ enum: ["client", "plumber", "admin"] }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phone: text(),
    passwordHash: text().notNull(),
    photoKey: text(),
    addressLine1: text(),
    addressLine2: text(),
    emailVerifiedAt: instant(),
    suspendedAt: instant(),
    /** Only the office reads why. */
    suspendedReason: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Unread messages in all conversations (C6). */
    unreadMessages: figure(),
  },
  (users) => [
    uniqueIndex("users_email").on(users.email),
    // The office searches by the beginning of a name, first or last, or of a phone (O4).
    index("users_by_name").on(users.role, sql`lower(first_name || ' ' || last_name)`, users.id),
    index("users_by_last_name").on(users.role, sql`lower(last_name || ' ' || first_name)`, users.id),
    index("users_by_phone")
      .on(users.phone)
      .where(sql`phone is not null`),
    index("users_by_creation").on(users.createdAt, users.id),
    index("users_by_role_and_creation").on(users.role, users.createdAt, users.id),
    index("users_suspended")
      .on(users.suspendedAt, users.id)
      .where(sql`suspended_at is not null`),
    hasKnownWord("users_role", users.role),
  ],
);
