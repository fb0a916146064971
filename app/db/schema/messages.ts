import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { figure, instant } from "../columns";
import { users } from "./users";

/**
 * Who may write to whom, one row for each side: from the first booking that two people share on, or from the first
 * message with an admin. Carries what that side's list of conversations shows.
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
    /** When the two were introduced or last wrote: the order of the list. */
    activeAt: instant().notNull(),
    /** The last message that this side has read, and how many from the other side came after it. */
    readSeq: figure(),
    unread: figure(),
    /** When the oldest unread message came, and the last one that a mail has told of. */
    unreadSince: instant(),
    emailedSeq: figure(),
    emailedAt: instant(),
  },
  (contacts) => [
    primaryKey({ columns: [contacts.userId, contacts.otherId] }),
    index("contacts_by_activity").on(contacts.userId, contacts.activeAt, contacts.otherId),
    index("contacts_unread")
      .on(contacts.unreadSince)
      .where(sql`unread > 0`),
  ],
);

export const messages = sqliteTable(
  "messages",
  {
    /** The order in which messages were accepted: pages and catch-up go by it. */
    seq: integer({ mode: "number" }).primaryKey({ autoIncrement: true }),
    /** Made by the sender's page: the same one again is the same message. */
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
