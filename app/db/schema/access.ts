import { sql } from "drizzle-orm";
import { index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { belongsTo, figure, id, instant, partialIndex, references, table } from "../columns";
import { users } from "./users";

export const sessions = table(
  "sessions",
  {
    /** SHA-256 of the token; only its owner has the token itself (A11). */
    tokenHash: text().primaryKey(),
    userId: belongsTo(() => users.id),
    role: text({ enum: ["client", "plumber", "admin"] }).notNull(),
    createdAt: instant().notNull(),
    refreshedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When a second factor was last given in this session, or, by someone without one, the password (A24). */
    steppedUpAt: instant(),
    device: text(),
  },
  (t) => [index("sessions_by_user").on(t.userId), index("sessions_by_expiry").on(t.expiresAt)],
);

/** A ticket opens one socket of an API client, once, within 30 seconds (C9). */
export const socketTickets = table(
  "socket_tickets",
  { ticketHash: text().primaryKey(), sessionHash: belongsTo(() => sessions.tokenHash), expiresAt: instant().notNull() },
  (t) => [index("socket_tickets_by_expiry").on(t.expiresAt), index("socket_tickets_by_session").on(t.sessionHash)],
);

/** The app on a user's phone that shows a new code every 30 seconds (A21). */
export const authenticatorApps = table("authenticator_apps", {
  userId: id().references(() => users.id, { onDelete: "cascade" }),
  /** Encrypted (`second-factor/totp.ts`); null until a first code has shown that the app has it. */
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
export const recoveryCodes = table(
  "recovery_codes",
  { userId: belongsTo(() => users.id), codeHash: text().notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

export const passkeys = table(
  "passkeys",
  {
    id: id(),
    userId: belongsTo(() => users.id),
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
  (t) => [index("passkeys_by_user").on(t.userId, t.createdAt)],
);

/** Challenges for a passkey to sign: given to one page, and deleted when they come back signed (A21). */
export const passkeyChallenges = table(
  "passkey_challenges",
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: ["create", "use"] }).notNull(),
    /** Null for a sign-in by a passkey alone. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index("passkey_challenges_by_expiry").on(t.expiresAt),
    partialIndex("passkey_challenges_by_user", sql`user_id is not null`, t.userId),
  ],
);

/** Someone who has given the right password, but not yet the second factor (A22): no session, and no step towards one. */
export const pendingSignIns = table(
  "pending_sign_ins",
  {
    tokenHash: text().primaryKey(),
    userId: belongsTo(() => users.id),
    /** The account's when it was checked: with another one this is over. */
    passwordHash: text().notNull(),
    attempts: figure(),
    expiresAt: instant().notNull(),
  },
  (t) => [index("pending_sign_ins_by_user").on(t.userId), index("pending_sign_ins_by_expiry").on(t.expiresAt)],
);

/** An admin takes the second factor from someone who has lost it, after a wait (A25). */
export const secondFactorResets = table(
  "second_factor_resets",
  {
    userId: id().references(() => users.id, { onDelete: "cascade" }),
    startedBy: references(() => users.id),
    startedAt: instant().notNull(),
    dueAt: instant().notNull(),
  },
  (t) => [index("second_factor_resets_by_due").on(t.dueAt)],
);

/** Emailed links that set a new password, once (A8). A used one is kept until it expires. */
export const passwordResetLinks = table(
  "password_reset_links",
  {
    tokenHash: text().primaryKey(),
    userId: belongsTo(() => users.id),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [index("password_reset_links_by_user").on(t.userId), index("password_reset_links_by_expiry").on(t.expiresAt)],
);

/** Forms that a page's script has sent and whose work is done: sent again, they do nothing (C12). Kept for a day. */
export const sentForms = table("sent_forms", { id: id(), expiresAt: instant().notNull() }, (t) => [
  index("sent_forms_by_expiry").on(t.expiresAt),
]);

/** Forms sent after their session had ended (F7), kept for an hour for their writer. A cookie holds the id alone. */
export const keptForms = table(
  "kept_forms",
  {
    id: id(),
    path: text().notNull(),
    /** The browser's device token: it tells whether the same person has signed in. */
    deviceToken: text().notNull(),
    /** The fields as JSON, without secrets and files. */
    answers: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [index("kept_forms_by_expiry").on(t.expiresAt)],
);

/** Calls of the API that carry an Idempotency-Key, each with its response, for 24 hours (X6). */
export const idempotentRequests = table(
  "idempotent_requests",
  {
    /** SHA-256 of whose call it is and its key. */
    requestId: text().primaryKey(),
    /** Tells whether the same was asked: an HMAC, because a body may hold a password. */
    contentHash: text().notNull(),
    /** The owner; null without a token. Erasing the user deletes it. */
    userId: text(),
    claimId: text().notNull(),
    claimedUntil: instant().notNull(),
    finishedAt: instant(),
    /** The response as JSON, without secrets and phones; null until then. */
    answer: text(),
    createdAt: instant().notNull(),
  },
  (t) => [
    index("idempotent_requests_by_age").on(t.createdAt),
    partialIndex("idempotent_requests_by_user", sql`user_id is not null`, t.userId),
  ],
);

/** Attempts in the current window (L2). */
export const rateLimitCounters = table(
  "rate_limit_counters",
  { subject: text().primaryKey(), count: integer().notNull(), windowEndsAt: instant().notNull() },
  (t) => [index("rate_limit_counters_by_end").on(t.windowEndsAt)],
);

/** A program's way in instead of a password (X12). */
export const personalTokens = table(
  "personal_tokens",
  {
    id: id(),
    userId: belongsTo(() => users.id),
    tokenHash: text().notNull(),
    name: text().notNull(),
    /** JSON: read, book, messages, jobs. */
    scopes: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (t) => [
    uniqueIndex("personal_tokens_hash").on(t.tokenHash),
    index("personal_tokens_by_user").on(t.userId, t.createdAt),
  ],
);
