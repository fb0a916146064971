import { and, eq, sql } from "drizzle-orm";
import { batch, type Database, columnsOf, firstRow, insertWhere, isOneOf } from "~/db/client.server";
import { bookingEvents, bookings, payments } from "~/db/schema";
import { ACCEPTED_STATUSES } from "../bookings/booking";
import type { BookingForCommand } from "../bookings/booking-views";
import { type Payment, otherSide, rolesOn, type RecordedMethod } from "./booking-money";
import { isStillAdmin } from "../audit-log/audit-log.server";
import { MISSED_VISIT } from "../bookings/job-steps";
import { type BookingEventName, BOOKING_CHANGES, withLatest } from "../bookings/booking-event";
import { transitionRecorded } from "../bookings/commands/booking-events.server";
import { closeDenialsOncePaid, openCashDispute, openDispute } from "../bookings/commands/disputes.server";
import { selectLatest } from "../bookings/queries/booking-details.server";
import { isOf, speaksForClient } from "../bookings/queries/booking-conditions.server";
import type { DomainContext } from "../domain-context.server";
import { dateAt } from "../time/harare";
import { newId } from "../values/id";
import { exceeded, hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { OK, refuse } from "../values/refusal";
import type { AuthenticatedUser, Role, SessionClaims } from "../values/user";
import {
  emitChange,
  type MoneyChange,
  recordChange,
  recordMoneyEvent,
  recordSpokenFor,
  tellSides,
  isUnused,
} from "./money-events.server";
import { countPaid, issueReceipt, noteCash } from "./receipts.server";

/** The condition, over `bookings`, that a booking is this user's own, or that they are an admin. */
const isActorsBooking = ({ id, role }: AuthenticatedUser) =>
  ({ client: sql`client_id = ${id}`, plumber: sql`plumber_id = ${id}`, admin: isStillAdmin(id) })[role];

/** The condition that this user answers for their side: the office only for clients who cannot sign in (M6). */
function mayAnswer(user: AuthenticatedUser, bookingId: string) {
  const isTheirSide = user.role === "plumber" ? isActorsBooking(user) : speaksForClient(user);
  return sql`exists (select 1 from bookings where id = ${bookingId} and ${isTheirSide})`;
}

/** The condition, over `payments`, that the other side than this role's has recorded it. */
const isByOtherSide = (role: Role) => isOneOf(sql`recorded_by`, rolesOn(otherSide(role)));

/** The condition, over `bookings`, that `more` cents can be paid (M6): nothing is frozen, and it is not too much. */
export const canBePaid = (more: number) =>
  sql`(frozen_at is null and coalesce(paid_amount + ${more} <= payable, true))`;

const dueNow = sql<number>`${bookings.due}`.as("due");

const MISSED_VISITS: readonly BookingEventName[] = Object.values(MISSED_VISIT).map(({ claim }) => claim);

interface PaymentForm {
  id: string;
  amount: number;
  method: RecordedMethod;
}

/** The booking's record that waits for an answer. `isOwn`: this role's side has written it. */
export const selectOpenRecord = (db: Database, { id }: BookingForCommand, role: Role) =>
  db
    .select({
      amount: payments.amount,
      method: sql<RecordedMethod>`${payments.method}`.as("open_method"),
      isOwn: sql<boolean>`not ${isByOtherSide(role)}`.mapWith(Boolean).as("is_own"),
    })
    .from(payments)
    .where(and(eq(payments.bookingId, id), sql`${payments.status} = 'open'`));

/** The event that has the form's id already. `isSame`: it was the same form. */
function selectEarlierEvent(db: Database, booking: BookingForCommand, { id, amount, method }: PaymentForm) {
  const isSame = sql<boolean>`${bookingEvents.amount} = ${amount} and coalesce(${payments.method} = ${method}, true)`;
  return db
    .select({ event: bookingEvents.event, isSame: isSame.mapWith(Boolean).as("is_same") })
    .from(bookingEvents)
    .leftJoin(payments, eq(payments.id, bookingEvents.id))
    .where(and(eq(bookingEvents.id, id), eq(bookingEvents.bookingId, booking.id)));
}

/**
 * Records for a side that cents were paid (M6), once for `id`, or confirms (`confirmed`) the same record of the other side;
 * the office speaks for the client. Refuses with `paymentOpen` and the record that waits, `formUsed` (`id` has recorded
 * something else), `moneyFrozen` (M5), `tooMany` (L1), `aboveDue` and what is due, or `transitionNotAllowed`.
 */
export async function recordPayment(
  context: DomainContext,
  actor: AuthenticatedUser,
  booking: BookingForCommand,
  form: PaymentForm,
) {
  const { db, now } = context;
  const { id, amount, method } = form;
  const { role } = actor;
  // Both changes have the form's id for their row of history: at most one of them takes place, once.
  const recording: MoneyChange = { id, actor, booking, event: "record-payment", amount };
  const confirming: MoneyChange = { ...recording, event: "confirm-payment" };
  const isNew = isUnused(booking, id);
  const wasMade = ({ event }: MoneyChange) =>
    sql`exists (select 1 from booking_events where booking_id = ${booking.id} and id = ${id} and event = ${event})`;
  const isPayable = sql`${isOneOf(sql`bookings.status`, ACCEPTED_STATUSES)} and ${canBePaid(amount)}`;
  const answersThis = sql`booking_id = ${booking.id} and status = 'open' and amount = ${amount} and method = ${method}
    and ${isByOtherSide(role)}
    and ${isNew} and ${mayAnswer(actor, booking.id)} and exists (select 1 from bookings where id = ${booking.id} and ${isPayable})`;
  const isAnswer = sql`exists (select 1 from payments where ${answersThis})`;
  const counted = countPaid(db, booking, amount, dateAt(now), isAnswer);
  const attempt: Attempt = ["togglePerUserAndBooking", `${actor.id}.${booking.id}`];
  const isCounted = sql`changes() = 1 and booking_id = ${booking.id} and status = 'open'`;
  const record = { id, bookingId: sql`bookings.id`, amount, method, recordedBy: role, recordedAt: now };
  const isFirst = sql`bookings.id = ${booking.id} and ${isActorsBooking(actor)}
    and plumber_id = ${booking.plumber?.id ?? null} and ${isPayable} and ${isNew}
    and ${isWithinLimit(context, attempt)}
    and not exists (select 1 from payments where booking_id = ${booking.id} and status = 'open')`;
  const { hits, confirmed, inserted, present, open, earlier, latest } = await batch(db, {
    hits: hit(context, attempt, isNew),
    // Before the payment and its row of history change: behind them, a form sent again would count once more.
    earned: counted.earned,
    paid: counted.paid,
    confirmed: db.update(payments).set({ status: "confirmed", answeredBy: role, answeredAt: now }).where(isCounted),
    confirmation: recordMoneyEvent(context, confirming),
    receipt: issueReceipt(context, booking),
    cash: noteCash(context, booking),
    denials: closeDenialsOncePaid(context, booking.id),
    inserted: insertWhere(db, payments, { ...record, status: "open" }, isFirst, { from: sql`bookings` }),
    record: recordMoneyEvent(context, recording),
    forClient: recordSpokenFor(context, recording),
    confirmationNotices: tellSides(context, confirming, wasMade(confirming)),
    recordNotices: tellSides(context, recording, wasMade(recording)),
    present: db
      .select({ ...columnsOf(bookings, "status", "finalAmount", "frozenAt"), due: dueNow })
      .from(bookings)
      .where(eq(bookings.id, booking.id)),
    open: selectOpenRecord(db, booking, role),
    earlier: selectEarlierEvent(db, booking, form),
    latest: selectLatest(db, booking.id),
  });
  const tooMany = confirmed.meta.changes === 0 ? exceeded(context, hits) : null;
  if (tooMany) return tooMany;
  if (confirmed.meta.changes + inserted.meta.changes > 0) emitChange(context, booking);
  if (earlier[0]?.isSame) return { ...OK, confirmed: earlier[0].event === "confirm-payment" };
  const { status, finalAmount, due, frozenAt } = present[0] ?? booking;
  if (frozenAt !== null) return withLatest(refuse("moneyFrozen"), latest, MISSED_VISITS, actor, now);
  if (open[0]) return withLatest({ ...refuse("paymentOpen"), record: open[0] }, latest, ["record-payment"], actor, now);
  if (earlier[0]) return refuse("formUsed");
  if (finalAmount !== null && amount > due) return { ...refuse("aboveDue"), due };
  return withLatest({ ...refuse("transitionNotAllowed"), status }, latest, BOOKING_CHANGES, actor, now);
}

export function findPayment(db: Database, viewer: SessionClaims, bookingId: string, id: string) {
  return firstRow(
    db
      .select(columnsOf(payments, "id", "amount"))
      .from(payments)
      .innerJoin(bookings, eq(bookings.id, payments.bookingId))
      .where(and(eq(payments.id, id), eq(payments.bookingId, bookingId), isOf(viewer))),
  );
}

const STATUS_AFTER = {
  "confirm-payment": "confirmed",
  "deny-payment": "denied",
  "withdraw-payment": "withdrawn",
} as const;
const CLOSING_EVENTS = Object.keys(STATUS_AFTER) as BookingEventName[];

const answering =
  (event: keyof typeof STATUS_AFTER) =>
  async (
    context: DomainContext,
    actor: AuthenticatedUser,
    booking: BookingForCommand,
    { id: paymentId, amount }: Pick<Payment, "id" | "amount">,
    reason: string | null = null,
  ) => {
    const { db, now } = context;
    const id = newId();
    const change: MoneyChange = { id, actor, booking, event, amount, reason: event === "deny-payment" ? reason : null };
    const status = STATUS_AFTER[event];
    const recorded = transitionRecorded(booking, id);
    const mayClose =
      event === "withdraw-payment"
        ? sql`recorded_by = ${actor.role} and exists (select 1 from bookings where id = ${booking.id} and ${isActorsBooking(actor)})`
        : sql`${isByOtherSide(actor.role)} and ${mayAnswer(actor, booking.id)}`;
    const canCount = sql`exists (select 1 from bookings where id = ${booking.id} and ${canBePaid(amount)})`;
    const isOpen = sql`id = ${paymentId} and booking_id = ${booking.id} and status = 'open' and ${mayClose}
        and ${event === "confirm-payment" ? canCount : sql`true`}`;
    const { closed, present, latest } = await batch(db, {
      closed: db.update(payments).set({ status, answeredBy: actor.role, answeredAt: now }).where(isOpen),
      ...recordChange(context, change),
      ...(event === "confirm-payment" && {
        receipt: issueReceipt(context, booking),
        cash: noteCash(context, booking),
        ...countPaid(db, booking, amount, dateAt(now), recorded),
        denials: closeDenialsOncePaid(context, booking.id),
        cashDispute: openCashDispute(context, booking, id),
      }),
      ...(event === "deny-payment" && { dispute: openDispute(context, booking, { id, event }) }),
      present: db
        .select({
          status: payments.status,
          mayClose: sql<0 | 1>`${mayClose}`.as("may_close"),
          frozenAt: bookings.frozenAt,
          due: dueNow,
        })
        .from(payments)
        .innerJoin(bookings, eq(bookings.id, payments.bookingId))
        .where(eq(payments.id, paymentId)),
      latest: selectLatest(db, booking.id),
    });
    if (closed.meta.changes > 0) emitChange(context, booking);
    const [found] = present;
    if (closed.meta.changes > 0 || found?.status === status) return OK;
    if (found?.status !== "open") return withLatest(refuse("paymentAnswered"), latest, CLOSING_EVENTS, actor, now);
    if (!found.mayClose) return refuse("paymentAnswered");
    return found.frozenAt === null
      ? { ...refuse("recordAboveDue"), due: found.due }
      : withLatest(refuse("moneyFrozen"), latest, MISSED_VISITS, actor, now);
  };

/**
 * Confirms what the other side has recorded (M6): it counts, and gets a receipt (M7). Twice changes nothing. Refuses with
 * `paymentAnswered` and by whom, also when it isn't this user's to answer, with `moneyFrozen` (M5), or with
 * `recordAboveDue` and what is due in cents: it was recorded before the final amount was known.
 */
export const confirmPayment = answering("confirm-payment");

/** Denies such a payment, for a `reason` or null: that goes to the office (M5, M6). Otherwise as `confirmPayment`. */
export const denyPayment = answering("deny-payment");

/** Takes back this user's own record, made by mistake (M9), and tells the other side. Otherwise as `confirmPayment`. */
export const withdrawPayment = answering("withdraw-payment");
