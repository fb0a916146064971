import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import { batch, type Changes, type Database, columnsOf, isOneOf } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { AuditAction } from "../../audit-log/audit-log";
import { isStillAdmin } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { dropQueued } from "../../notices/notice-states.server";
import { notifyOfToggle, notify } from "../../notices/notify.server";
import { DAY, dateAt, type Instant } from "../../time/harare";
import { newId } from "../../values/id";
import { exceeded, hit, isWithinLimit, type Attempt } from "../../rate-limits/counter.server";
import { OK, refuse } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import { isOpen, LATE_CANCELLATION, UNDER_WAY_STATUSES } from "../booking";
import { ruleFor, upcomingTransitions, type BookingTransition, type TransitionRule } from "../booking-machine";
import { otherSide } from "../booking-email-parts";
import { bookingNotices } from "../booking-notices";
import { visitNotices } from "../visit-notices";
import { agreedAmount, isAboveAgreed, objectionTo, type FinalAmount } from "../final-amount";
import { BOOKING_CHANGES, withLatest } from "../booking-event";
import { notAllowed, undecided } from "../transition-refusals";
import { isVisitUndecided, undecidedVisit } from "../queries/booking-conditions.server";
import { reopenableUntil } from "../queries/booking-views.server";
import type { BookingForCommand } from "../booking-views";
import { selectLatest } from "../queries/booking-details.server";
import { endQuotes, recordBookingEntry, recordEvent, transitionRecorded, type System } from "./booking-events.server";
import { countAnswers, countInTallies, countJobs } from "./tallies.server";
import { closeDisputes, openCashDispute } from "./disputes.server";

/** A booking about to change its status: by whom, how, and why (null: no reason given). */
interface Change {
  actor: AuthenticatedUser | System;
  booking: BookingForCommand;
  transition: BookingTransition;
  rule: TransitionRule;
  reason: string | null;
  /** Of a completion (M3): what is asked for in cents (null: nothing was agreed), and the report (null: as it is). */
  completion: { amount: number | null; reason: string | null; report: string | null } | null;
  /** True if it holds only while the plumber has not answered. */
  isUnanswered: boolean;
  /** The condition that lets an actor without a session in, asked again in the statement; null: they have a session. */
  access: SQL | null;
  /** The office's decision that makes it (M5): what it changes too, and where it may; null: no decision does. */
  decision: { set: Changes<typeof bookings>; where: SQL } | null;
  eventId: string;
}

type Details = Partial<
  Pick<Change, "reason" | "isUnanswered" | "access"> & { final: FinalAmount | null; report: string | null }
>;

/**
 * Changes a booking's status as the table says (B2), and tells the other side; the same again by the same actor, in the same
 * words or none, succeeds with `changed` false (B10). `final`: what a completion asks for; null: the agreed price, else the fee (M3).
 * `isUnanswered`: a plumber who has answered keeps the request, and the cancellation is not late (B31). Refuses with
 * `tooEarly` and the instant; `finalReasonRequired`, `amountUnusual` or `priceChanged` (M3); `reopenOver`; `tooMany` (L1);
 * `visitUndecided` (M5); else `transitionNotAllowed` with the present status and who changed it last, also if the start or
 * the plumber has changed.
 */
