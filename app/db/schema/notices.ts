import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, text, unique, uniqueIndex } from "drizzle-orm/sqlite-core";
import { CHANNELS, PHONE_CHANNELS, TOPICS } from "../notice-channels";
import { belongsTo, figure, id, instant, partialIndex, partialUnique, table } from "../columns";
import { users } from "./users";
import { sessions } from "./access";
import { bookings } from "./bookings";

/** The outbox: what is to go out, written in the batch of its cause, claimed by a sender before it sends (N1, N2). */
export const notices = table(
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
    /** Something that can be done and undone as often as one likes, and its state then (N19); or null. */
    toggle: text(),
    toggleState: text(),
    /** JSON: what no other row keeps of its cause. Erased once sent, to a phone once it arrived or after a day (N4). */
    facts: text(),
    /** As it was last tried, or what a call is about; null: not written yet. */
    subject: text(),
    /** JSON: what is to be sent, where that is known before (a webhook's first attempt); else what was sent, in local mode. */
    words: text(),
    status: text({ enum: ["queued", "sent", "failed", "dropped"] })
      .notNull()
      .default("queued"),
    /** Dropped if its reader has seen the same notice on another channel meanwhile (N12). */
    isFallback: integer({ mode: "boolean" }).notNull().default(false),
    attempts: figure(),
    nextAttemptAt: instant().notNull(),
    claimedUntil: instant(),
    /** From then on it is worth nothing and is dropped (N2); null: never. */
    expiresAt: instant(),
    lastError: text(),
    lastErrorCode: text(),
    providerId: text(),
    createdAt: instant().notNull(),
    sentAt: instant(),
    deliveredAt: instant(),
    seenAt: instant(),
  },
  (t) => [
    unique("notices_once").on(t.causeId, t.kind, t.channel, t.recipient),
    partialIndex("notices_due", sql`status = 'queued'`, t.channel, t.nextAttemptAt),
    partialIndex("notices_by_toggle", sql`toggle is not null`, t.toggle, t.recipient),
    partialIndex("notices_failed", sql`status = 'failed'`, t.createdAt, t.id),
    partialIndex("notices_with_facts", sql`status = 'sent' and facts is not null`, t.sentAt),
    partialIndex("notices_sent", sql`sent_at is not null`, t.channel, t.sentAt),
    index("notices_by_recipient").on(t.recipient, t.createdAt),
    partialIndex("notices_by_user", sql`user_id is not null`, t.userId, t.createdAt, t.id),
    partialIndex("notices_by_booking", sql`booking_id is not null`, t.bookingId, t.createdAt),
    partialUnique("notices_by_provider_id", sql`provider_id is not null`, t.providerId),
  ],
);

/** Where someone has chosen otherwise than the default (N13). */
export const noticeChoices = table(
  "notice_choices",
  {
    userId: belongsTo(() => users.id),
    topic: text({ enum: TOPICS }).notNull(),
    channel: text({ enum: CHANNELS }).notNull(),
    isOn: integer({ mode: "boolean" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.topic, t.channel] })],
);

/** Browsers that asked for push notifications (N14). A device belongs to the session in which it was added. */
export const pushDevices = table(
  "push_devices",
  {
    id: id(),
    userId: belongsTo(() => users.id),
    sessionHash: belongsTo(() => sessions.tokenHash),
    endpoint: text().notNull(),
    /** The browser's keys, base64url (RFC 8291). */
    p256dh: text().notNull(),
    auth: text().notNull(),
    name: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("push_devices_endpoint").on(t.endpoint),
    index("push_devices_by_user").on(t.userId, t.createdAt),
    index("push_devices_by_session").on(t.sessionHash),
  ],
);

/** A verified phone by which someone wants to be told (N15), with what they agreed to. */
export const phoneChannels = table(
  "phone_channels",
  {
    id: id(),
    userId: belongsTo(() => users.id),
    channel: text({ enum: PHONE_CHANNELS }).notNull(),
    phone: text().notNull(),
    consentWords: text().notNull(),
    verifiedAt: instant().notNull(),
    /** By STOP, or in the settings; null: it is used. */
    endedAt: instant(),
    /** When that phone last wrote to us: WhatsApp allows free text for a day. */
    lastInboundAt: instant(),
    /** Its owner's id at Meta, where they wrote by WhatsApp: with a username they may write by it alone. */
    whatsappId: text(),
  },
  (t) => [
    index("phone_channels_by_phone").on(t.phone, t.channel, t.lastInboundAt),
    partialIndex("phone_channels_by_whatsapp_id", sql`whatsapp_id is not null`, t.whatsappId),
    index("phone_channels_by_user").on(t.userId, t.channel, t.endedAt),
    // A verified phone belongs to one account.
    partialUnique("phone_channels_phone", sql`ended_at is null`, t.phone, t.channel),
    partialUnique("phone_channels_one", sql`ended_at is null`, t.userId, t.channel),
  ],
);

/** The code that is to prove a phone (N15): only its hash is kept. */
export const phoneCodes = table(
  "phone_codes",
  {
    userId: belongsTo(() => users.id),
    channel: text({ enum: PHONE_CHANNELS }).notNull(),
    phone: text().notNull(),
    codeHash: text().notNull(),
    attempts: figure(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.channel] }), index("phone_codes_by_expiry").on(t.expiresAt)],
);

/** Links by which a plumber answers one request without signing in (N16): only the token's hash is kept. */
export const answerLinks = table(
  "answer_links",
  {
    tokenHash: text().primaryKey(),
    bookingId: belongsTo(() => bookings.id),
    plumberId: belongsTo(() => users.id),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index("answer_links_by_plumber").on(t.plumberId),
    index("answer_links_by_booking").on(t.bookingId),
    index("answer_links_by_expiry").on(t.expiresAt),
  ],
);

/** An address of an account's own program that is told too (X11). */
export const webhookEndpoints = table(
  "webhook_endpoints",
  {
    id: id(),
    userId: belongsTo(() => users.id),
    url: text().notNull(),
    /** JSON: the topics it wants. */
    topics: text().notNull(),
    secret: text().notNull(),
    createdAt: instant().notNull(),
    /** Since when every delivery has failed; null: the last one succeeded. */
    failingSince: instant(),
    endedAt: instant(),
  },
  (t) => [
    index("webhook_endpoints_by_user").on(t.userId, t.createdAt),
    check("webhook_endpoints_url", sql`url like 'https://%' or url like 'http://localhost:%'`),
  ],
);

/** Attempts at a webhook endpoint, and its answers. */
export const webhookDeliveries = table(
  "webhook_deliveries",
  {
    id: id(),
    endpointId: belongsTo(() => webhookEndpoints.id),
    noticeId: text().notNull(),
    kind: text().notNull(),
    /** Kept so that it can be sent again. */
    payload: text().notNull(),
    answer: integer(),
    /** In milliseconds. */
    took: integer().notNull(),
    at: instant().notNull(),
  },
  (t) => [index("webhook_deliveries_by_endpoint").on(t.endpointId, t.at, t.id)],
);
