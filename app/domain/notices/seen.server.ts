import { and, eq, gte, isNull, lt } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { notices } from "~/db/schema";
import { tryTwice } from "~/db/transient-errors";
import type { Instant } from "../time/harare";

const unseenOf = (userId: string) => and(eq(notices.userId, userId), isNull(notices.seenAt));

/** Marks a notice as seen by its reader (N12): a fallback that would tell the same by phone is dropped. */
export const markNoticeSeen = (db: Database, userId: string, noticeId: string, now: Instant) =>
  tryTwice(() =>
    db
      .update(notices)
      .set({ seenAt: now })
      .where(and(eq(notices.id, noticeId), unseenOf(userId)))
      .run(),
  );

/** Marks as seen what someone was told about a booking whose page they have opened (N12). */
export const markBookingNoticesSeen = (db: Database, userId: string, bookingId: string, now: Instant) =>
  tryTwice(() =>
    db
      .update(notices)
      .set({ seenAt: now })
      .where(and(eq(notices.bookingId, bookingId), unseenOf(userId)))
      .run(),
  );

/** The statement that marks as seen what someone was told for causes whose ids lie from one text to before another (N12). */
export const markNoticesSeen = (
  db: Database,
  userId: string,
  { from, before }: { from: string; before: string },
  now: Instant,
) =>
  db
    .update(notices)
    .set({ seenAt: now })
    .where(and(gte(notices.causeId, from), lt(notices.causeId, before), unseenOf(userId)));
