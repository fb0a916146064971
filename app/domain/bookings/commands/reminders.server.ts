import { sql, type SQL } from "drizzle-orm";
import { statement } from "~/db/client.server";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { DAY, HOUR } from "../../time/harare";
import { bookingNotices } from "../booking-notices";
import { type BookingParticipants } from "../queries/booking-details.server";
import { listToNudge, listToRemind } from "../queries/due-bookings.server";

/** How many bookings a run looks at, of each kind: what is left waits a minute. */
const BATCH_SIZE = 20;

const REMINDERS = [
  { when: "tomorrow", mark: "reminded_day_at", ahead: DAY },
  { when: "soon", mark: "reminded_hours_at", ahead: 2 * HOUR },
] as const;

/**
 * Reminds both sides of confirmed appointments a day and two hours ahead. Each is marked in the batch that writes its
 * emails: however often this runs, or where it dies, there is one mail to each side. What was confirmed later than
 * that is marked without a mail: both have just heard of it. Gives how many were marked.
 */
export async function remindOfAppointments(context: DomainContext): Promise<number> {
  const { db, now } = context;
  const due = await Promise.all(REMINDERS.map(({ mark, ahead }) => listToRemind(db, mark, ahead, now, BATCH_SIZE)));
  const written = REMINDERS.flatMap((reminder, at) => due[at]!.map((booking) => remind(context, reminder, booking)));
  return (await Promise.all(written)).length;
}

async function remind(
  context: DomainContext,
  { when, mark, ahead }: (typeof REMINDERS)[number],
  booking: BookingParticipants & { confirmedAt: number | null },
) {
  const { db, now } = context;
  const column = sql.identifier(mark);
  const stands = sql`id = ${booking.id} and status = 'confirmed' and starts_at = ${booking.startsAt}`;
  const inTime = booking.confirmedAt !== null && booking.confirmedAt <= booking.startsAt - ahead;
  const marked: SQL = inTime ? sql`exists (select 1 from bookings where ${stands} and ${column} = ${now})` : sql`false`;
  // The start is part of the cause: a booking that moves gets new reminders.
  const cause = { causeId: `${booking.id} ${booking.startsAt} ${when}`, condition: marked };
  const remindSide = (reader: "client" | "plumber") =>
    notify(
      context,
      { user: booking[reader]?.id ?? null },
      bookingNotices.bookingReminder,
      { booking, now, reader },
      cause,
    );
  await db.batch([
    statement(db, sql`update bookings set ${column} = ${now} where ${stands} and ${column} is null`),
    remindSide("client"),
    remindSide("plumber"),
  ]);
}

/** After how long without an answer the plumber is reminded, the first and the second time. */
const NUDGES = [2 * HOUR, DAY];

/** Reminds plumbers of requests that wait for them: after two hours and after a day, once each. Gives how many. */
export async function nudgePlumbers(context: DomainContext): Promise<number> {
  const { db, now } = context;
  const due = await Promise.all(NUDGES.map((after, nudges) => listToNudge(db, nudges, now - after, BATCH_SIZE)));
  const written = due.flatMap((bookings, nudges) => bookings.map((booking) => nudge(context, booking, nudges)));
  return (await Promise.all(written)).length;
}

async function nudge(context: DomainContext, booking: BookingParticipants, nudges: number) {
  const { db } = context;
  const waits = sql`id = ${booking.id} and status = 'pending'`;
  await db.batch([
    statement(
      db,
      sql`update bookings set nudges = cast(${nudges + 1} as integer) where ${waits} and nudges = ${nudges}`,
    ),
    notify(
      context,
      { user: booking.plumber?.id ?? null },
      bookingNotices.requestUnanswered,
      { booking },
      {
        causeId: `${booking.id} ${nudges + 1}`,
        condition: sql`exists (select 1 from bookings where ${waits} and nudges = ${nudges + 1})`,
      },
    ),
  ]);
}
