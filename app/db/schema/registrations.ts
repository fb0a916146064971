import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cents, id, instant } from "../columns";

/**
 * Who has signed up and not shown yet that the email is theirs: no account yet. Several may stand side by side for one
 * email; the one whose link is opened with its password becomes the account, under the same id (A4, A6).
 */
export const registrations = sqliteTable(
  "registrations",
  {
    id: id(),
    email: text().notNull(),
    role: text({ enum: ["client", "plumber"] }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phone: text(),
    /** Salted like every other registration and the account of the email: one scrypt checks them all. */
    passwordHash: text().notNull(),
    photoKey: text(),
    addressLine1: text(),
    addressLine2: text(),
    /** What a plumber's profile will hold; null for clients. */
    sortName: text(),
    speciality: text(),
    experience: text(),
    about: text(),
    feeCents: cents(),
    city: text(),
    cityKey: text(),
    createdAt: instant().notNull(),
  },
  (registrations) => [
    check("registrations_role", sql`${registrations.role} in ('client', 'plumber')`),
    index("registrations_by_email").on(registrations.email, registrations.createdAt),
    index("registrations_by_age").on(registrations.createdAt, registrations.id),
    // The office finds them as it finds people.
    index("registrations_by_name").on(sql`lower(first_name || ' ' || last_name)`),
    index("registrations_by_last_name").on(sql`lower(last_name || ' ' || first_name)`),
    index("registrations_by_phone")
      .on(registrations.phone)
      .where(sql`phone is not null`),
  ],
);

/** Mailed links that verify an email: any of them serves every registration of that email. Kept until they expire, so that one opened again can say so. */
export const verificationLinks = sqliteTable(
  "verification_links",
  {
    /** SHA-256 of the token. */
    tokenHash: text().primaryKey(),
    email: text().notNull(),
    /** Which registration the mail was sent for: also the id of the account that it becomes. */
    registrationId: text().notNull(),
    /** Where the user was going when the mail was asked for. */
    redirectTo: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (links) => [
    index("verification_links_by_email").on(links.email),
    index("verification_links_by_expiry").on(links.expiresAt),
  ],
);
