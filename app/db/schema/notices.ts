import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } from "drizzle-orm/sqlite-core";
import { figure, hasKnownWord, id, instant } from "../columns";
import { CHANNELS, PHONE_CHANNELS, TOPICS } from "../notice-channels";
import { bookings } from "./bookings";
import { sessions } from "./sessions";
import { users } from "./users";

/** What a program is to send: calls are the office's (N20). */
export const isToSend = sql`status = 'queued' and channel <> 'call'`;

/** The outbox: what is to go out, written in the batch of its cause, claimed by a sender before it sends (N1, N2). */
export const notices = sqliteTable(
  "notices",
  {
    id: id(),
    kind: text().notNull(),
    topic: text({ enum: TOPICS }).notNull(),
    /** The id of what caused it: one notice for each cause, kind, channel and recipient. */
    causeId: text().notNull(),
    channel: text({ enum: CHANNELS }).notNull(),
    /** An email, a phone (of a call too), or the id of a device or webhook endpoint. */
    recipient: text().notNull(),
    /** Null for registrations, enquirers and the office. */
    userId: text().references(() => users.id),
    bookingId: text().references(() => bookings.id),
    /** What somebody can do and take back as often as they like, and how it stood then (N19); null: nothing of the kind. */
    toggle: text(),
    toggleState: text(),
    /** JSON: what no other row keeps of its cause. Erased once sent (N4). */
    facts: text(),
    /** As it was last tried, or what a call is about; null: not written yet. */
    subject: text(),
    /** JSON: what is to be sent, where that is known before; else what was sent, and only in local mode. */
    words: text(),
    status: text({ enum: ["queued", "sent", "failed", "dropped"] })
      .notNull()
      .default("queued"),
    /** Whether it is dropped if its reader has seen the same news on another channel meanwhile (N12). */
    isFallback: integer({ mode: "boolean" }).notNull().default(false),
    attempts: figure(),
    nextAttemptAt: instant().notNull(),
    claimedUntil: instant(),
    /** From then on it is worth nothing and is dropped (N2); null: never. */
    expiresAt: instant(),
    lastError: text(),
    /** The provider's code of the last error, like `E_RECIPIENT_SUPPRESSED`; null if it gave none (N3). */
    lastErrorCode: text(),
    /** By what the provider's later reports name it. */
    providerId: text(),
    createdAt: instant().notNull(),
    sentAt: instant(),
    deliveredAt: instant(),
    seenAt: instant(),
  },
  (notices) => [
    hasKnownWord("notices_topic", notices.topic),
    hasKnownWord("notices_channel", notices.channel),
    hasKnownWord("notices_status", notices.status),
    unique("notices_once").on(notices.causeId, notices.kind, notices.channel, notices.recipient),
    index("notices_due")
      .on(notices.channel, notices.nextAttemptAt)
      .where(sql`status = 'queued'`),
    index("notices_by_toggle")
      .on(notices.toggle, notices.recipient)
      .where(sql`toggle is not null`),
    index("notices_by_age").on(notices.createdAt, notices.id),
    index("notices_failed")
      .on(notices.createdAt, notices.id)
      .where(sql`status = 'failed'`),
    index("notices_queued").on(notices.nextAttemptAt).where(isToSend),
    index("notices_sent").on(notices.channel, notices.sentAt),
    index("notices_by_recipient").on(notices.recipient, notices.createdAt),
    index("notices_by_user").on(notices.userId, notices.createdAt, notices.id),
    index("notices_by_booking").on(notices.bookingId, notices.createdAt),
    uniqueIndex("notices_by_provider_id")
      .on(notices.providerId)
      .where(sql`provider_id is not null`),
  ],
);

/** Where someone has chosen otherwise than the default (N13). */
export const noticeChoices = sqliteTable(
  "notice_choices",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    topic: text({ enum: TOPICS }).notNull(),
    channel: text({ enum: CHANNELS }).notNull(),
    isOn: integer({ mode: "boolean" }).notNull(),
  },
  (choices) => [
    primaryKey({ columns: [choices.userId, choices.topic, choices.channel] }),
    hasKnownWord("notice_choices_topic", choices.topic),
    hasKnownWord("notice_choices_channel", choices.channel),
  ],
);

