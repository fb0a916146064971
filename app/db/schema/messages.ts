import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { DIALOGUE_STATES } from "../dialogue-states";
import { PHONE_CHANNELS } from "../notice-channels";
import { belongsTo, figure, id, instant, partialIndex, references, table } from "../columns";
import { bookings } from "./bookings";
import { users } from "./users";

/** Pairs who may write to each other (C1), a row for each side, with what that side's list of conversations shows. */
export const contacts = table(
  "contacts",
  {
    userId: belongsTo(() => users.id),
    otherId: belongsTo(() => users.id),
    /** The same for both sides (`conversationIdOf`). */
    conversationId: text().notNull(),
    /** When a client asked before booking (C16), on both rows; null: they share a booking, or one is an admin. */
    askedAt: instant(),
    closedAt: instant(),
    /** When they became contacts or last wrote: the order of the list. */
    activeAt: instant().notNull(),
    /** The last message this side has read, and how many of the other side's came after it (C6). */
    readSeq: figure(),
    unread: figure(),
    /** When the oldest unread message came, and the last message that an email told of (N9). */
    unreadSince: instant(),
    emailedSeq: figure(),
    emailedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.otherId] }),
    check("contacts_two_users", sql`user_id <> other_id`),
    check("contacts_closed", sql`closed_at is null or asked_at is not null`),
    check("contacts_unread_since", sql`unread >= 0 and (unread = 0) = (unread_since is null)`),
    index("contacts_by_activity").on(t.userId, t.activeAt, t.otherId),
    partialIndex("contacts_unread", sql`unread > 0`, t.unreadSince),
  ],
);

export const messages = table(
  "messages",
  {
    /** The order of acceptance: pages and catching up go by it (C2). */
    seq: integer().primaryKey({ autoIncrement: true }),
    /** Made by the sender's page: the same id is the same message (C3). */
    id: text().notNull(),
    conversationId: text().notNull(),
    senderId: references(() => users.id),
    recipientId: references(() => users.id),
    content: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("messages_once").on(t.senderId, t.id),
    index("messages_by_conversation").on(t.conversationId, t.seq),
  ],
);

/** That an admin has opened a conversation of others, and why (O16): its id is the audit log's entry. */
export const conversationOpenings = table(
  "conversation_openings",
  {
    id: id(),
    conversationId: text().notNull(),
    adminId: references(() => users.id),
    kind: text({ enum: ["report", "dispute", "safety"] }).notNull(),
    at: instant().notNull(),
  },
  (t) => [index("conversation_openings_by_conversation").on(t.conversationId, t.at, t.id)],
);

/** The office's inbox: visitors' words to the company (W4, O11). */
export const enquiries = table(
  "enquiries",
  {
    id: id(),
    topic: text({ enum: ["contact", "home", "quote", "appointment", "whatsapp", "sms"] }).notNull(),
    name: text().notNull(),
    email: text(),
    /** Or the id at Meta of someone who wrote by WhatsApp without a phone. */
    phone: text(),
    subject: text(),
    message: text().notNull(),
    /** A hidden field was filled in: a program may have sent it. */
    isSuspected: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: instant().notNull(),
    doneAt: instant(),
    assignedTo: text().references(() => users.id),
    answer: text(),
    answeredAt: instant(),
  },
  (t) => [
    check("enquiries_email", sql`email is not null or phone is not null`),
    check("enquiries_answer", sql`(answer is null) = (answered_at is null)`),
    partialIndex("enquiries_by_phone", sql`phone is not null`, t.phone, t.topic, t.createdAt),
    partialIndex("enquiries_by_email", sql`email is not null`, t.email),
    partialIndex("enquiries_open", sql`done_at is null`, t.createdAt, t.id),
    partialIndex("enquiries_done", sql`done_at is not null`, t.doneAt, t.id),
  ],
);

/**
 * A conversation with Pombi itself by WhatsApp, or by text message (Q1, Q8): what we asked last, and what was answered. One at
 * a time of a phone; one that ended says how far it came.
 */
export const dialogues = table(
  "dialogues",
  {
    id: id(),
    channel: text({ enum: PHONE_CHANNELS }).notNull(),
    phone: text().notNull(),
    state: text({ enum: DIALOGUE_STATES }).notNull(),
    /** JSON: the answers so far. */
    answers: text().notNull(),
    /** JSON: the latest words of both, for the office. */
    said: text().notNull(),
    /** Answers one after the other that we didn't understand. */
    misses: integer().notNull().default(0),
    /** Grows with each message: of two at once one is first. */
    version: integer().notNull().default(1),
    /** The request that came of it. */
    bookingId: text().references(() => bookings.id),
    /** The admin who answers in our place, and the message in the inbox with what was said until then. */
    takenBy: text().references(() => users.id),
    takenAs: text().references(() => enquiries.id),
    beganAt: instant().notNull(),
    heardAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex("dialogues_open")
      .on(t.phone, t.channel)
      .where(sql`ended_at is null`),
    index("dialogues_by_phone").on(t.phone, t.heardAt),
    index("dialogues_heard").on(t.heardAt, t.id),
    partialIndex("dialogues_going_on", sql`ended_at is null`, t.heardAt, t.id),
    partialIndex("dialogues_with_office", sql`ended_at is null and state = 'office'`, t.heardAt, t.id),
    partialIndex("dialogues_taken", sql`taken_as is not null`, t.takenAs),
    check("dialogues_taken_together", sql`(taken_by is null) = (taken_as is null)`),
  ],
);
