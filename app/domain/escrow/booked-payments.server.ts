import { sql, type SQL } from "drizzle-orm";
import { batch, isOneOf } from "~/db/client.server";
import { OPEN_STATUSES } from "~/db/booking-statuses";
import { bookings, onlinePayments } from "~/db/schema";
import type { BookingForCommand } from "../bookings/booking-views";
import { recordEvent, SYSTEM, transitionRecorded } from "../bookings/commands/booking-events.server";
import type { DomainContext } from "../domain-context.server";
import { heldFor, movedBy, transfer } from "../ledger/ledger.server";
import { emitChange, isUnused } from "../money/money-events.server";
import { countPaid, issueReceipt, recordPaidOnline } from "../money/receipts.server";
import { insertRefund, reduceRefunds } from "./refunds.server";
import { notify } from "../notices/notify.server";
import { dateAt } from "../time/harare";
import { nextStandingAt, ONLINE_TRANSITIONS } from "./online-payment";
import { escrowNotices } from "./escrow-notices";
import type { ProviderAnswer, ProviderStatus } from "./paynow";
import { freezingSince } from "../bookings/commands/disputes.server";
import { newId } from "../values/id";

type Row = typeof onlinePayments.$inferSelect;
/** An online payment with these columns, and its booking. Amounts are cents. */
type PaymentOf<Column extends keyof Row> = Pick<Row, Column> & { booking: BookingForCommand };

/**
 * Books a payment that the provider reports as paid (M10), whatever we believed before and however often it does: one
 * batch, in which each row requires the previous one. A payment that fits counts for its booking: it is held and gets a
 * receipt. One that doesn't is to be refunded, and the office is told (M11).
 */
export async function bookPaid(
  context: DomainContext,
  { id, clientId, amount, booking }: PaymentOf<"id" | "clientId" | "amount">,
  said: ProviderStatus,
): Promise<void> {
  const { db, now, emit } = context;
  const received = said.amount;
  const { from: unpaid, to: paid } = ONLINE_TRANSITIONS.pay;
  const plumberId = booking.plumber?.id ?? null;

  const bookingRow = sql`from bookings where bookings.id = ${booking.id}`;
  const isRightAmount = sql`amount = ${received}`;
  const isPayable = sql`exists (select 1 ${bookingRow} and plumber_id is not null
    and (${isOneOf(sql`bookings.status`, OPEN_STATUSES)} or bookings.status = 'completed' and final_amount is not null))`;
  const isWithinWhatIsLeft = sql`${received} <= (select
    iif(bookings.status = 'completed', final_amount, coalesce(agreed_price, fee)) - paid_amount ${bookingRow})`;
  const counts = sql`(${isRightAmount} and ${isPayable} and coalesce(${isWithinWhatIsLeft}, false) and ${isUnused(booking, id)})`;
  const isBooked = (counted: 0 | 1) =>
    sql`exists (select 1 from online_payments where id = ${id} and status = 'paid' and counts = ${sql.raw(String(counted))})`;
  const isPaid = sql`${isBooked(1)} and exists (select 1 from payments where id = ${id})`;
  const isNew = sql`${isBooked(1)} and not exists (select 1 from payments where id = ${id})`;
  const move = { debit: "clearing", causeId: id, bookingId: booking.id } as const;
  const toReturn = { ...move, kind: "paid-not-counted", credit: "refunds:due", amount: received } as const;
  const refund = { booking, amount: received, reason: "not-counted", causeId: id } as const;

  const { booked } = await batch(db, {
    booked: db
      .update(onlinePayments)
      .set({
        status: paid,
        paidAt: now,
        updatedAt: now,
        received,
        nextPollAt: nextStandingAt(now, now),
        polls: sql`polls + 1`,
        providerReference: sql`coalesce(${said.providerReference}, provider_reference)`,
        counts,
        reviewedBy: null,
        review: sql`case when ${counts} then null when not ${isRightAmount} then 'amount-differs'
          when not ${isPayable} then 'paid-after-end' else 'paid-twice' end`,
      })
      .where(sql`id = ${id} and ${isOneOf(sql`status`, unpaid)} and (select plumber_id ${bookingRow}) is ${plumberId}`),
    // Before the record of the payment: what was counted is asked by it.
    ...countPaid(db, booking, amount, dateAt(now), isNew),
    record: recordPaidOnline(context, { id, bookingId: booking.id, amount }, isBooked(1)),
    event: recordEvent(context, booking, "pay-online", { id: clientId, role: "client", paymentId: id }, { id, amount }),
    receipt: issueReceipt(context, booking),
    held: transfer(context, { ...move, kind: "paid", credit: heldFor(booking.id), amount }, isBooked(1)),
    toPayBack: transfer(context, toReturn, isBooked(0)),
    refund: insertRefund(context, refund, sql`${received} > 0 and ${isBooked(0)}`),
    noticesOfPaid: (["client", "plumber"] as const).map((reader) =>
      notify(context, {
        to: booking[reader]?.id ?? null,
        cause: id,
        when: isPaid,
        notice: escrowNotices.paidOnline,
        facts: { booking, amount, reader },
      }),
    ),
    noticesOfReturn: (["client", "office"] as const).map((reader) => {
      const to = reader === "office" ? ({ office: true } as const) : clientId;
      return notify(context, {
        to,
        cause: id,
        when: isBooked(0),
        notice: escrowNotices.paymentToReturn,
        facts: { booking, amount: received, reader },
      });
    }),
  });
  if (booked.meta.changes === 0) return;
  emitChange(context, booking);
  emit({ type: "officeChanged" });
}