/** Browsers that asked for push notifications (N14). A device belongs to the session in which it was added. */
export const pushDevices = sqliteTable(
  "push_devices",
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    sessionHash: text()
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: "cascade" }),
    endpoint: text().notNull(),
    /** The browser's keys, base64url (RFC 8291). */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Like "Chrome on Android". */
    name: text().notNull(),
    createdAt: instant().notNull(),
  },
  (devices) => [
    uniqueIndex("push_devices_endpoint").on(devices.endpoint),
    index("push_devices_by_user").on(devices.userId, devices.createdAt),
    index("push_devices_by_session").on(devices.sessionHash),
  ],
);

/** A verified phone by which someone wants to be told (N15), with what they agreed to. */
export const phoneChannels = sqliteTable(
  "phone_channels",
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    channel: text({ enum: PHONE_CHANNELS }).notNull(),
    phone: text().notNull(),
    consentWords: text().notNull(),
    verifiedAt: instant().notNull(),
    /** By STOP, or in the settings; null: it is used. */
    endedAt: instant(),
    /** When that phone last wrote to us: WhatsApp allows free text for a day. */
    lastInboundAt: instant(),
  },
  (channels) => [
    hasKnownWord("phone_channels_channel", channels.channel),
    index("phone_channels_by_phone").on(channels.phone, channels.channel, channels.lastInboundAt),
    index("phone_channels_by_user").on(channels.userId, channels.channel, channels.endedAt),
    // A verified phone belongs to one account.
    uniqueIndex("phone_channels_phone")
      .on(channels.phone, channels.channel)
      .where(sql`ended_at is null`),
    uniqueIndex("phone_channels_one")
      .on(channels.userId, channels.channel)
      .where(sql`ended_at is null`),
  ],
);

/** The code that is to prove a phone (N15): only its hash is kept. */
export const phoneCodes = sqliteTable(
  "phone_codes",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    channel: text({ enum: PHONE_CHANNELS }).notNull(),
    phone: text().notNull(),
    codeHash: text().notNull(),
    attempts: figure(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (codes) => [
    primaryKey({ columns: [codes.userId, codes.channel] }),
    hasKnownWord("phone_codes_channel", codes.channel),
    index("phone_codes_by_expiry").on(codes.expiresAt),
  ],
);

/** Links by which a plumber answers one request without signing in (N16): only the token's hash is kept. */
export const answerLinks = sqliteTable(
  "answer_links",
  {
    tokenHash: text().primaryKey(),
    bookingId: text()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    plumberId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: instant().notNull(),
    /** The start of the booking. */
    expiresAt: instant().notNull(),
  },
  (links) => [
    index("answer_links_by_plumber").on(links.plumberId),
    index("answer_links_by_booking").on(links.bookingId),
    index("answer_links_by_expiry").on(links.expiresAt),
  ],
);

/** An address of an account's own program that is told too (X11). */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    url: text().notNull(),
    /** JSON: the topics it wants. */
    topics: text().notNull(),
    /** Signs what is sent (HMAC-SHA256). */
    secret: text().notNull(),
    createdAt: instant().notNull(),
    /** Since when every delivery has failed; null: the last one succeeded. */
    failingSince: instant(),
    /** Ended by three days of failures; null: in use. */
    endedAt: instant(),
  },
  (endpoints) => [
    index("webhook_endpoints_by_user").on(endpoints.userId, endpoints.createdAt),
    check("webhook_endpoints_url", sql`url like 'https://%' or url like 'http://localhost:%'`),
  ],
);

/** What was tried at a webhook endpoint, and what it answered. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: id(),
    endpointId: text()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    noticeId: text().notNull(),
    kind: text().notNull(),
    /** What was sent, so that it can be sent again. */
    payload: text().notNull(),
    /** The status of the answer; null: there was none. */
    answer: integer(),
    /** In milliseconds. */
    took: integer().notNull(),
    at: instant().notNull(),
  },
  (deliveries) => [index("webhook_deliveries_by_endpoint").on(deliveries.endpointId, deliveries.at, deliveries.id)],
);

/** A program's way in instead of a password (X12). */
export const personalTokens = sqliteTable(
  "personal_tokens",
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    tokenHash: text().notNull(),
    name: text().notNull(),
    /** JSON: read, book, messages, jobs. */
    scopes: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (tokens) => [
    uniqueIndex("personal_tokens_hash").on(tokens.tokenHash),
    index("personal_tokens_by_user").on(tokens.userId, tokens.createdAt),
  ],
);
