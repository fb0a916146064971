import { eq, sql, type SQL } from "drizzle-orm";
import { batch, statement, type Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { bookings } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { hasConflictInSql } from "../../plumbers/free-starts.server";
import { DAY, type Instant } from "../../time/harare";
import { newId } from "../../values/id";
import { refuse, type Refusal } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import type { Booking, BookingStatus } from "../booking";
import { isReschedulable, MAX_PROPOSALS, RESCHEDULABLE_STATUSES, type ProposalAction } from "../booking-machine";
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
      on_the_way_at = null, expected_at = null`,
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
