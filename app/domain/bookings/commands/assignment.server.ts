import { eq, sql } from "drizzle-orm";
import { batch, type Database, updateOrIgnore, columnsOf, isOneOf } from "~/db/client.server";
import { nameById } from "~/db/user-names.server";
import { OPEN_ONLINE_STATUSES, STANDING_PAYMENT_STATUSES } from "~/db/money-words";
import { answerLinks, bookings } from "~/db/schema";
import { newEmailedToken, type EmailedToken } from "../../accounts/tokens.server";
import { isStillAdmin } from "../../audit-log/audit-log.server";
import { introduce } from "../../contacts/contacts.server";
import { isListedPlumber } from "../../accounts/listing.server";
import type { DomainContext } from "../../domain-context.server";
import { dropQueued } from "../../notices/notice-states.server";
import { notify } from "../../notices/notify.server";
import { hasConflictInSql } from "../../plumbers/free-starts.server";
import { dateAt, formatInstant, type Instant } from "../../time/harare";
import { newId } from "../../values/id";
import { OK, refuse } from "../../values/refusal";
import { fullName, type AuthenticatedUser } from "../../values/user";
import { isToCome } from "../booking";
import { BOOKING_CHANGES, withLatest } from "../booking-event";
import { notAllowed, undecided } from "../transition-refusals";
import { bookingNotices } from "../booking-notices";
import { isVisitUndecided, undecidedVisit } from "../queries/booking-conditions.server";
import { selectLatest } from "../queries/booking-details.server";

import type { BookingForCommand } from "../booking-views";
import { recordBookingEntry, recordEvent, transitionRecorded, endQuotes } from "./booking-events.server";
import type { BookablePlumber } from "./booking-requests.server";
import { isInLeadTime } from "../booking-machine";
import { selectHours } from "./booking-request-statements.server";
import { countInTallies, countJobs } from "./tallies.server";
import { setStart } from "./time-changes.server";
import { keepAnswerLink } from "./kept-answer-links.server";

interface Assignment {
  admin: AuthenticatedUser;
  booking: BookingForCommand;
  plumber: BookablePlumber;
  /** Lets the plumber answer from the notice (N16); null for a job that is confirmed already. */
  answer: EmailedToken | null;
  /** When it is to start: as before, or moved with it (O26). */
  start: Instant;
  eventId: string;
}

/**
 * Assigns a booking to a plumber, or reassigns it, and tells all sides (B14); hours do not bind the office. `start` moves
 * it too (O26); `shownPlumberId`: whom the page showed (null: no one). The present plumber again changes nothing.
 * Refuses with `startNotInFuture`, `transitionNotAllowed`, `assignedMeanwhile` and the plumber's name, `visitUndecided` (M5),
 * `paymentRecorded`, `slotTaken`, or `plumberNotFound`: no longer listed.
 */
export async function assignBooking(
  context: DomainContext,
  admin: AuthenticatedUser,
  booking: BookingForCommand,
  plumber: BookablePlumber,
  shownPlumberId: string | null,
  start: Instant = booking.startsAt,
) {
  const { db, now, emit } = context;
  if (start !== booking.startsAt && !isInLeadTime(start, now)) return refuse("startNotInFuture");
  if (!isToCome(booking.status)) return notAllowed(booking.status);
  const answer = booking.status === "pending" ? await newEmailedToken() : null;
  const eventId = newId();
  const assignment: Assignment = { admin, booking, plumber, answer, start, eventId };
  const { updated, present, hours, latest } = await batch(db, {
    // The unique index decides about the slot. A price agreed with another plumber ends (M2).
    updated: updateOrIgnore(
      db,
      bookings,
      {
        plumberId: plumber.id,
        preferredPlumberId: null,
        jobMinutes: sql`(select job_minutes from plumber_profiles where user_id = ${plumber.id})`,
        cityKey: sql`(select city_key from plumber_profiles where user_id = ${plumber.id})`,
        fee: sql`(select min(coalesce(bookings.fee, fee_cents), fee_cents) from plumber_profiles where user_id = ${plumber.id})`,
        agreedPrice: null,
        agreedDeposit: null,
        proposedStart: null,
        proposedBy: null,
        onTheWayAt: null,
        expectedAt: null,
        seenAt: null,
        nudges: 0,
        askedAt: now,
        updatedAt: now,
        ...(start === booking.startsAt ? {} : setStart(start)),
      },
      sql`id = ${booking.id} and plumber_id is not ${plumber.id}
      and plumber_id is ${shownPlumberId} and plumber_id is ${booking.plumber?.id ?? null}
      and status = ${booking.status} and starts_at = ${booking.startsAt}
      and not ${hasConflictInSql(sql`${plumber.id}`, sql`${start}`, sql`bookings.id`)}
      and ${isListedPlumber(plumber.id)}
      and not ${isVisitUndecided} and not ${hasPayments} and ${isStillAdmin(admin.id)}`,
    ),
    ...followAssignment(context, assignment),
    present: selectPresent(db, booking.id),
    hours: selectHours(db, plumber.id),
    latest: selectLatest(db, booking.id),
  });

  if (updated.meta.changes > 0) {
    const { id: bookingId, status, client, plumber: previous } = booking;
    for (const plumberId of new Set([plumber.id, previous?.id ?? plumber.id]))
      emit({ type: "bookingChanged", bookingId, status, clientId: client.id, plumberId });
    return OK;
  }
  const [after] = present;
  const isRescheduled = after?.startsAt !== booking.startsAt;
  if (after?.status === booking.status && after.plumberId === plumber.id && after.startsAt === start) return OK;
  if (after?.status === booking.status && after.plumberId !== shownPlumberId)
    return { ...refuse("assignedMeanwhile"), name: after.plumberName ?? "nobody" };
  if (after?.status !== booking.status || isRescheduled)
    return withLatest(notAllowed(after?.status ?? booking.status), latest, BOOKING_CHANGES, admin, now);
  if (after.isUndecided) return undecided(latest, admin, now);
  if (after.hasPayments) return withLatest(refuse("paymentRecorded"), latest, ["record-payment"], admin, now);
  return hours[0]?.listed ? refuse("slotTaken") : refuse("plumberNotFound");
}

