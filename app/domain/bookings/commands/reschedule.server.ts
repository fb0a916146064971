import { sql } from "drizzle-orm";
import { isOneOf } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { BookingForCommand } from "../booking-views";
import { isStillAdmin } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { notifyOfToggle, notify } from "../../notices/notify.server";
import { formatInstant, type Instant } from "../../time/harare";
import { OK, refuse } from "../../values/refusal";
import { sideOf, type AuthenticatedUser, fullName, type Side } from "../../values/user";
import { isToCome, TO_COME_STATUSES } from "../booking";
import { isInLeadTime, canReschedule, MAX_PROPOSALS, type ProposalAction } from "../booking-machine";
import { otherSide } from "../booking-email-parts";
import { BOOKING_CHANGES, withLatest } from "../booking-event";
import { notAllowed, type NotAllowed, undecided } from "../transition-refusals";
import { bookingNotices } from "../booking-notices";
import { isVisitUndecided, speaksForClient } from "../queries/booking-conditions.server";
import { recordBookingEntry, recordForClient } from "./booking-events.server";
import { assignBooking } from "./assignment.server";
import type { BookablePlumber } from "./booking-requests.server";
import { setStart, isFree, type TimeChange, changeTime } from "./time-changes.server";

type Answer = (
  context: DomainContext,
  side: AuthenticatedUser,
  booking: BookingForCommand,
  start: Instant,
) => ReturnType<typeof act>;

/**
 * Suggests another start for a booking to the other side (B13), in place of an open suggestion; hours do not bind it.
 * Refuses with `startNotInFuture`, `startUnchanged`, `slotTaken`, `proposalsUsed` after three, `visitUndecided` (M5), or
 * `transitionNotAllowed` once the booking is no longer to come, or has another start or plumber by now.
 */
export async function proposeTime(context: DomainContext, side: Side, booking: BookingForCommand, start: Instant) {
  const { now } = context;
  if (!isInLeadTime(start, now)) return refuse("startNotInFuture");
  if (start === booking.startsAt) return refuse("startUnchanged");
  return act(context, side, booking, "propose", start, {
    set: { proposedStart: start, proposedBy: side.role, proposals: sql`proposals + 1` },
    where: sql`proposals < ${MAX_PROPOSALS} and ${isFree(start)}`,
  });
}

/**
 * Accepts the other side's suggestion of `start`, with new reminders (B13); the office does it for a client without an
 * email (N20). Refuses as `proposeTime` does, and with `proposalGone` for another suggestion, or one's own.
 */
export const acceptTime: Answer = (context, side, booking, start) =>
  act(context, side, booking, "accept", start, {
    set: setStart(sql`proposed_start`),
    where: sql`proposed_start = ${start} and proposed_by <> ${sideOf(side.role)} and ${start} > ${context.now} and ${isFree(start)}`,
  });

/** Declines or withdraws the suggestion of `start` (B13). Refuses with `proposalGone`, `visitUndecided`, or `transitionNotAllowed`. */
export const declineTime: Answer = (context, side, booking, start) =>
  act(context, side, booking, "decline", start, {
    set: { proposedStart: null, proposedBy: null },
    where: sql`proposed_start = ${start}`,
  });

/**
 * Moves a booking to another start at once (B13): the office any that is to come, a client a request without a plumber;
 * hours do not bind it. Ends an open suggestion, restarts the reminders and tells both sides what the office did. Refuses
 * with `startNotInFuture`, `slotTaken`, `visitUndecided` (M5), and `transitionNotAllowed`, also if the start or the plumber has
 * changed.
 */
export async function rescheduleBooking(
  context: DomainContext,
  actor: AuthenticatedUser,
  booking: BookingForCommand,
  start: Instant,
) {
  const { now } = context;
  if (start === booking.startsAt) return OK;
  if (!isInLeadTime(start, now)) return refuse("startNotInFuture");
  if (!canReschedule(booking, actor.role)) return notAllowed(booking.status);
  const isByOffice = actor.role === "admin";
  const mayReschedule = isByOffice ? isStillAdmin(actor.id) : sql`client_id = ${actor.id}`;
  const { isChanged, after, latest } = await changeTime(context, actor, booking, "reschedule", start, {
    set: setStart(start),
    where: sql`${mayReschedule} and status = ${booking.status} and not ${isVisitUndecided} and ${isFree(start)}`,
    follow: (recorded, causeId) =>
      isByOffice
        ? [
            recordBookingEntry(context, actor, "bookingRescheduled", booking, recorded, {
              before: { start: formatInstant(booking.startsAt) },
              after: { start: formatInstant(start) },
            }),
            ...(["client", "plumber"] as const).map((reader) =>
              notify(context, {
                to: booking[reader]?.id ?? null,
                cause: causeId,
                when: recorded,
                notice: bookingNotices.bookingRescheduled,
                facts: {
                  booking,
                  before: booking.startsAt,
                  reader,
                },
              }),
            ),
          ]
        : [],
  });
  if (isChanged) return OK;
  if (after?.isUndecided) return undecided(latest, actor, now);
  const isUnchanged =
    after?.status === booking.status &&
    after.startsAt === booking.startsAt &&
    after.plumberId === (booking.plumber?.id ?? null);
  if (after && isUnchanged && !after.free) return refuse("slotTaken");
  return withLatest(notAsShown(booking, after), latest, BOOKING_CHANGES, actor, now);
}

