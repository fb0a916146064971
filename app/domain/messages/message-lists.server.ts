import { and, asc, desc, eq, isNull, ne, sql, type SQL } from "drizzle-orm";
import { type Database, columnsOf, firstRow } from "~/db/client.server";
import { contacts, messages, users } from "~/db/schema";
import type { SessionClaims } from "../values/user";
import type { Instant } from "../time/harare";
import { listByKey, listPage, type KeyCursor, type ListRange } from "../values/lists";
import { findKey, latestFirst } from "../values/lists.server";
import { isConversationOpenFor } from "../audit-log/audit-log.server";
import { conversationIdOf, readsMessages } from "../contacts/contacts.server";
import { photoOfMessage } from "../photos/private-photos.server";
import { CATCH_UP_PAGE, MESSAGES_PAGE_SIZE, PREVIEW_LENGTH, previewOf, type Contact, type Message } from "./message";

const CONTACTS_PAGE_SIZE = 30;
const ADMINS_SHOWN = 20;

const userFields = columnsOf(users, "id", "firstName", "lastName", "photoKey", "role");

const isLastMessage = sql`${messages.seq} = (
  select max(seq) from messages as here where here.conversation_id = ${contacts.conversationId})`;

const lastColumns = {
  last: {
    words: sql<string>`substr(${messages.content}, 1, ${PREVIEW_LENGTH + 2})`.mapWith(previewOf),
    isOwn: sql<boolean>`${messages.senderId} = ${contacts.userId}`.mapWith(Boolean),
    at: messages.createdAt,
  },
};

const selectContacts = (db: Database, viewer: SessionClaims) =>
  db
    .select({
      ...userFields,
      unread: sql<number>`coalesce(${contacts.unread}, 0)`.as("unread"),
      readSeq: sql<number>`coalesce((select theirs.read_seq from contacts as theirs
        where theirs.user_id = ${users.id} and theirs.other_id = ${viewer.id}), 0)`.as("their_read_seq"),
      askedAt: contacts.askedAt,
      closedAt: contacts.closedAt,
      ...lastColumns,
    })
    .from(users)
    .leftJoin(contacts, and(eq(contacts.userId, viewer.id), eq(contacts.otherId, users.id)))
    .leftJoin(messages, isLastMessage);

/** Lists the admins, whom anyone may write to (C7), by name, at most `limit`; never oneself. */
export function listAdmins(db: Database, viewer: SessionClaims, limit = ADMINS_SHOWN): Promise<Contact[]> {
  return selectContacts(db, viewer)
    .where(sql`${users.role} = 'admin' and ${users.suspendedAt} is null and ${users.id} <> ${viewer.id}`)
    .orderBy(asc(users.firstName), asc(users.id))
    .limit(limit);
}

/** Finds someone the viewer may write to (C1), with their unread count; else null. */
export function findContact(db: Database, viewer: SessionClaims, otherId: string): Promise<Contact | null> {
  return firstRow(
    selectContacts(db, viewer).where(
      sql`${users.id} = ${otherId} and ${users.id} <> ${viewer.id} and ${readsMessages(viewer)}
      and (${viewer.role} = 'admin' or ${users.role} = 'admin' or ${contacts.userId} is not null)`,
    ),
  );
}

/** Lists a page of the viewer's conversations for the site, latest first (C7). Only admins see those with admins. */
export async function listContacts(db: Database, viewer: SessionClaims, from: string | null) {
  const others = viewer.role === "admin" ? undefined : ne(users.role, "admin");
  const { items, next } = await listPage(from, CONTACTS_PAGE_SIZE, byActivity(db, viewer, others));
  return { contacts: items.map(withoutDate), next };
}

/** Lists a part of the viewer's conversations for API clients, latest first (C7). Refuses with `notInList`. */
export async function listConversations(db: Database, viewer: SessionClaims, range: ListRange) {
  const part = await listByKey(range, {
    ...byActivity(db, viewer, undefined),
    find: (id) => findKey(db, contacts.activeAt, contacts.otherId, id, eq(contacts.userId, viewer.id)),
  });
  return part.ok ? { ...part, items: part.items.map(withoutDate) } : part;
}

