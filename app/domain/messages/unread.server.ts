import { and, eq, sql } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { contacts, users } from "~/db/schema";
import { conversationIdOf } from "../contacts/contacts.server";
import { notify } from "../notices/notify.server";
import { markNoticesSeen } from "../notices/notice-states.server";
import type { DomainContext } from "../domain-context.server";
import { doDueRows, DUE_ROWS } from "../due-rows.server";
import { HOUR, MINUTE } from "../time/harare";
import type { AuthenticatedUser } from "../values/user";
import { UNREAD_MINUTES } from "./message";
import { causeOfUnread, causesOfUnread, messageNotices, type UnreadFacts } from "./message-notices";

/** Marks a conversation as read up to `seq`, never back (C6), and gives what is unread; another's stays as it is. */
export async function markConversationRead(
  context: DomainContext,
  reader: AuthenticatedUser,
  otherId: string,
  seq: number,
) {
  const { db } = context;
  const conversationId = conversationIdOf(reader.id, otherId);
  const isSide = and(eq(contacts.userId, reader.id), eq(contacts.otherId, otherId));
  const left = sql`(select count(*) from messages where conversation_id = ${conversationId}
    and seq > max(${seq}, read_seq) and recipient_id = ${reader.id})`;
  const { read, sides, totals } = await batch(db, {
    total: db
      .update(users)
      .set({
        unreadMessages: sql`unread_messages - coalesce((select unread - ${left} from contacts
          where user_id = ${reader.id} and other_id = ${otherId} and unread > 0), 0)`,
      })
      .where(eq(users.id, reader.id)),
    read: db
      .update(contacts)
      .set({
        unread: left,
        readSeq: sql`max(read_seq, ${seq})`,
        unreadSince: sql`iif(${left} = 0, null, unread_since)`,
      })
      .where(and(isSide, sql`unread > 0`))
      .returning({ seq: contacts.readSeq }),
    sides: db.select({ unread: contacts.unread }).from(contacts).where(isSide),
    totals: db.select({ unreadTotal: users.unreadMessages }).from(users).where(eq(users.id, reader.id)),
    notices: markNoticesSeen(db, reader.id, causesOfUnread(reader.id, otherId), context.now),
  });
  const counts = { unread: sides[0]?.unread ?? 0, unreadTotal: totals[0]?.unreadTotal ?? 0 };
  const [seen] = read;
  if (seen) context.emit({ type: "conversationRead", readerId: reader.id, otherId, seq: seen.seq, ...counts });
  return counts;
}

/** Counts a user's unread messages in one conversation (C6); 0 for people who have none. */
export async function countUnreadFrom(db: Database, userId: string, otherId: string): Promise<number> {
  const [contact] = await db
    .select({ unread: contacts.unread })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), eq(contacts.otherId, otherId)));
  return contact?.unread ?? 0;
}

/**
 * Emails people about messages unread for ten minutes: at most once an hour for each conversation, and about each
 * message once (N9). The mark moves in the email's batch, so dying in between sends no second one. Returns how many
 * conversations it emailed about.
 */
export async function emailUnreadMessages(context: DomainContext): Promise<number> {
  const { db, now } = context;
  const waiting = await db.all<UnreadFacts & { userId: string; seq: number }>(sql`
    select c.user_id as userId,
      c.other_id as senderId,
      u.role,
      u.first_name as reader,
      o.first_name || ' ' || o.last_name as sender,
      c.unread,
      (select seq from messages m where m.conversation_id = c.conversation_id and m.recipient_id = c.user_id
      order by seq desc limit 1) as seq
    from contacts c join users u on u.id = c.user_id join users o on o.id = c.other_id
    where c.unread > 0 and c.unread_since <= ${now - UNREAD_MINUTES * MINUTE} and u.suspended_at is null
      and (c.emailed_at is null or c.emailed_at <= ${now - HOUR})
      and exists (select 1 from messages m where m.conversation_id = c.conversation_id and m.recipient_id = c.user_id
      and m.seq > c.emailed_seq)
    order by c.unread_since limit ${DUE_ROWS}`);

  return doDueRows(waiting, 20, async ({ userId, seq, ...facts }) => {
    const isUnmarked = sql`user_id = ${userId} and other_id = ${facts.senderId} and emailed_seq < ${seq}`;
    const waits = sql`exists (select 1 from contacts where ${isUnmarked} and unread > 0)`;
    const causeId = causeOfUnread(userId, facts.senderId, seq);
    await batch(db, {
      notice: notify(context, {
        to: userId,
        cause: causeId,
        when: waits,
        notice: messageNotices.unreadMessages,
        facts,
      }),
      marked: db.update(contacts).set({ emailedSeq: seq, emailedAt: now }).where(isUnmarked),
    });
    return true;
  });
}
