import { sql, type SQL } from "drizzle-orm";
import { newEmailedToken } from "../../accounts/tokens.server";
import { batch } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { DAY, HOUR, type Instant } from "../../time/harare";
import type { Reader } from "../booking-email-parts";
import { bookingNotices } from "../booking-notices";
import { isStillOpen } from "../queries/booking-conditions.server";
import { SYSTEM } from "./booking-events.server";
import { transitionBooking } from "./booking-transitions.server";
import { visitNotices } from "../visit-notices";
import type { BookingForCommand } from "../booking-views";
import { type Due, doDueBookings } from "./due-bookings.server";
import { keepAnswerLink } from "./kept-answer-links.server";

/** Confirmed bookings that start within `ahead` (milliseconds) and have no such reminder yet (N7). */
export const toRemind = (mark: "remindedDayAt" | "remindedHoursAt", ahead: number, now: Instant): Due => ({
  condition: sql`${bookings.status} = 'confirmed' and ${bookings[mark]} is null
    and ${bookings.startsAt} > ${now} and ${bookings.startsAt} <= ${now + ahead}`,
  oldest: bookings.startsAt,
});

/** Requests that their plumber has had since `since` or longer without answering, and with so many nudges (N8); not of a suspended one. */
export const toNudge = (nudges: number, since: Instant): Due => ({
  condition: sql`${bookings.status} = 'pending' and ${bookings.plumberId} is not null
    and ${bookings.nudges} = ${nudges} and ${bookings.askedAt} <= ${since}
    and not exists (select 1 from users where users.id = ${bookings.plumberId} and users.suspended_at is not null)`,
  oldest: bookings.askedAt,
});

/** Requests that no one has answered by their start (B12). */
export const toExpire = (now: Instant): Due => ({
  condition: sql`${bookings.status} = 'pending' and ${bookings.startsAt} <= ${now}`,
  oldest: bookings.startsAt,
});

const BATCH_SIZE = 20;

const REMINDERS = [
  { mark: "remindedDayAt", ahead: DAY },
  { mark: "remindedHoursAt", ahead: 2 * HOUR },
] as const;

/**
 * Reminds both sides of confirmed bookings a day and two hours ahead (N7), marked in the batch that writes their notices:
 * once, however often this runs. A booking confirmed later is marked without a notice. Returns how many were marked.
 */
export async function remindOfAppointments(context: DomainContext): Promise<number> {
  const { db, now } = context;
  return sumOf(
    REMINDERS.map(({ mark, ahead }) =>
      doDueBookings(db, toRemind(mark, ahead, now), BATCH_SIZE, (booking) => {
        const { confirmedAt, startsAt, isPlumberSuspended } = booking;
        // After an outage both are due: the nearer one is told.
        const isNearest = !REMINDERS.some((one) => one.ahead < ahead && startsAt <= now + one.ahead);
        const isWorthwhile = confirmedAt !== null && confirmedAt <= startsAt - ahead && isNearest;
        // A suspended plumber can't act.
        const readers: Reader[] = isPlumberSuspended ? ["client"] : ["client", "plumber"];
        const isDue = sql`status = 'confirmed'`;
        return tellOnce(context, booking, visitNotices.bookingReminder, isWorthwhile ? readers : [], mark, isDue);
      }),
    ),
  );
}

async function sumOf(counts: Promise<number>[]): Promise<number> {
  await Promise.allSettled(counts);
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** The condition that a booking still has the start and the plumber that its notices name. */
const isUnchanged = ({ id, startsAt, plumber }: BookingForCommand): SQL =>
  sql`id = ${id} and starts_at = ${startsAt} and plumber_id is ${plumber?.id ?? null}`;

async function tellOnce(
  context: DomainContext,
  booking: BookingForCommand,
  notice: typeof visitNotices.bookingReminder,
  readers: Reader[],
  mark: "remindedDayAt" | "remindedHoursAt" | "askedToCloseAt",
  isDue: SQL,
  isTold = isDue,
) {
  const { db, now } = context;
  const isMarked = sql`exists (select 1 from bookings where ${isUnchanged(booking)} and ${bookings[mark]} = ${now} and ${isTold})`;
  // The mark keeps it to once; a booking that was moved away and back is told of again.
  const causeId = `${booking.id} ${mark} ${now}`;
  const isUnmarked = sql`${isUnchanged(booking)} and ${isDue} and ${bookings[mark]} is null`;
  await batch(db, {
    marked: db
      .update(bookings)
      .set({ [mark]: now })
      .where(isUnmarked),
    notices: readers.map((reader) =>
      notify(context, {
        to: booking[reader]?.id ?? null,
        cause: causeId,
        when: isMarked,
        notice,
        facts: { booking, reader },
      }),
    ),
  });
  return true;
}

/** Asks both sides of a job still open a day after its start, once, unless it was missed (B27). Returns how many. */
export const askAboutOpenJobs = (context: DomainContext): Promise<number> => {
  const isDue = isStillOpen(context.now);
  const due = { condition: sql`${isDue} and ${bookings.askedToCloseAt} is null`, oldest: bookings.startsAt };
  return doDueBookings(context.db, due, BATCH_SIZE, (booking) => {
    // Of a suspended plumber's job our office asks.
    const readers: Reader[] = booking.isPlumberSuspended ? [] : ["client", "plumber"];
    const isTold = sql`${isDue} and frozen_at is null`;
    return tellOnce(context, booking, visitNotices.jobStillOpen, readers, "askedToCloseAt", isDue, isTold);
  });
};

/** After how long without an answer a plumber is nudged, the first and the second time. */
const NUDGES = [2 * HOUR, DAY];

/** Nudges plumbers who have not answered a request, after two hours and after a day, once each (N8). Returns how many. */
export async function nudgePlumbers(context: DomainContext): Promise<number> {
  const { db, now } = context;
  return sumOf(
    NUDGES.map((after, nudges) =>
      doDueBookings(db, toNudge(nudges, now - after), BATCH_SIZE, (booking) => nudge(context, booking, nudges)),
    ),
  );
}

/** `nudges`: how many the plumber has had. If two are due after an outage, send one. */
async function nudge(context: DomainContext, booking: BookingForCommand, nudges: number): Promise<boolean> {
  const { db, now } = context;
  const { plumber, waitingSince: askedAt } = booking;
  const due = NUDGES.filter((after) => askedAt <= now - after).length;
  const answer = await newEmailedToken();
  const isPending = sql`${isUnchanged(booking)} and status = 'pending'`;
  const isNudged = sql`exists (select 1 from bookings where ${isPending} and nudges = ${due})`;
  await batch(db, {
    counted: db
      .update(bookings)
      .set({ nudges: sql`cast(${due} as integer)` })
      .where(sql`${isPending} and nudges = ${nudges}`),
    answerLink: plumber && keepAnswerLink(context, answer, booking, plumber.id, isNudged),
    notice: notify(context, {
      to: plumber?.id ?? null,
      cause: `${booking.id} ${askedAt} ${due}`,
      when: isNudged,
      notice: bookingNotices.requestUnanswered,
      facts: {
        booking,
        token: answer.token,
      },
    }),
  });
  return true;
}

/** Refuses requests that no one has answered by their start (B12), at most 20 a run, and tells both sides. Returns how many. */
export function expireRequests(context: DomainContext): Promise<number> {
  return doDueBookings(context.db, toExpire(context.now), BATCH_SIZE, async (booking) => {
    const result = await transitionBooking(context, SYSTEM, booking, "expire");
    return result.ok && result.changed;
  });
}