export async function transitionBooking(
  context: DomainContext,
  actor: AuthenticatedUser | System,
  booking: BookingForCommand,
  transition: BookingTransition,
  { reason = null, final = null, report = null, isUnanswered = false, access = null }: Details = {},
) {
  const { db, now, emit } = context;
  const rule = ruleFor(transition, actor.role);
  if (!rule) return notAllowed(booking.status);
  const completes = rule.to === "completed";
  const objection = final && completes && rule.from.includes(booking.status) ? objectionTo(final, booking) : null;
  if (objection) return refuse(objection);

  const completion = completes
    ? { amount: final?.amount ?? agreedAmount(booking), reason: final?.reason ?? null, report }
    : null;
  const eventId = newId();
  const change: Change = {
    actor,
    booking,
    transition,
    rule,
    reason,
    completion,
    isUnanswered,
    access,
    decision: null,
    eventId,
  };
  const recorded = transitionRecorded(booking, eventId);
  const plumberId = booking.plumber?.id ?? null;
  // It can be taken back, and done again.
  const attempt: Attempt | null = completes ? ["togglePerUserAndBooking", `${actor.id}.${booking.id}`] : null;
  const { counted, updated, present, latest } = await batch(db, {
    counted: attempt && hit(context, attempt),
    ...statementsOf(context, change, attempt && isWithinLimit(context, attempt)),
    auditEntry: recordAdminTransition(context, change),
    noticeToClient: notifyOfTransition(context, change, "client"),
    noticeToPlumber: notifyOfTransition(context, change, "plumber"),
    invitation: completes
      ? // Unless it is there by then: `leaveReview` drops this.
        notify(context, {
          to: booking.client.id,
          cause: eventId,
          when: recorded,
          notice: visitNotices.reviewInvited,
          facts: { booking },
          delay: DAY,
        })
      : rule.reopens
        ? dropQueued(
            db,
            sql`booking_id = ${booking.id} and kind = ${visitNotices.reviewInvited.kind} and ${recorded}`,
            "The job isn't done yet.",
          )
        : null,
    present: db
      .select({
        ...columnsOf(bookings, "status", "finalAmount", "report"),
        isUndecided: undecidedVisit,
        isAsPriced: sql<number>`${isPriced(booking)}`.as("is_as_priced"),
      })
      .from(bookings)
      .where(eq(bookings.id, booking.id)),
    latest: selectLatest(db, booking.id),
  });

  const tooMany = exceeded(context, counted ?? []);
  if (tooMany) return tooMany;
  const [after] = present;
  const status = after?.status ?? booking.status;
  if (updated.meta.changes > 0) {
    emit({ type: "bookingChanged", bookingId: booking.id, status, clientId: booking.client.id, plumberId });
    return { ...OK, status, changed: true };
  }
  const last = latest.find(({ event }) => event === transition);
  const asksForElse = final !== null && after?.finalAmount !== final.amount;
  // Other words than those that are stored would be lost without a word.
  const saysElse = differs(reason ?? final?.reason, last?.reason) || differs(report, after?.report);
  if (last?.actorId === actor.id && status === rule.to && !asksForElse && !saysElse)
    return { ...OK, status, changed: false };
  if (after?.isUndecided) return undecided(latest, actor, now);
  const upcoming = upcomingTransitions({ ...booking, status }, actor.role, now);
  const tooEarly = upcoming.find((one) => one.transition === transition);
  if (tooEarly) return { ...refuse("tooEarly"), possibleFrom: tooEarly.from };
  if (completes && after?.isAsPriced === 0 && rule.from.includes(status))
    return withLatest(refuse("priceChanged"), latest, ["accept-quote"], actor, now);
  if (rule.reopens && status === "completed")
    return withLatest(refuse("reopenOver"), latest, REOPENS_NO_MORE, actor, now);
  return withLatest(notAllowed(status), latest, BOOKING_CHANGES, actor, now);
}

const differs = (given: string | null | undefined, stored: string | null | undefined): boolean =>
  given != null && given !== stored;

/** The statements of a transition: the change, its history row directly behind it, and the consequences for any actor. */
function statementsOf(context: DomainContext, change: Change, isWithin: SQL | null) {
  const { db, now } = context;
  const { actor, booking, transition, rule, reason, completion, eventId } = change;
  const recorded = transitionRecorded(booking, eventId);
  const plumberId = booking.plumber?.id ?? null;
  const completes = completion !== null;
  const tally = TALLIED.find((status) => status === rule.to);
  return {
    updated: updateStatus(db, change, now, isWithin),
    event: recordEvent(context, booking, transition, actor, {
      id: eventId,
      to: rule.to,
      reason: reason ?? completion?.reason,
      amount: completion?.amount,
    }),
    quotes: isOpen(rule.to) ? null : endQuotes(db, booking.id, ["open"], recorded, now),
    completedJobs:
      plumberId && (completes || rule.reopens)
        ? countJobs(db, "jobsCompleted", plumberId, completes ? 1 : -1, recorded)
        : null,
    reopenedTally:
      rule.reopens && booking.completedAt !== null
        ? countInTallies(db, "completed", plumberId, dateAt(booking.completedAt), recorded, { by: -1 })
        : null,
    dispute: rule.reopens ? closeDisputes(context, booking.id, ["dispute-final"], recorded) : null,
    tallies: tally ? countInTallies(db, tally, plumberId, dateAt(now), recorded) : null,
    answers: plumberId && ANSWERS.includes(transition) ? countAnswers(db, plumberId, recorded) : null,
    paidInHand: transition === "cancel" ? openCashDispute(context, booking, eventId) : null,
  };
}

/**
 * The statements by which an admin's decision about a booking changes its status too (M5), with `set`, where `where` holds
 * as well; `updated` is the first one. Who is told, and what is logged, is the decision's. Null: the table has no such
 * transition from the booking's status.
 */
export function decidedTransition(
  context: DomainContext,
  admin: AuthenticatedUser,
  booking: BookingForCommand,
  transition: "cancel" | "start",
  { reason, ...decision }: { reason: string | null } & NonNullable<Change["decision"]>,
) {
  const rule = ruleFor(transition, admin.role);
  if (!rule?.from.includes(booking.status)) return null;
  const change: Change = {
    actor: admin,
    booking,
    transition,
    rule,
    reason,
    completion: null,
    isUnanswered: false,
    access: null,
    decision,
    eventId: newId(),
  };
  return statementsOf(context, change, null);
}

