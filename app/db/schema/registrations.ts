import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ofProfileTexts, PROFILE_TEXT_NAMES } from "../profile-texts";
import { cents, hasKnownWord, id, instant, searchNames } from "../columns";

/**
 * Sign-ups whose email is not verified yet: no accounts. One email may have several; the first whose link is opened
 * with its password becomes the account, under the same id (A4, A6).
 */
export const registrations = sqliteTable(
  "registrations",
  {
    id: id(),
    email: text().notNull(),
    role: text({ enum: ["client", "plumber"] }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    ...searchNames(),
    phone: text(),
    /** All registrations of an email share a salt with each other and the account: one scrypt checks them all (A6). */
    passwordHash: text().notNull(),
    photoKey: text(),
    addressLine1: text(),
    addressLine2: text(),
    /** The plumber's profile to be; null for clients. */
    sortName: text(),
    ...ofProfileTexts(() => text()),
    feeCents: cents(),
    city: text(),
    cityKey: text(),
    /** The terms they accepted when they signed up (A20); null: a program did, which has no checkbox (X2). */
    termsVersion: text(),
    /** The request that they had filled in (B28). */
    draftId: text(),
    createdAt: instant().notNull(),
  },
  (registrations) => [
    hasKnownWord("registrations_role", registrations.role),
    // Verification copies these into a profile, which takes no nulls.
    check(
      "registrations_profile",
      sql`role = 'client' or (sort_name is not null and ${sql.raw(PROFILE_TEXT_NAMES.map((name) => `${name} is not null`).join(" and "))}
        and fee_cents is not null and city is not null and city_key is not null)`,
    ),
    index("registrations_by_email").on(registrations.email, registrations.createdAt),
    index("registrations_by_age").on(registrations.createdAt, registrations.id),
    // The office searches them as it searches users (O4).
    index("registrations_by_name").on(registrations.searchName),
    index("registrations_by_last_name").on(registrations.searchLastName),
    index("registrations_by_phone")
      .on(registrations.phone)
      .where(sql`phone is not null`),
  ],
);

/**
 * Emailed links that verify an email: any of them serves every registration of that email. They are kept until they
 * expire, so that one opened again can say that the email is verified (A5).
 */
export const verificationLinks = sqliteTable(
  "verification_links",
  {
    /** SHA-256 of the token. */
    tokenHash: text().primaryKey(),
    email: text().notNull(),
    /** The registration that the email was sent for, which is also the id of its account. */
    registrationId: text().notNull(),
    /** The page the user was on the way to. */
    redirectTo: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (links) => [
    index("verification_links_by_email").on(links.email),
    index("verification_links_by_expiry").on(links.expiresAt),
  ],
);
