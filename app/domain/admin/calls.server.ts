import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings, notices } from "~/db/schema";
import { officeVerb } from "../audit-log/office-verb.server";
import type { BookingForCommand } from "../bookings/booking";
import { recordEvent } from "../bookings/commands/booking-events.server";
import { client, nameOf } from "../bookings/queries/booking-columns.server";
import type { DomainContext } from "../domain-context.server";
import { closeCalls, isToTell, putOffCalls } from "../notices/calls.server";
import type { Instant } from "../time/harare";
import type { AuthenticatedUser } from "../values/user";
import { CALL_AGAIN_AFTER, groupCalls, type Call } from "./calls";

/** How many notices the list reads at most. */
const MAX_READ = 200;

/** The condition that it is listed: what can still be taken back (O26) waits, what was tried before does not. */
const isListed = (now: Instant): SQL => sql`(notices.next_attempt_at <= ${now} or notices.attempts > 0)`;

/** Selects the bookings whose clients are to be called, for counting them (O2). */
export const bookingsToCall = (now: Instant): SQL =>
  sql`select distinct booking_id from notices where ${isToTell()} and ${isListed(now)}`;

/**
 * Lists whom the office has to call and why (N20), by booking: who has waited longest first, and behind them those who did
 * not answer. `hasMore`: there are more than the list reads.
 */
export async function listCalls(db: Database, now: Instant): Promise<{ calls: Call[]; hasMore: boolean }> {
  const rows = await selectToTell(db, and(isToTell(), isListed(now)), MAX_READ + 1);
  return { calls: groupCalls(rows.slice(0, MAX_READ)), hasMore: rows.length > MAX_READ };
}

/** What the client of this booking is to be told by a call; null: nothing. */
export async function findCall(db: Database, bookingId: string, now: Instant): Promise<Call | null> {
  return groupCalls(await selectToTell(db, and(isToTell(bookingId), isListed(now)), MAX_READ))[0] ?? null;
}

const selectToTell = (db: Database, which: SQL | undefined, limit: number) =>
  db
    .select({
      bookingId: sql<string>`${notices.bookingId}`,
      reference: bookings.reference,
      status: bookings.status,
      startsAt: bookings.startsAt,
      client: nameOf(client),
      phone: notices.recipient,
      what: sql<string>`${notices.subject}`,
      createdAt: notices.createdAt,
      attempts: notices.attempts,
      nextAttemptAt: notices.nextAttemptAt,
    })
    .from(notices)
    .innerJoin(bookings, eq(bookings.id, notices.bookingId))
    .innerJoin(client, eq(client.id, bookings.clientId))
    .where(which)
    .orderBy(asc(notices.nextAttemptAt), asc(notices.createdAt), sql`notices.rowid`)
    .limit(limit);

/**
 * Notes that the client was told on the phone what the list showed of this booking, up to the instant `until` (N20): in its
 * history, and logged. What has come since stays on the list. Told already: nothing changes. `booking` is what
 * `findBookingFor` gave.
 */
export async function markTold(
  context: DomainContext,
  admin: AuthenticatedUser,
  booking: BookingForCommand,
  until: Instant,
): Promise<{ ok: true }> {
  const { id } = booking;
  const isShown = sql`created_at <= ${until}`;
  await officeVerb(context, admin, "clientTold", {
    subject: { kind: "booking", id },
    when: sql`exists (select 1 from notices where ${isToTell(id)} and ${isShown})`,
    do: (recorded) => ({
      event: recordEvent(context, booking, "told-by-phone", admin),
      told: closeCalls(context, id, sql`${isShown} and ${recorded}`),
    }),
  });
  return { ok: true };
}

/** Notes that nobody answered: the call waits at the end of the list for half an hour (N20). Logged. */
export async function noteNoAnswer(
  context: DomainContext,
  admin: AuthenticatedUser,
  { id }: BookingForCommand,
): Promise<{ ok: true }> {
  const { db, now } = context;
  await officeVerb(context, admin, "clientNotReached", {
    subject: { kind: "booking", id },
    when: sql`exists (select 1 from notices where ${isToTell(id)} and next_attempt_at <= ${now})`,
    do: (recorded) => ({
      later: putOffCalls(db, sql`${isToTell(id)} and ${isListed(now)} and ${recorded}`, now + CALL_AGAIN_AFTER),
    }),
  });
  return { ok: true };
}