const latestActivity = latestFirst(contacts.activeAt, contacts.otherId);

const byActivity = (db: Database, viewer: SessionClaims, others: SQL | undefined) => ({
  select: (cursor: KeyCursor | null, limit: number) =>
    db
      .select({ ...userFields, unread: contacts.unread, activeAt: contacts.activeAt, ...lastColumns })
      .from(contacts)
      .innerJoin(users, eq(users.id, contacts.otherId))
      .leftJoin(messages, isLastMessage)
      .where(and(eq(contacts.userId, viewer.id), others, readsMessages(viewer), latestActivity.after(cursor)))
      .orderBy(...latestActivity.order)
      .limit(limit),
  at: ({ activeAt }: { activeAt: Instant }) => activeAt,
});

const withoutDate = ({ activeAt: _, ...contact }: Contact & { activeAt: Instant }): Contact => contact;

const newestAccounts = latestFirst(users.createdAt, users.id);

/** Lists whom the viewer may write to (C1) for API clients, newest accounts first (C7). Refuses with `notInList`. */
export function listUsersFor(db: Database, viewer: SessionClaims, range: ListRange) {
  const known = sql`${users.id} in (
    select other_id from contacts where user_id = ${viewer.id}
    union select id from users where role = 'admin' and suspended_at is null)`;
  const theirs = and(
    ne(users.id, viewer.id),
    isNull(users.mergedInto),
    readsMessages(viewer),
    viewer.role === "admin" ? undefined : known,
  );
  return listByKey(range, {
    find: (id) => findKey(db, users.createdAt, users.id, id, theirs),
    select: (cursor, limit) =>
      db
        .select({ ...userFields, createdAt: users.createdAt })
        .from(users)
        .where(and(theirs, newestAccounts.after(cursor)))
        .orderBy(...newestAccounts.order)
        .limit(limit),
    at: ({ createdAt }) => createdAt,
  });
}

/**
 * Lists messages between the viewer and someone, oldest first (L5): the newest 50 (or `limit`), as many before a
 * message (`before`), or up to 200 after one (`after`, catching up). The conversation is named by both of them, so
 * no one else's can be asked for.
 */
export async function listMessages(
  db: Database,
  viewer: SessionClaims,
  otherId: string,
  range: { after?: number; before?: number; limit?: number },
): Promise<{ messages: Message[]; hasOlder: boolean }> {
  const here = eq(messages.conversationId, conversationIdOf(viewer.id, otherId));
  if (range.after !== undefined) {
    const rows = await db
      .select(fields)
      .from(messages)
      .where(and(here, sql`${messages.seq} > ${range.after}`))
      .orderBy(asc(messages.seq))
      .limit(CATCH_UP_PAGE);
    return { messages: rows, hasOlder: false };
  }
  return listNewest(db, here, range.before, range.limit);
}

/** Lists others' messages for an admin who has opened the conversation (O16): the newest 50, or 50 before one. */
export const listOpenedMessages = (
  db: Database,
  admin: SessionClaims,
  conversationId: string,
  before: number | undefined,
  now: Instant,
) =>
  listNewest(
    db,
    sql`${messages.conversationId} = ${conversationId} and ${isConversationOpenFor(admin.id, conversationId, now)}`,
    before,
  );

const fields = {
  ...columnsOf(messages, "seq", "id", "senderId", "recipientId", "content"),
  photoId: photoOfMessage,
  createdAt: messages.createdAt,
};

async function listNewest(db: Database, here: SQL, before: number | undefined, limit = MESSAGES_PAGE_SIZE) {
  const rows = await db
    .select(fields)
    .from(messages)
    .where(and(here, before === undefined ? undefined : sql`${messages.seq} < ${before}`))
    .orderBy(desc(messages.seq))
    .limit(limit + 1);
  return { messages: rows.slice(0, limit).reverse(), hasOlder: rows.length > limit };
}
