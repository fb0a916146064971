import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, text, uniqueIndex, type AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { mapProfileTexts, PROFILE_TEXT_NAMES } from "../profile-texts";
import {
  belongsTo,
  cents,
  figure,
  id,
  instant,
  partialIndex,
  phoneEnd,
  references,
  searchNames,
  table,
} from "../columns";

export const users = table(
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
    phoneEnd: phoneEnd(),
    /** When the office corrected a caller's phone (B34); null: never, or someone was reached there since. */
    phoneCorrectedAt: instant(),
    /** "none" while there is no email, "merged" or "erased" once the account is. */
    passwordHash: text().notNull(),
    photoKey: text(),
    addressLine1: text(),
    addressLine2: text(),
    emailVerifiedAt: instant(),
    /** When a caller made the account that our office had made their own (B29). */
    claimedAt: instant(),
    termsVersion: text(),
    suspendedAt: instant(),
    /** When everything that gave access last ended (A12): browsers remembered before are strangers. Null: never. */
    accessEndedAt: instant(),
    /** The account that this one was merged into (O28): its id stays in the log, and leads there. */
    mergedInto: text().references((): AnySQLiteColumn => users.id),
    suspendedReason: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Quiet hours in minutes of the day in Harare (N12); both null: none. */
    quietFrom: integer().default(21 * 60),
    quietUntil: integer().default(6 * 60 + 30),
    unreadMessages: figure(),
  },
  (t) => [
    uniqueIndex("users_email").on(t.email),
    // The office searches by the beginning of a name, first or last, or of a phone (O4).
    index("users_by_name").on(t.role, t.searchName, t.id),
    index("users_by_last_name").on(t.role, t.searchLastName, t.id),
    partialIndex("users_by_phone", sql`phone is not null`, t.phone),
    partialIndex("users_by_phone_end", sql`phone is not null`, t.phoneEnd),
    index("users_by_creation").on(t.createdAt, t.id),
    index("users_by_role_and_creation").on(t.role, t.createdAt, t.id),
    partialIndex("users_suspended", sql`suspended_at is not null`, t.suspendedAt, t.id),
    partialIndex("users_suspended_plumbers", sql`suspended_at is not null and role = 'plumber'`, t.id),
    partialIndex("users_merged", sql`merged_into is not null`, t.mergedInto),
    check("users_merged", sql`(merged_into is null) or email is null or password_hash = 'erased'`),
    check("users_email", sql`email is not null or (role = 'client' and email_verified_at is null)`),
  ],
);

/** Emailed links by which a caller makes the account their own (B29): only the token's hash is kept. */
export const claimLinks = table(
  "claim_links",
  {
    tokenHash: text().primaryKey(),
    userId: belongsTo(() => users.id),
    email: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [index("claim_links_by_user").on(t.userId), index("claim_links_by_expiry").on(t.expiresAt)],
);

/** Consents that clients without an email gave on the phone: to text messages about their bookings (B29). */
export const consents = table(
  "consents",
  {
    id: id(),
    userId: belongsTo(() => users.id),
    words: text().notNull(),
    adminId: references(() => users.id),
    at: instant().notNull(),
  },
  (t) => [index("consents_by_user").on(t.userId, t.at)],
);

/** Acceptances of the terms (A20). They outlive an erased account: they name no one. */
export const termsAcceptances = table(
  "terms_acceptances",
  { userId: references(() => users.id), version: text().notNull(), acceptedAt: instant().notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.version] })],
);

/** Sign-ups whose email isn't verified yet. The first one verified with its password becomes the account (A4, A6). */
export const registrations = table(
  "registrations",
  {
    id: id(),
    email: text().notNull(),
    role: text({ enum: ["client", "plumber"] }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    ...searchNames(),
    phone: text(),
    phoneEnd: phoneEnd(),
    /** All registrations of an email share a salt with each other and the account: one scrypt checks them all (A6). */
    passwordHash: text().notNull(),
    photoKey: text(),
    addressLine1: text(),
    addressLine2: text(),
    sortName: text(),
    ...mapProfileTexts(() => text()),
    feeCents: cents(),
    city: text(),
    cityKey: text(),
    /** The terms they accepted when they signed up (A20); null: a program did, which has no checkbox (X2). */
    termsVersion: text(),
    draftId: text(),
    createdAt: instant().notNull(),
  },
  (t) => [
    // Verification copies these into a profile, which takes no nulls.
    check(
      "registrations_profile",
      sql`role = 'client' or (sort_name is not null and ${sql.raw(PROFILE_TEXT_NAMES.map((name) => `${name} is not null`).join(" and "))}
        and fee_cents is not null and city is not null and city_key is not null)`,
    ),
    index("registrations_by_email").on(t.email, t.createdAt),
    index("registrations_by_age").on(t.createdAt, t.id),
    index("registrations_by_name").on(t.searchName),
    index("registrations_by_last_name").on(t.searchLastName),
    partialIndex("registrations_by_phone", sql`phone is not null`, t.phone),
    partialIndex("registrations_by_phone_end", sql`phone is not null`, t.phoneEnd),
  ],
);

/** Emailed links, any of which verifies every registration of an email. Used ones say so until they expire (A5). */
export const verificationLinks = table(
  "verification_links",
  {
    tokenHash: text().primaryKey(),
    email: text().notNull(),
    /** The registration that the email was sent for, which is also the id of its account. */
    registrationId: text().notNull(),
    redirectTo: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [index("verification_links_by_email").on(t.email), index("verification_links_by_expiry").on(t.expiresAt)],
);