async function act(
  context: DomainContext,
  side: AuthenticatedUser,
  booking: BookingForCommand,
  action: ProposalAction,
  start: Instant,
  change: Pick<TimeChange, "set" | "where">,
) {
  const { now } = context;
  const reader = sideOf(side.role) === "client" ? "plumber" : "client";
  const mayAct = side.role === "plumber" ? sql`plumber_id = ${side.id}` : speaksForClient(side);
  const { isChanged, after, latest } = await changeTime(context, side, booking, action, start, {
    set: change.set,
    where: sql`${mayAct} and ${isOneOf(bookings.status, TO_COME_STATUSES)} and plumber_id is not null
      and not ${isVisitUndecided} and ${change.where}`,
    follow: (recorded, causeId) => [
      ...(side.role === "admin"
        ? recordForClient(context, side, booking, { after: { event: action, start: formatInstant(start) } }, recorded)
        : []),
      ...notifyOfToggle(context, {
        to: booking[reader]?.id ?? null,
        cause: causeId,
        when: recorded,
        toggle: { of: `time ${booking.id}`, state: action === "accept" ? null : `${action} ${start}` },
        notice: bookingNotices.rescheduleProposal,
        facts: { booking, action, who: otherSide(booking, reader), start, reader },
      }),
    ],
  });
  if (isChanged) return OK;
  if (after?.isUndecided) return undecided(latest, side, now);
  const isAsShown = after?.startsAt === booking.startsAt && after.plumberId === (booking.plumber?.id ?? null);
  if (!after || !isToCome(after.status) || !isAsShown)
    return withLatest(notAsShown(booking, after), latest, BOOKING_CHANGES, side, now);
  if (action !== "propose" && after.proposedStart !== start)
    return withLatest(refuse("proposalGone"), latest, ["propose", "decline"], side, now);
  if (action === "accept" && after.proposedBy === sideOf(side.role)) return refuse("proposalGone");
  if (action === "propose" && after.proposals >= MAX_PROPOSALS) return refuse("proposalsUsed");
  return after.free ? refuse("startNotInFuture") : refuse("slotTaken");
}

/** The refusal where a booking is no longer as it was shown: where its plumber is the same, it names the new start. */
function notAsShown(
  shown: BookingForCommand,
  after: Pick<typeof bookings.$inferSelect, "status" | "startsAt" | "plumberId"> | undefined,
): NotAllowed {
  const refused = notAllowed(after?.status ?? shown.status);
  if (!after || !isToCome(after.status) || after.plumberId !== (shown.plumber?.id ?? null)) return refused;
  return after.startsAt === shown.startsAt ? refused : { ...refused, movedTo: after.startsAt };
}

/**
 * Moves a booking on the office's board (O26) to another start, another plumber (null: no one has it, no one gets it), or
 * both in one batch; `shown` is where the page showed it. Where it is there already, nothing changes. Refuses as
 * `assignBooking` and `rescheduleBooking` do; a booking with a plumber can't be left without one: `plumberNotFound`.
 */
export async function moveBooking(
  context: DomainContext,
  admin: AuthenticatedUser,
  booking: BookingForCommand,
  to: { plumber: BookablePlumber | BookingForCommand["plumber"]; start: Instant },
  shown: { plumberId: string | null; startsAt: Instant },
) {
  const holder = booking.plumber?.id ?? null;
  const { plumber, start } = to;
  if (!plumber && shown.plumberId !== null) return refuse("plumberNotFound");
  const isThere = holder === (plumber?.id ?? null) && booking.startsAt === start;
  if (isThere) return OK;
  if (holder !== shown.plumberId)
    return { ...refuse("assignedMeanwhile"), name: booking.plumber ? fullName(booking.plumber) : "nobody" };
  const asShown = { ...booking, startsAt: shown.startsAt };
  // One who is no longer listed keeps what they have, and gets nothing new.
  return plumber && "fee" in plumber && plumber.id !== shown.plumberId
    ? assignBooking(context, admin, asShown, plumber, shown.plumberId, start)
    : rescheduleBooking(context, admin, asShown, start);
}
