import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { figure, hasKnownWord, id, instant } from "../columns";
import { users } from "./users";

/**
 * Who may write to whom, a row for each side, since the first booking two users shared or the first message with an
 * admin (C1). It carries what that side's list of conversations shows.
 */
export const contacts = sqliteTable(
  "contacts",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    otherId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The same for both sides (`conversationIdOf`). */
    conversationId: text().notNull(),
    /** When a client asked before booking (C16), on both rows; null: they share a booking, or one is an admin. */
    askedAt: instant(),
    /** When the plumber closed such a conversation. */
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
  (contacts) => [
    primaryKey({ columns: [contacts.userId, contacts.otherId] }),
    check("contacts_two_users", sql`user_id <> other_id`),
    check("contacts_closed", sql`closed_at is null or asked_at is not null`),
    check("contacts_unread_since", sql`unread >= 0 and (unread = 0) = (unread_since is null)`),
    index("contacts_by_activity").on(contacts.userId, contacts.activeAt, contacts.otherId),
    index("contacts_unread")
      .on(contacts.unreadSince)
      .where(sql`unread > 0`),
  ],
);

export const messages = sqliteTable(
  "messages",
  {
    /** The order of acceptance: pages and catching up go by it (C2). */
    seq: integer({ mode: "number" }).primaryKey({ autoIncrement: true }),
    /** Made by the sender's page: the same id is the same message (C3). */
    id: text().notNull(),
    conversationId: text().notNull(),
    senderId: text()
      .notNull()
      .references(() => users.id),
    recipientId: text()
      .notNull()
      .references(() => users.id),
    content: text().notNull(),
    createdAt: instant().notNull(),
  },
  (messages) => [
    uniqueIndex("messages_once").on(messages.senderId, messages.id),
    index("messages_by_conversation").on(messages.conversationId, messages.seq),
  ],
);

/** That an admin has opened a conversation of others, and why (O16): its id is the audit log's entry. */
export const conversationOpenings = sqliteTable(
  "conversation_openings",
  {
    id: id(),
    conversationId: text().notNull(),
    adminId: text()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ["report", "dispute", "safety"] }).notNull(),
    at: instant().notNull(),
  },
  (openings) => [
    hasKnownWord("conversation_openings_kind", openings.kind),
    index("conversation_openings_by_conversation").on(openings.conversationId, openings.at, openings.id),
  ],
);
