import { eq, sql, type SQL } from "drizzle-orm";
import { batch, statement, type Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { bookings } from "~/db/schema";
import { isStillAdmin, recordAuditEntry } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { hasConflictInSql } from "../../plumbers/free-starts.server";
import { DAY, formatInstant, type Instant } from "../../time/harare";
import { newId } from "../../values/id";
import { refuse, type Refusal } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import type { Booking, BookingStatus } from "../booking";
import {
  canReschedule,
  isReschedulable,
  MAX_PROPOSALS,
  RESCHEDULABLE_STATUSES,
  type ProposalAction,
} from "../booking-machine";
import { bookingNotices } from "../booking-notices";
import { recordEvent, transitionRecorded } from "./booking-events.server";

/** How far ahead a suggested start may be (B13). */
const MAX_LEAD_TIME = 366 * DAY;

type Side = AuthenticatedUser & { role: "client" | "plumber" };
type ProposalResult =
  | { ok: true }
  | Refusal<"slotTaken" | "startNotInFuture" | "proposalGone" | "proposalsUsed">
  | (Refusal<"transitionNotAllowed"> & { status: BookingStatus });

const isFree = (start: Instant): SQL =>
  sql`not ${hasConflictInSql(sql`bookings.plumber_id`, sql`${start}`, sql`bookings.id`)}`;

/**
 * Suggests another start for a booking to the other side (B13): free, in the future and within 12 months; the hours of
 * T4 and T9 do not bind it. It replaces an open suggestion. `booking` is what `findBookingFor` gave this side.
 *
 * Refuses with `startNotInFuture`, `slotTaken`, `proposalsUsed` after three suggestions, or `transitionNotAllowed` and
 * the current status once the booking is no longer pending or confirmed.
 */
export async function proposeTime(
  context: DomainContext,
  side: Side,
  booking: Booking,
  start: Instant,
): Promise<ProposalResult> {
  const { now } = context;
  if (start <= now || start > now + MAX_LEAD_TIME || start === booking.startsAt) return refuse("startNotInFuture");
  return act(context, side, booking, "propose", start, {
    set: sql`proposed_start = ${start}, proposed_by = ${side.role}, proposals = proposals + 1`,
    where: sql`proposals < ${MAX_PROPOSALS} and ${isFree(start)}`,
  });
}

/**
 * Accepts the other side's suggestion of `start`: the booking gets that start and new reminders (B13). Refuses as
 * `proposeTime` does, and with `proposalGone` when something else is suggested by now, or when it is one's own.
 */
export async function acceptTime(
  context: DomainContext,
  side: Side,
  booking: Booking,
  start: Instant,
): Promise<ProposalResult> {
  return act(context, side, booking, "accept", start, {
    set: sql`starts_at = proposed_start, proposed_start = null, proposed_by = null, reminded_day_at = null, reminded_hours_at = null,
      on_the_way_at = null, expected_at = null, asked_to_close_at = null`,
    where: sql`proposed_start = ${start} and proposed_by <> ${side.role} and ${start} > ${context.now} and ${isFree(start)}`,
  });
}

/**
 * Declines the suggestion of `start`, or withdraws one's own: the booking keeps its time (B13). Refuses with
 * `proposalGone` when something else is suggested by now, or with `transitionNotAllowed` as `proposeTime` does.
 */
export async function declineTime(
  context: DomainContext,
  side: Side,
  booking: Booking,
  start: Instant,
): Promise<ProposalResult> {
  return act(context, side, booking, "decline", start, {
    set: sql`proposed_start = null, proposed_by = null`,
    where: sql`proposed_start = ${start}`,
  });
}

export type RescheduleResult =
  | { ok: true }
  | Refusal<"slotTaken" | "startNotInFuture">
  | (Refusal<"transitionNotAllowed"> & { status: BookingStatus });

/**
 * Moves a booking to another start at once (B13): the office any pending or confirmed one, and a client a request of
 * theirs that nobody has been assigned to. The start is free, in the future and within 12 months; hours do not bind it.
 * Ends an open suggestion, and starts the reminders anew. Tells both sides what the office did. The same start again
 * succeeds and changes nothing.
 *
 * Refuses with `startNotInFuture`, with `slotTaken`, and with `transitionNotAllowed` and the current status, also when
 * the booking has another start or plumber by now.
 */
export async function rescheduleBooking(
  context: DomainContext,
  actor: AuthenticatedUser,
  booking: Booking,
  start: Instant,
): Promise<RescheduleResult> {
  const { db, now, emit } = context;
  if (start === booking.startsAt) return { ok: true };
  if (start <= now || start > now + MAX_LEAD_TIME) return refuse("startNotInFuture");
  if (!canReschedule(booking, actor.role)) return { ...refuse("transitionNotAllowed"), status: booking.status };
  const eventId = newId();
  const recorded = transitionRecorded(eventId);
  const isByOffice = actor.role === "admin";
  const { updated, present } = await batch(db, {
    updated: statement(
      db,
      sql`
      update or ignore bookings set starts_at = ${start}, proposed_start = null, proposed_by = null, reminded_day_at = null,
        reminded_hours_at = null, on_the_way_at = null, expected_at = null, asked_to_close_at = null, updated_at = ${now}
      where id = ${booking.id} and ${isByOffice ? isStillAdmin(actor.id) : sql`client_id = ${actor.id}`}
        and status = ${booking.status} and starts_at = ${booking.startsAt}
        and plumber_id is ${booking.plumber?.id ?? null} and ${isFree(start)}`,
    ),
    event: recordEvent(db, {
      id: eventId,
      bookingId: booking.id,
      event: "reschedule",
      actor,
      to: booking.status,
      at: now,
    }),
    auditEntry: isByOffice
      ? recordAuditEntry(
          context,
          {
            admin: actor,
            action: "bookingRescheduled",
            subject: { kind: "booking", id: booking.id },
            before: { start: formatInstant(booking.startsAt) },
            after: { start: formatInstant(start) },
          },
          recorded,
        ).entry
      : null,
    notices: isByOffice
      ? (["client", "plumber"] as const).map((reader) =>
          notify(
            context,
            { user: booking[reader]?.id ?? null },
            bookingNotices.bookingRescheduled,
            { booking, start, reader },
            { causeId: eventId, condition: recorded },
          ),
        )
      : null,
    present: selectPresent(db, booking.id, start),
  });
  const [after] = present;
  if (after && updated.meta.changes === 1) {
    const { status, clientId, plumberId } = after;
    emit({ type: "bookingChanged", bookingId: booking.id, status, clientId, plumberId });
    return { ok: true };
  }
  const isUnchanged = after?.status === booking.status && after.plumberId === (booking.plumber?.id ?? null);
  if (after && isUnchanged && !after.free) return refuse("slotTaken");
  return { ...refuse("transitionNotAllowed"), status: after?.status ?? booking.status };
}

async function act(
  context: DomainContext,
  side: Side,
  booking: Booking,
  action: ProposalAction,
  start: Instant,
  change: { set: SQL; where: SQL },
): Promise<ProposalResult> {
  const { db, now, emit } = context;
  const eventId = newId();
  const reader = side.role === "client" ? "plumber" : "client";
  const { updated, present } = await batch(db, {
    updated: updateTime(db, side, booking, change, now),
    event: recordEvent(db, {
      id: eventId,
      bookingId: booking.id,
      event: action,
      actor: side,
      to: booking.status,
      at: now,
    }),
    notice: notify(
      context,
      { user: booking[reader]?.id ?? null },
      bookingNotices.rescheduleProposal,
      { booking, action, start, reader },
      { causeId: eventId, condition: transitionRecorded(eventId) },
    ),
    present: selectPresent(db, booking.id, start),
  });
  const [after] = present;
  if (after && updated.meta.changes === 1) {
    const { status, clientId, plumberId } = after;
    emit({ type: "bookingChanged", bookingId: booking.id, status, clientId, plumberId });
    return { ok: true };
  }
  if (!after || !isReschedulable(after.status))
    return { ...refuse("transitionNotAllowed"), status: after?.status ?? booking.status };
  if (action !== "propose" && after.proposedStart !== start) return refuse("proposalGone");
  if (action === "accept" && after.proposedBy === side.role) return refuse("proposalGone");
  if (action === "propose" && after.proposals >= MAX_PROPOSALS) return refuse("proposalsUsed");
  return after.free ? refuse("startNotInFuture") : refuse("slotTaken");
}

/** The compare-and-set. `or ignore`: the unique index has the last word on a slot. */
function updateTime(db: Database, side: Side, booking: Booking, change: { set: SQL; where: SQL }, now: Instant) {
  const isTheirs = side.role === "client" ? sql`client_id = ${side.id}` : sql`plumber_id = ${side.id}`;
  return statement(
    db,
    sql`
    update or ignore bookings set ${change.set}, updated_at = ${now}
    where id = ${booking.id} and ${isTheirs} and ${isOneOf(bookings.status, RESCHEDULABLE_STATUSES)}
      and plumber_id is not null and starts_at = ${booking.startsAt} and ${change.where}`,
  );
}

const selectPresent = (db: Database, bookingId: string, start: Instant) =>
  db
    .select({
      status: bookings.status,
      plumberId: bookings.plumberId,
      clientId: bookings.clientId,
      proposedStart: bookings.proposedStart,
      proposedBy: bookings.proposedBy,
      proposals: bookings.proposals,
      free: sql<number>`${isFree(start)}`.as("free"),
    })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
