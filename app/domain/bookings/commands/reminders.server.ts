import { sql, type SQL } from "drizzle-orm";
import { newEmailedToken } from "../../accounts/tokens.server";
import { batch } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { DAY, HOUR } from "../../time/harare";
import type { BookingForCommand } from "../booking-for-command";
import { bookingNotices } from "../booking-notices";
import { isStillOpen } from "../queries/booking-conditions.server";
import { keepAnswerLink } from "./answer-links.server";
import type { System } from "./booking-events.server";
import { transitionBooking } from "./booking-transitions.server";
import { visitNotices } from "../visit-notices";
import { doDueBookings, toClose, toExpire, toNudge, toRemind, type DueBooking } from "../queries/due-bookings.server";

/** How many bookings of each kind one run handles; the next run, a minute later, handles more. */
const BATCH_SIZE = 20;

const REMINDERS = [
  { when: "tomorrow", mark: "remindedDayAt", ahead: DAY },
  { when: "soon", mark: "remindedHoursAt", ahead: 2 * HOUR },
] as const;

/**
 * Reminds both sides of confirmed bookings a day and two hours ahead (N7). Each booking is marked in the batch that
 * writes its notices, so there is one to each side however often this runs, or wherever it crashes. A booking confirmed
 * later than that is marked without a notice: both sides have just heard of it. Returns how many were marked.
 */
export async function remindOfAppointments(context: DomainContext): Promise<number> {
  const { db, now } = context;
  return sumOf(
    REMINDERS.map((reminder) =>
      doDueBookings(db, toRemind(reminder.mark, reminder.ahead, now), BATCH_SIZE, (booking) =>
        remind(context, reminder, booking),
      ),
    ),
  );
}

/** The sum of what several tasks have done; throws what failed first, once all have ended. */
async function sumOf(counts: Promise<number>[]): Promise<number> {
  await Promise.allSettled(counts);
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/**
 * The condition that a booking still has the start and the plumber that its notices name: the office may have moved or
 * reassigned it since it was read.
 */
const isAsRead = ({ id, startsAt, plumber }: BookingForCommand): SQL =>
  sql`id = ${id} and starts_at = ${startsAt} and plumber_id is ${plumber?.id ?? null}`;

async function remind(
  context: DomainContext,
  { when, mark, ahead }: (typeof REMINDERS)[number],
  booking: DueBooking,
): Promise<boolean> {
  const { db, now } = context;
  const isUnchanged = sql`${isAsRead(booking)} and status = 'confirmed'`;
  const isWorthwhile = booking.confirmedAt !== null && booking.confirmedAt <= booking.startsAt - ahead;
  const tell = (reader: "client" | "plumber") => {
    // A suspended plumber can't act.
    const user = reader === "plumber" && booking.isPlumberSuspended ? null : booking[reader]?.id;
    if (!user || !isWorthwhile) return null;
    // The start is part of the cause: a rescheduled booking gets new reminders.
    const causeId = `${booking.id} ${booking.startsAt} ${when}`;
    const condition = sql`exists (select 1 from bookings where ${isUnchanged} and ${bookings[mark]} = ${now})`;
    return notify(context, { user }, visitNotices.bookingReminder, { booking, reader }, { causeId, condition });
  };
  await batch(db, {
    marked: db
      .update(bookings)
      .set({ [mark]: now })
      .where(sql`${isUnchanged} and ${bookings[mark]} is null`),
    noticeToClient: tell("client"),
    noticeToPlumber: tell("plumber"),
  });
  return true;
}

/**
 * Asks both sides of a booking that is still open a day after its start how it went, once (B27), unless one of them has
 * said who didn't come. Returns how many were asked about.
 */
export const askAboutOpenJobs = (context: DomainContext): Promise<number> =>
  doDueBookings(context.db, toClose(context.now), BATCH_SIZE, (booking) => askAbout(context, booking));

async function askAbout(context: DomainContext, booking: BookingForCommand): Promise<boolean> {
  const { db, now } = context;
  const isUnchanged = sql`${isAsRead(booking)} and ${isStillOpen(now)}`;
  const tell = (reader: "client" | "plumber") =>
    notify(
      context,
      // Of a suspended plumber's job our office asks.
      { user: booking.isPlumberSuspended ? null : (booking[reader]?.id ?? null) },
      visitNotices.jobStillOpen,
      { booking, reader },
      {
        // The start is part of the cause: a rescheduled booking is asked about again.
        causeId: `${booking.id} ${booking.startsAt}`,
        condition: sql`exists (select 1 from bookings where ${isUnchanged} and asked_to_close_at = ${now} and frozen_at is null)`,
      },
    );
  await batch(db, {
    marked: db
      .update(bookings)
      .set({ askedToCloseAt: now })
      .where(sql`${isUnchanged} and asked_to_close_at is null`),
    noticeToClient: tell("client"),
    noticeToPlumber: tell("plumber"),
  });
  return true;
}

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

/** `nudges`: how many the plumber has had. Where two are due, after an outage, one stands for both. */
async function nudge(context: DomainContext, booking: BookingForCommand, nudges: number): Promise<boolean> {
  const { db, now } = context;
  const { plumber, waitingSince: askedAt } = booking;
  const due = NUDGES.filter((after) => askedAt <= now - after).length;
  const answer = await newEmailedToken();
  const isPending = sql`${isAsRead(booking)} and status = 'pending'`;
  const isNudged = sql`exists (select 1 from bookings where ${isPending} and nudges = ${due})`;
  await batch(db, {
    counted: db
      .update(bookings)
      .set({ nudges: sql`cast(${due} as integer)` })
      .where(sql`${isPending} and nudges = ${nudges}`),
    answerLink: plumber && keepAnswerLink(context, answer, booking, plumber.id, isNudged),
    notice: notify(
      context,
      { user: plumber?.id ?? null },
      bookingNotices.requestUnanswered,
      { booking, token: answer.token },
      { causeId: `${booking.id} ${due}`, condition: isNudged },
    ),
  });
  return true;
}

const SYSTEM: System = { id: null, role: "system" };

/** Refuses requests that nobody has answered by their start (B12), at most 20 a run, and tells both sides. Returns how many. */
export function expireRequests(context: DomainContext): Promise<number> {
  return doDueBookings(context.db, toExpire(context.now), BATCH_SIZE, async (booking) => {
    const result = await transitionBooking(context, SYSTEM, booking, "expire");
    return result.ok && result.changed;
  });
}
