import { eq, sql, type SQL } from "drizzle-orm";
import { statement } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { bookings } from "~/db/schema";
import type { AuthenticatedUser } from "../../values/user";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { hasConflictInSql } from "../../plumbers/free-starts.server";
import { DAY, type Instant } from "../../time/harare";
import { newId } from "../../values/id";
import { refuse, type Refusal } from "../../values/refusal";
import type { BookingStatus } from "../booking";
import { transitionRecorded, recordEvent } from "./booking-events.server";
import { bookingNotices } from "../booking-notices";
import type { BookingParticipants } from "../queries/booking-details.server";
import { isReschedulable, MAX_PROPOSALS, RESCHEDULABLE_STATUSES, type ProposalAction } from "../booking-machine";

/** As far ahead as a request may lie (B13). */
const MAX_LEAD_TIME = 366 * DAY;

type Side = AuthenticatedUser & { role: "client" | "plumber" };
type ProposalResult =
  | { ok: true }
  | Refusal<"slotTaken" | "startNotInFuture" | "proposalGone" | "proposalsUsed">
  | (Refusal<"transitionNotAllowed"> & { status: BookingStatus });

const isReschedulableBooking = sql`${isOneOf(bookings.status, RESCHEDULABLE_STATUSES)} and plumber_id is not null`;
const isFree = (start: Instant) =>
  sql`not ${hasConflictInSql(sql`bookings.plumber_id`, sql`${start}`, sql`bookings.id`)}`;

/**
 * Proposes another start for an open booking to the other side: free, in the future, within twelve months; at most
 * three times a booking. The grid of the appointment page does not bind it (B13). A new proposal takes the
 * place of one that is not answered. `booking` is what `findBookingFor` gave this user. Refuses with
 * `startNotInFuture`, `slotTaken`, `proposalsUsed`, or `transitionNotAllowed` once the booking is closed.
 */
export async function proposeTime(
  context: DomainContext,
  side: Side,
  booking: BookingParticipants,
  start: Instant,
): Promise<ProposalResult> {
  const { now } = context;
  if (start <= now || start > now + MAX_LEAD_TIME || start === booking.startsAt) return refuse("startNotInFuture");
  return talk(context, side, booking, "propose", start, {
    set: sql`proposed_start = ${start}, proposed_by = ${side.role}, proposals = proposals + 1`,
    where: sql`proposals < ${MAX_PROPOSALS} and ${isFree(start)}`,
  });
}

/**
 * Accepts what the other side has proposed: the same booking moves to `start`, if that is what is proposed still, lies
 * ahead and is free; its reminders begin anew. Refuses as `proposeTime`, and with `proposalGone`, of one's own too.
 */
export async function acceptTime(
  context: DomainContext,
  side: Side,
  booking: BookingParticipants,
  start: Instant,
): Promise<ProposalResult> {
  return talk(context, side, booking, "accept", start, {
    set: sql`starts_at = proposed_start, proposed_start = null, proposed_by = null, reminded_day_at = null, reminded_hours_at = null`,
    where: sql`proposed_start = ${start} and proposed_by <> ${side.role} and ${start} > ${context.now} and ${isFree(start)}`,
  });
}

/** Declines a proposal, or takes one's own back: the booking stays as it is. Refuses with `proposalGone`. */
export async function declineTime(
  context: DomainContext,
  side: Side,
  booking: BookingParticipants,
  start: Instant,
): Promise<ProposalResult> {
  return talk(context, side, booking, "decline", start, {
    set: sql`proposed_start = null, proposed_by = null`,
    where: sql`proposed_start = ${start}`,
  });
}

async function talk(
  context: DomainContext,
  side: Side,
  booking: BookingParticipants,
  talk: ProposalAction,
  start: Instant,
  change: { set: SQL; where: SQL },
): Promise<ProposalResult> {
  const { db, now, emit } = context;
  const eventId = newId();
  const reader = side.role === "client" ? "plumber" : "client";
  const owned = side.role === "client" ? sql`client_id = ${side.id}` : sql`plumber_id = ${side.id}`;
  const [updated, , , [after]] = await db.batch([
    // `or ignore`: the unique index has the last word on a slot.
    statement(
      db,
      sql`
      update or ignore bookings set ${change.set}, updated_at = ${now}
      where id = ${booking.id} and ${owned} and ${isReschedulableBooking} and starts_at = ${booking.startsAt} and ${change.where}`,
    ),
    recordEvent(db, { id: eventId, bookingId: booking.id, event: talk, actor: side, to: booking.status, at: now }),
    notify(
      context,
      { user: booking[reader]?.id ?? null },
      bookingNotices.rescheduleProposal,
      { booking, action: talk, start, reader },
      { causeId: eventId, condition: transitionRecorded(eventId) },
    ),
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
      .where(eq(bookings.id, booking.id)),
  ]);
  if (after && updated.meta.changes === 1) {
    emit({
      type: "bookingChanged",
      bookingId: booking.id,
      status: after.status,
      clientId: after.clientId,
      plumberId: after.plumberId,
    });
    return { ok: true };
  }
  if (!after || !isReschedulable(after.status))
    return { ...refuse("transitionNotAllowed"), status: after?.status ?? booking.status };
  if (talk !== "propose" && after.proposedStart !== start) return refuse("proposalGone");
  if (talk === "accept" && after.proposedBy === side.role) return refuse("proposalGone");
  if (talk === "propose" && after.proposals >= MAX_PROPOSALS) return refuse("proposalsUsed");
  return after.free ? refuse("startNotInFuture") : refuse("slotTaken");
}
