import type { bookings, contacts } from "../../app/db/schema";
import { conversationIdOf } from "../../app/domain/contacts/contacts.server";
import type { Instant } from "../../app/domain/time/harare";
import type { planMessages } from "./demo-talk";

/** Both sides of every pair that shares a booking or a message, active since they met or last wrote. */
export function contactsOf(
  rows: (typeof bookings.$inferInsert)[],
  talk: ReturnType<typeof planMessages>,
  now: Instant,
) {
  const pairs = new Map<string, typeof contacts.$inferInsert>();
  const meet = (one: string, other: string, at: Instant) => {
    for (const [userId, otherId] of [
      [one, other],
      [other, one],
    ] as const) {
      const key = `${userId} ${otherId}`;
      const unread = talk.filter(
        (message) => message.recipientId === userId && message.senderId === otherId && !message.read,
      );
      // Emailed already, so the demo town doesn't start with a heap of reminders.
      pairs.set(key, {
        userId,
        otherId,
        conversationId: conversationIdOf(one, other),
        activeAt: at,
        unread: unread.length,
        unreadSince: unread[0]?.createdAt,
        emailedSeq: talk.length,
        emailedAt: now,
      });
    }
  };
  for (const row of rows.toSorted((one, other) => other.createdAt - one.createdAt))
    if (row.plumberId) meet(row.clientId, row.plumberId, row.createdAt);
  for (const message of talk) meet(message.senderId, message.recipientId, message.createdAt);
  return [...pairs.values()];
}
