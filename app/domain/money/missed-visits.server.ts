import { sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { bookings } from "~/db/schema";
import { isStillAdmin } from "../audit-log/audit-log.server";
import { withLatest } from "../bookings/booking-event";
import { isInLeadTime } from "../bookings/booking-machine";
import { transitionRecorded } from "../bookings/commands/booking-events.server";
import { decidedTransition } from "../bookings/commands/booking-transitions.server";
import { closeDisputes } from "../bookings/commands/disputes.server";
import { MISSED_VISIT_CLAIMS } from "../bookings/job-steps";
import { selectLatest } from "../bookings/queries/booking-details.server";
import type { BookingForCommand } from "../bookings/booking-views";
import type { DomainContext } from "../domain-context.server";
import type { Instant } from "../time/harare";
import { newId } from "../values/id";
import { OK, refuse } from "../values/refusal";
import type { SteppedUpUser } from "../values/user";
import { missedBy, visitOutcomes, type VisitOutcome } from "./missed-visit";
import { emitChange, type MoneyChange, recordDecision } from "./money-events.server";
import { setStart, changeTime, isFree } from "../bookings/commands/time-changes.server";

interface VisitDecision {
  outcome: VisitOutcome;
  /** Of "another time": the new start; null of the others. */
  start: Instant | null;
  /** Both sides read it. */
  reason: string;
}

/**
 * Decides for the office what became of a visit that one side says was missed (M5): ends all claims and the freeze, and
 * tells both sides. Where one side missed it, the booking is cancelled, late on that side's record, and held money goes as
 * M12 says; another time is a reschedule (B13); a visit that took place goes on as begun. Refuses with `finalChanged` where
 * `booking` (of `findBookingFor`) has changed or there is nothing to decide; `startNotInFuture`, `slotTaken`.
 */
export async function decideMissedVisit(
  context: DomainContext,
  admin: SteppedUpUser,
  booking: BookingForCommand,
  decision: VisitDecision,
) {
  if (!visitOutcomes(booking).includes(decision.outcome)) return refuse("finalChanged");
  return decision.outcome === "another-time"
    ? moveVisit(context, admin, booking, decision)
    : endVisit(context, admin, booking, decision);
}

/** The condition that the booking is as the office saw it when it decided. */
const isAsOfficeSaw = (admin: SteppedUpUser, booking: BookingForCommand) => sql`frozen_at = ${booking.frozenAt}
  and final_amount is null and status = ${booking.status} and held_amount = ${booking.heldAmount} and ${isStillAdmin(admin.id)}`;

const isAsShown = ({ id, startsAt, plumber }: BookingForCommand) =>
  sql`id = ${id} and starts_at = ${startsAt} and plumber_id is ${plumber?.id ?? null}`;

/** The statements of the decision itself. Its `event` comes directly behind the change that it makes (law 13). */
function decisionStatements(
  context: DomainContext,
  admin: SteppedUpUser,
  booking: BookingForCommand,
  { outcome, reason }: VisitDecision,
) {
  const change: MoneyChange = {
    id: newId(),
    actor: admin,
    booking,
    event: "decide",
    amount: null,
    outcome,
    reason,
  };
  const { event, notices, auditEntry } = recordDecision(context, change, {
    action: "visitDecided",
    after: { outcome },
  });
  const disputes = closeDisputes(context, booking.id, MISSED_VISIT_CLAIMS, transitionRecorded(booking, change.id));
  return { event, records: [...notices, auditEntry, disputes] };
}

async function endVisit(
  context: DomainContext,
  admin: SteppedUpUser,
  booking: BookingForCommand,
  decision: VisitDecision,
) {
  const { db, now } = context;
  const side = missedBy(decision.outcome);
  const set = side
    ? { frozenAt: null, updatedAt: now, missedBy: side, cancelledLateBy: side }
    : { frozenAt: null, updatedAt: now };
  const where = isAsOfficeSaw(admin, booking);
  const transition = decidedTransition(context, admin, booking, side ? "cancel" : "start", {
    reason: side && decision.reason,
    set,
    where,
  });
  const { updated, ...followed } = transition ?? {
    updated: db
      .update(bookings)
      .set(set)
      .where(sql`${isAsShown(booking)} and ${where}`),
  };
  const { event: decided, records } = decisionStatements(context, admin, booking, decision);
  const { updated: ended, latest } = await batch(db, {
    updated,
    decided,
    ...followed,
    records,
    latest: selectLatest(db, booking.id),
  });
  if (ended.meta.changes === 0) return withLatest(refuse("finalChanged"), latest, ["decide"], admin, now);
  emitChange(context, booking);
  return OK;
}

async function moveVisit(
  context: DomainContext,
  admin: SteppedUpUser,
  booking: BookingForCommand,
  decision: VisitDecision,
) {
  const { now } = context;
  const { start } = decision;
  if (start === null || !isInLeadTime(start, now)) return refuse("startNotInFuture");
  const { event: decided, records } = decisionStatements(context, admin, booking, decision);
  const { isChanged, after, latest } = await changeTime(context, admin, booking, "reschedule", start, {
    set: { ...setStart(start), frozenAt: null },
    where: sql`${isAsOfficeSaw(admin, booking)} and ${isFree(start)}`,
    decision: decided,
    follow: () => records,
  });
  if (isChanged) return OK;
  const isStillMissed = after?.status === booking.status && after.startsAt === booking.startsAt;
  if (isStillMissed && !after.free) return refuse("slotTaken");
  return withLatest(refuse("finalChanged"), latest, ["decide", "reschedule"], admin, now);
}