const REOPENS_NO_MORE = ["record-payment", "release", "refund", "decide"] as const;

const isPriced = ({ agreedPrice, fee }: BookingForCommand) => sql`(agreed_price is ${agreedPrice} and fee is ${fee})`;

/** A booking that is open again needs both in their roles: without open ones either may have become an admin (O8). */
const areBothStill = sql`exists (select 1 from users where users.id = client_id and role = 'client')
  and exists (select 1 from users where users.id = plumber_id and role = 'plumber' and suspended_at is null)`;

/** The compare-and-set: the table's rule holds, and start, plumber and price are those that the notices name. */
function updateStatus(
  db: Database,
  { actor, booking, rule, completion, isUnanswered, access, decision }: Change,
  now: Instant,
  isWithin: SQL | null,
) {
  const { to } = rule;
  const isActors = {
    client: sql`client_id = ${actor.id}`,
    plumber: sql`plumber_id = ${actor.id}
      and exists (select 1 from users where users.id = plumber_id and suspended_at is null)`,
    admin: isStillAdmin(actor.id ?? ""),
    system: sql`true`,
  }[actor.role];
  // Answering counts as seeing (B15).
  const isSeen = actor.role === "plumber";
  return db
    .update(bookings)
    .set({
      status: to,
      updatedAt: now,
      // A column that is set writes its indexes, changed or not.
      ...(isSeen && { seenAt: sql`coalesce(seen_at, ${now})` }),
      ...(completion && {
        completedAt: now,
        finalAmount: completion.amount,
        finalReason: completion.reason,
        report: sql`coalesce(${completion.report}, report)`,
      }),
      ...(rule.reopens && { completedAt: null, finalAmount: null, finalReason: null, finalAnswer: null }),
      ...(to === "cancelled" &&
        (actor.role === "client" || actor.role === "plumber") && {
          cancelledLateBy: isUnanswered
            ? null
            : sql`iif(starts_at - ${now} < ${LATE_CANCELLATION}, ${actor.role}, null)`,
        }),
      ...decision?.set,
    })
    .where(
      and(
        eq(bookings.id, booking.id),
        isActors,
        access ?? undefined,
        isWithin ?? undefined,
        decision ? decision.where : sql`not ${isVisitUndecided}`,
        rule.reopens
          ? sql`completed_at = ${booking.completedAt} and ${reopenableUntil} >= ${now} and ${areBothStill}`
          : undefined,
        rule.notBefore === null
          ? undefined
          : sql`(starts_at <= ${now - rule.notBefore} or ${isOneOf(bookings.status, UNDER_WAY_STATUSES)})`,
        inArray(bookings.status, [...rule.from]),
        completion ? isPriced(booking) : undefined,
        isUnanswered
          ? sql`status = 'pending' and proposed_by is null and agreed_price is null and open_quote is null`
          : undefined,
        sql`starts_at = ${booking.startsAt} and plumber_id is ${booking.plumber?.id ?? null}`,
      ),
    );
}

const AUDIT_ACTIONS: Partial<Record<BookingTransition, AuditAction>> = {
  start: "bookingStarted",
  complete: "bookingCompleted",
  cancel: "bookingCancelled",
};

function recordAdminTransition(context: DomainContext, { actor, booking, transition, rule, reason, eventId }: Change) {
  const action = AUDIT_ACTIONS[transition];
  if (actor.role !== "admin" || !action) return null;
  const entry = { before: { status: booking.status }, after: { status: rule.to }, reason };
  return recordBookingEntry(context, actor, action, booking, transitionRecorded(booking, eventId), entry);
}

const ANSWERS: readonly BookingTransition[] = ["confirm", "refuse", "expire"];
const TALLIED = ["confirmed", "completed", "cancelled", "refused"] as const;

function notifyOfTransition(
  context: DomainContext,
  { actor, booking, transition, completion, eventId }: Change,
  reader: "client" | "plumber",
) {
  const user = booking[reader]?.id;
  if (!user || actor.role === reader) return null;
  return notifyOfToggle(context, {
    to: user,
    cause: eventId,
    when: transitionRecorded(booking, eventId),
    toggle:
      transition === "complete" || transition === "reopen"
        ? { of: `done ${booking.id}`, state: `${transition} ${completion?.amount ?? ""}` }
        : null,
    notice: bookingNotices.bookingTransitioned,
    facts: {
      booking,
      transition,
      actor: actor.role,
      plumberId: booking.plumber?.id ?? null,
      // Of the system nothing is said.
      who: actor.role === "admin" ? "Our office" : otherSide(booking, reader),
      asksMore: typeof completion?.amount === "number" && isAboveAgreed(completion.amount, booking),
      reader,
    },
  });
}