type PaidPayment = PaymentOf<"id" | "createdAt" | "received" | "providerReference" | "disputedAt">;

/** Records what the provider says about a payment that we have booked (M11): still paid, disputed, or refunded. */
export async function recordStanding(
  context: DomainContext,
  payment: PaidPayment,
  said: ProviderAnswer,
): Promise<void> {
  const { db, now, emit } = context;
  const nextPollAt = nextStandingAt(payment.createdAt, now);
  const isBooked = sql`id = ${payment.id} and taken_back_at is null`;
  const asked = db
    .update(onlinePayments)
    .set({ polls: sql`polls + 1`, nextPollAt })
    .where(isBooked);
  const change = changeOf(context, payment, said);
  if (change === null) return void (await asked);
  const { changed } = await batch(db, { asked, ...change });
  if (changed.meta.changes === 0) return;
  emitChange(context, payment.booking);
  emit({ type: "officeChanged" });
}

function changeOf(context: DomainContext, payment: PaidPayment, said: ProviderAnswer) {
  if (said === null || said === "none") return null;
  if (said.status === "disputed") return disputed(context, payment);
  if (said.status === "paid") return payment.disputedAt === null ? null : settled(context, payment);
  return said.status === "open" ? null : takenBack(context, payment);
}

/** The payer disputes it: what is held for the booking is frozen until that is settled, or the office decides. */
function disputed(context: DomainContext, payment: PaidPayment) {
  const { db, now } = context;
  const { id, booking } = payment;
  const isOpen = sql`id = ${id} and status = 'paid' and disputed_at is null and taken_back_at is null`;
  const isNoted = sql`exists (select 1 from online_payments where id = ${id} and disputed_at = ${now})`;
  return {
    changed: db.update(onlinePayments).set({ disputedAt: now, review: "disputed", reviewedBy: null }).where(isOpen),
    frozen: db.update(bookings).set({ frozenAt: now, updatedAt: now })
      .where(sql`id = ${booking.id} and frozen_at is null and held_amount > 0 and ${isNoted}
        and (select counts from online_payments where id = ${id})`),
    notice: tellOffice(context, "paymentDisputed", payment, `${id} ${now}`, isNoted),
  };
}

/** The statement that ends the freeze of a payment's own dispute; that of a missed visit, or of another payment, stays. */
const endFreeze = ({ db, now }: DomainContext, { id, disputedAt, booking }: PaidPayment) =>
  db.update(bookings).set({ updatedAt: now, frozenAt: freezingSince() })
    .where(sql`id = ${booking.id} and frozen_at = ${disputedAt}
      and exists (select 1 from online_payments where id = ${id} and disputed_at is null)`);

/** The dispute is over in our favour. */
function settled(context: DomainContext, payment: PaidPayment) {
  const isIt = sql`id = ${payment.id} and disputed_at = ${payment.disputedAt}`;
  return {
    changed: context.db.update(onlinePayments).set({ disputedAt: null }).where(isIt),
    freezeEnded: endFreeze(context, payment),
  };
}

/**
 * The payer got it back: that reduces what is due to be refunded for the booking, the payment's own refund first; what
 * exceeds it comes out of what is held. Only what exceeds that too is the company's loss: it was passed on. Only what
 * comes out of held money counts as not paid: no one pays the plumber a second time.
 */
function takenBack(context: DomainContext, payment: PaidPayment) {
  const { db, now } = context;
  const { id, booking } = payment;
  const received = payment.received ?? 0;
  const eventId = newId();
  const recorded = transitionRecorded(booking, eventId);
  const refundSent = movedBy(id, "refund-sent");
  const takenBack = movedBy(id, "taken-back");
  const move = { credit: "clearing", causeId: id, bookingId: booking.id } as const;
  const fromHeld = sql`(select min(held_amount, ${received} - ${refundSent}) from bookings where id = ${booking.id})`;
  const lost = sql`(${received} - ${refundSent} - ${takenBack})`;
  return {
    changed: db
      .update(onlinePayments)
      .set({ takenBackAt: now, disputedAt: null, nextPollAt: null, review: "taken-back", reviewedBy: null })
      .where(sql`id = ${id} and status = 'paid' and taken_back_at is null`),
    event: recordEvent(context, booking, "take-back", SYSTEM, { id: eventId, amount: received }),
    ...reduceRefunds(context, payment, received, eventId),
    held: transfer(context, { ...move, kind: "taken-back", debit: heldFor(booking.id), amount: fromHeld }, recorded),
    loss: transfer(context, { ...move, kind: "loss", debit: "losses", amount: lost }, recorded),
    ...countPaid(db, booking, sql`-${takenBack}`, dateAt(now), recorded),
    freezeEnded: endFreeze(context, payment),
    notice: tellOffice(context, "paymentTakenBack", payment, id, recorded),
  };
}

const tellOffice = (
  context: DomainContext,
  kind: "paymentDisputed" | "paymentTakenBack",
  { booking, received }: PaidPayment,
  causeId: string,
  condition: SQL,
) =>
  notify(context, {
    to: { office: true },
    cause: causeId,
    when: condition,
    notice: escrowNotices[kind],
    facts: { booking, amount: received ?? 0 },
  });
