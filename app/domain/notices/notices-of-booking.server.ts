import { desc, eq } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { notices, users } from "~/db/schema";

const SHOWN = 50;

/**
 * Lists which notices went out about a booking, newest first, at most 50, without their bodies: to whom, on which
 * channel, when they were sent, delivered and seen, and why not (N17). `to` is null for the office. For the office alone.
 */
export const listNoticesOfBooking = (db: Database, bookingId: string) =>
  db
    .select({
      id: notices.id,
      kind: notices.kind,
      channel: notices.channel,
      subject: notices.subject,
      to: users.role,
      status: notices.status,
      nextAttemptAt: notices.nextAttemptAt,
      sentAt: notices.sentAt,
      deliveredAt: notices.deliveredAt,
      seenAt: notices.seenAt,
      lastError: notices.lastError,
      createdAt: notices.createdAt,
    })
    .from(notices)
    .leftJoin(users, eq(users.id, notices.userId))
    .where(eq(notices.bookingId, bookingId))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(SHOWN);
