import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { figure, hasKnownWord, id, instant } from "../columns";
import { users } from "./users";

const ofUser = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** The app on a user's phone that shows a new code every 30 seconds (A21). */
export const authenticatorApps = sqliteTable("authenticator_apps", {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Encrypted (`factor-secrets.server.ts`); null until a first code has shown that the app has it. */
  secret: text(),
  confirmedAt: instant(),
  /** The step of the last code that was taken: none of it, or of an earlier one, counts again. */
  lastStep: figure(),
  /** Of the app that is being set up, encrypted too; null: none is. */
  pendingSecret: text(),
  pendingUntil: instant(),
  /** The hash of the session that is setting it up: no other is shown the secret. */
  pendingSession: text(),
});

/** Codes for when app and passkeys are lost: each is deleted when it is used (A21). */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    userId: ofUser(),
    codeHash: text().notNull(),
  },
  (codes) => [primaryKey({ columns: [codes.userId, codes.codeHash] })],
);

export const passkeys = sqliteTable(
  "passkeys",
  {
    id: id(),
    userId: ofUser(),
    /** As the browser names it: base64url. */
    credentialId: text().notNull().unique(),
    /** SPKI in base64url. */
    publicKey: text().notNull(),
    /** COSE: -7 is ES256, -257 is RS256. */
    algorithm: integer().notNull(),
    name: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (passkeys) => [index("passkeys_by_user").on(passkeys.userId, passkeys.createdAt)],
);

/** What a passkey has to sign: given to one page, and deleted when it comes back signed (A21). */
export const passkeyChallenges = sqliteTable(
  "passkey_challenges",
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: ["create", "use"] }).notNull(),
    /** Null: for whoever signs in by a passkey alone. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
  },
  (challenges) => [
    hasKnownWord("passkey_challenges_purpose", challenges.purpose),
    index("passkey_challenges_by_expiry").on(challenges.expiresAt),
    index("passkey_challenges_by_user")
      .on(challenges.userId)
      .where(sql`user_id is not null`),
  ],
);

/** Someone who has given the right password, but not yet the second factor (A22): no session, and no step towards one. */
export const pendingSignIns = sqliteTable(
  "pending_sign_ins",
  {
    /** SHA-256 of the token in the cookie. */
    tokenHash: text().primaryKey(),
    userId: ofUser(),
    /** The account's when it was checked: with another one this is over. */
    passwordHash: text().notNull(),
    attempts: figure(),
    expiresAt: instant().notNull(),
  },
  (pending) => [
    index("pending_sign_ins_by_user").on(pending.userId),
    index("pending_sign_ins_by_expiry").on(pending.expiresAt),
  ],
);

/** An admin takes the second factor from someone who has lost it, after a wait (A25). */
export const secondFactorResets = sqliteTable(
  "second_factor_resets",
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    startedBy: text()
      .notNull()
      .references(() => users.id),
    startedAt: instant().notNull(),
    dueAt: instant().notNull(),
  },
  (resets) => [index("second_factor_resets_by_due").on(resets.dueAt)],
);
