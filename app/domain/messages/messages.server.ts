import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import { contacts, messages, users } from "~/db/schema";
import { tryTwice } from "~/db/transient-errors";
import type { AuthenticatedUser } from "../values/user";
import { isStillAdmin, recordAuditEntry } from "../audit-log/audit-log.server";
import { conversationIdOf, introduce } from "../contacts/contacts.server";
import type { DomainContext } from "../domain-context.server";
import { newId } from "../values/id";
import { refuse, type Refusal } from "../values/refusal";
import type { Message } from "./message";

/** `previousSeq`: the message before it in its conversation, 0 for the first: who does not know that one has missed something. */
export type SendResult =
  { ok: true; message: Message; previousSeq: number; repeated: boolean } | Refusal<"contactNotFound">;

/**
 * Writes to somebody (C1 to C3): a client and a plumber who share a booking, or anybody and an admin;
 * whoever else does not exist. The message is accepted when it is in D1. The same id with the same text is answered
 * with the first one; with another text (a form that the browser's Back has restored) it is stored under a new id.
 */
export async function sendMessage(
  context: DomainContext,
  sender: AuthenticatedUser,
  draft: { recipientId: string; id: string; content: string },
): Promise<SendResult> {
  const first = await store(context, sender, draft);
  if (!first) return refuse("contactNotFound");
  if (first.message.content === draft.content && first.message.recipientId === draft.recipientId)
    return { ok: true, ...first };
  const second = await store(context, sender, { ...draft, id: newId() });
  return second ? { ok: true, ...second } : refuse("contactNotFound");
}

async function store(
  context: DomainContext,
  sender: AuthenticatedUser,
  { recipientId, id, content }: { recipientId: string; id: string; content: string },
): Promise<{ message: Message; previousSeq: number; repeated: boolean } | null> {
  const { db, now } = context;
  if (recipientId === sender.id) return null;
  const conversationId = conversationIdOf(sender.id, recipientId);
  const recipient = sql`(select 1 from users where id = ${recipientId} and suspended_at is null and email_verified_at is not null
    and (${sender.role} = 'admin' or role = 'admin'))`;
  const ours = and(eq(contacts.userId, recipientId), eq(contacts.otherId, sender.id));
  // Sees only the statement directly before it: each of these follows from the one before.
  const followed = sql`changes() = 1`;
  const previousSeq = sql<number>`coalesce((select max(before.seq) from messages before
    where before.conversation_id = messages.conversation_id and before.seq < messages.seq), 0)`;

  // Done twice it is one message: what follows from the insert asks whether there was one.
  const [, inserted, , , , , [message], [side], [user]] = await tryTwice(() =>
    db.batch([
      introduce(db, sender.id, recipientId, sql`exists ${recipient}`, now),
      statement(
        db,
        sql`
      insert into messages (id, conversation_id, sender_id, recipient_id, content, created_at)
      select ${id}, ${conversationId}, ${sender.id}, ${recipientId}, ${content}, ${now}
      where exists (select 1 from contacts where user_id = ${sender.id} and other_id = ${recipientId})
        and (${sender.role} <> 'admin' or ${isStillAdmin(sender.id)})
      on conflict do nothing`,
      ),
      db
        .update(contacts)
        .set({ unread: sql`unread + 1`, activeAt: now, unreadSince: sql`iif(unread = 0, ${now}, unread_since)` })
        .where(sql`user_id = ${recipientId} and other_id = ${sender.id} and ${followed}`),
      db
        .update(users)
        .set({ unreadMessages: sql`unread_messages + 1` })
        .where(sql`id = ${recipientId} and ${followed}`),
      db
        .update(contacts)
        .set({ activeAt: now })
        .where(sql`user_id = ${sender.id} and other_id = ${recipientId} and ${followed}`),
      sender.role === "admin"
        ? recordAuditEntry(
            db,
            {
              id: newId(),
              admin: sender,
              action: "messageSent",
              subject: { kind: "user", id: recipientId },
              at: now,
            },
            followed,
          )
        : statement(db, sql`select 1`),
      db
        .select({ ...getTableColumns(messages), previousSeq })
        .from(messages)
        .where(and(eq(messages.senderId, sender.id), eq(messages.id, id))),
      db.select({ unread: contacts.unread }).from(contacts).where(ours),
      db.select({ unreadTotal: users.unreadMessages }).from(users).where(eq(users.id, recipientId)),
    ]),
  );
  if (!message) return null;
  const repeated = inserted.meta.changes === 0;
  const { conversationId: _, previousSeq: before, ...sent } = message;
  if (!repeated) {
    context.emit({
      type: "messageSent",
      message: sent,
      previousSeq: before,
      unread: side?.unread ?? 0,
      unreadTotal: user?.unreadTotal ?? 0,
    });
  }
  return { message: sent, previousSeq: before, repeated };
}

/** How many messages a user has not read: in one conversation, and in all. */
export interface UnreadCounts {
  unread: number;
  unreadTotal: number;
}

/**
 * Notes that a user has read a conversation up to a message (`seq`); never back. The counts of the conversation
 * and of the user follow in the same batch; gives both. Reading what is not theirs changes nothing.
 */
export async function markConversationRead(
  context: DomainContext,
  reader: AuthenticatedUser,
  otherId: string,
  seq: number,
): Promise<UnreadCounts> {
  const { db } = context;
  const conversationId = conversationIdOf(reader.id, otherId);
  const left = sql`(select count(*) from messages where conversation_id = ${conversationId} and seq > max(${seq}, read_seq) and recipient_id = ${reader.id})`;
  const mine = and(eq(contacts.userId, reader.id), eq(contacts.otherId, otherId), sql`unread > 0`);
  const [, read, [side], [user]] = await db.batch([
    db
      .update(users)
      .set({
        unreadMessages: sql`unread_messages - coalesce((select unread - ${left} from contacts
          where user_id = ${reader.id} and other_id = ${otherId} and unread > 0), 0)`,
      })
      .where(eq(users.id, reader.id)),
    db
      .update(contacts)
      .set({
        unread: left,
        readSeq: sql`max(read_seq, ${seq})`,
        unreadSince: sql`iif(${left} = 0, null, unread_since)`,
      })
      .where(mine)
      .returning({ unread: contacts.unread }),
    db
      .select({ unread: contacts.unread })
      .from(contacts)
      .where(and(eq(contacts.userId, reader.id), eq(contacts.otherId, otherId))),
    db.select({ unreadTotal: users.unreadMessages }).from(users).where(eq(users.id, reader.id)),
  ]);
  const counts = { unread: side?.unread ?? 0, unreadTotal: user?.unreadTotal ?? 0 };
  if (read.length > 0) context.emit({ type: "conversationRead", readerId: reader.id, otherId, ...counts });
  return counts;
}

/** Whether two people may open a conversation: they are in touch, or one of them is an admin. */
export async function mayConverse(
  db: Database,
  viewerId: string,
  viewerRole: string,
  otherId: string,
): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      sql`${users.id} = ${otherId} and ${users.id} <> ${viewerId} and (${viewerRole} = 'admin' or ${users.role} = 'admin'
        or exists (select 1 from contacts where user_id = ${viewerId} and other_id = ${otherId}))`,
    );
  return row !== undefined;
}