/**
 * A payment names no plumber: it was made to the one who has the booking, who keeps it therefore (M6), also while our office
 * may still find that a denied one was made.
 */
export const hasPayments = sql`(
  exists (select 1 from payments
    where payments.booking_id = bookings.id and ${isOneOf(sql`payments.status`, STANDING_PAYMENT_STATUSES)})
  or exists (select 1 from disputes where booking_id = bookings.id and closed_at is null and event = 'deny-payment')
  or exists (select 1 from online_payments
    where online_payments.booking_id = bookings.id and ${isOneOf(sql`online_payments.status`, OPEN_ONLINE_STATUSES)}))`;

function followAssignment(context: DomainContext, { admin, booking, plumber, answer, start, eventId }: Assignment) {
  const { db, now } = context;
  const recorded = transitionRecorded(booking, eventId);
  const { client, plumber: previous } = booking;
  const isPreviousPlumbers = sql`booking_id = ${booking.id} and user_id = ${previous?.id ?? null} and ${recorded}`;
  const isMoved = start !== booking.startsAt;
  const booked = { id: booking.id, startsAt: start };
  const tell = (reader: "client" | "plumber" | "previous", user: string) =>
    notify(context, {
      to: user,
      cause: eventId,
      when: recorded,
      notice: bookingNotices.bookingAssigned,
      facts: {
        booking: booked,
        plumberId: plumber.id,
        previousId: previous && previous.id,
        previous: previous && fullName(previous),
        reader,
        token: reader === "plumber" && answer ? answer.token : null,
        before: isMoved ? booking.startsAt : null,
      },
    });
  return {
    event: recordEvent(context, booking, "assign", admin, { id: eventId, assignedTo: plumber.id }),
    // Behind the row above, which is the one change before it.
    moved: isMoved ? recordEvent(context, booking, "reschedule", admin, { aboutStart: start }) : null,
    auditEntry: recordBookingEntry(context, admin, "bookingAssigned", booking, recorded, {
      before: { plumber: previous?.id ?? null, ...(isMoved && { start: formatInstant(booking.startsAt) }) },
      after: { plumber: plumber.id, ...(isMoved && { start: formatInstant(start) }) },
    }),
    quotes: endQuotes(db, booking.id, ["open", "accepted", "declined", "replaced"], recorded, now),
    jobs: countJobs(db, "jobsTotal", plumber.id, 1, recorded),
    previousJobs: previous && countJobs(db, "jobsTotal", previous.id, -1, recorded),
    tally: countInTallies(db, "requested", plumber.id, dateAt(now), recorded, { forSite: false }),
    contacts: introduce(db, client.id, plumber.id, recorded, now),
    // Links of an earlier turn of the same plumber.
    earlierLinks: db
      .delete(answerLinks)
      .where(sql`booking_id = ${booking.id} and plumber_id = ${plumber.id} and ${recorded}`),
    answerLink: answer && keepAnswerLink(context, answer, booked, plumber.id, recorded),
    staleNotices: previous && dropQueued(db, isPreviousPlumbers, "Another plumber has the job now."),
    noticeToPlumber: tell("plumber", plumber.id),
    noticeToClient: tell("client", client.id),
    noticeToPrevious: previous && tell("previous", previous.id),
  };
}

const selectPresent = (db: Database, bookingId: string) =>
  db
    .select({
      ...columnsOf(bookings, "status", "startsAt", "plumberId"),
      hasPayments: sql<number>`${hasPayments}`.as("has_payments"),
      isUndecided: undecidedVisit,
      plumberName: nameById(sql`bookings.plumber_id`).as("plumber_name"),
    })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
