import { sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import type { TransferKind } from "~/db/money-words";
import { bookings, onlinePayments } from "~/db/schema";
import { recordEvent, transitionRecorded, type System } from "../bookings/commands/booking-events.server";
import { freezingSince } from "../bookings/commands/disputes.server";
import type { BookingForCommand } from "../bookings/booking";
import type { DomainContext } from "../domain-context.server";
import { CLEARING, heldFor, LOSSES } from "../ledger/accounts";
import { transfer } from "../ledger/ledger.server";
import { emitChange } from "../money/money-events.server";
import { countPaid } from "../money/receipts.server";
import { reduceRefunds } from "../money/refund-statements.server";
import { notify } from "../notices/notify.server";
import { dateAt, type Instant } from "../time/harare";
import { newId } from "../values/id";
import { nextStandingAt } from "./online-payment";
import { onlinePaymentNotices } from "./online-payment-notices";
import type { ProviderStatus } from "./provider";

const SYSTEM: System = { id: null, role: "system" };

/** A payment that was booked as paid. Amounts are cents. */
interface PaidPayment {
  id: string;
  createdAt: Instant;
  received: number | null;
  providerReference: string | null;
  disputedAt: Instant | null;
  booking: BookingForCommand;
}

/**
 * Records what the provider says about a payment that we have booked (M11): still paid, disputed, or refunded to the
 * payer. Null or "none": no answer to trust, so it is asked again.
 */
export async function recordStanding(
  context: DomainContext,
  payment: PaidPayment,
  said: ProviderStatus | "none" | null,
): Promise<void> {
  const { db, now, emit } = context;
  const next = nextStandingAt(payment.createdAt, now);
  const asked = db
    .update(onlinePayments)
    .set({ polls: sql`polls + 1`, nextPollAt: next })
    .where(sql`id = ${payment.id} and taken_back_at is null`);
  const change = changeOf(context, payment, said);
  if (change === null) return void (await asked);
  const { changed } = await batch(db, { asked, ...change });
  if (changed.meta.changes === 0) return;
  emitChange(context, payment.booking);
  emit({ type: "officeChanged" });
}

function changeOf(context: DomainContext, payment: PaidPayment, said: ProviderStatus | "none" | null) {
  if (said === null || said === "none") return null;
  if (said.status === "disputed") return disputed(context, payment);
  if (said.status === "paid") return payment.disputedAt === null ? null : settled(context, payment);
  return said.status === "open" ? null : takenBack(context, payment);
}

/** The payer disputes it: what is held for the booking is frozen until that is settled, or the office decides. */
function disputed(context: DomainContext, { id, received, booking }: PaidPayment) {
  const { db, now } = context;
  const isNoted = sql`exists (select 1 from online_payments where id = ${id} and disputed_at = ${now})`;
  return {
    changed: db
      .update(onlinePayments)
      .set({ disputedAt: now, review: "disputed", reviewedBy: null })
      .where(sql`id = ${id} and status = 'paid' and disputed_at is null and taken_back_at is null`),
    frozen: db.update(bookings).set({ frozenAt: now, updatedAt: now })
      .where(sql`id = ${booking.id} and frozen_at is null and held_amount > 0 and ${isNoted}
        and (select counts from online_payments where id = ${id})`),
    notice: notify(
      context,
      { office: true },
      onlinePaymentNotices.paymentDisputed,
      { booking, amount: received ?? 0 },
      { causeId: `${id} ${now}`, condition: isNoted },
    ),
  };
}

/** The statement that ends the freeze of a payment's own dispute; that of a missed visit, or of another payment, stays. */
const endFreeze = ({ db, now }: DomainContext, { id, disputedAt, booking }: PaidPayment) =>
  db.update(bookings).set({ updatedAt: now, frozenAt: freezingSince() })
    .where(sql`id = ${booking.id} and frozen_at = ${disputedAt}
      and exists (select 1 from online_payments where id = ${id} and disputed_at is null)`);

/** The dispute is over, and the money is ours. */
const settled = (context: DomainContext, payment: PaidPayment) => ({
  changed: context.db
    .update(onlinePayments)
    .set({ disputedAt: null })
    .where(sql`id = ${payment.id} and disputed_at = ${payment.disputedAt}`),
  freezeEnded: endFreeze(context, payment),
});

/**
 * The payer got it back: that reduces what is due to be refunded for the booking, the payment's own refund first; what
 * exceeds it comes out of what is held. Only what exceeds that too is the company's loss: it was passed on. Only what
 * comes out of held money counts as not paid: nobody pays the plumber a second time.
 */
function takenBack(context: DomainContext, payment: PaidPayment) {
  const { db, now } = context;
  const { id, providerReference, booking } = payment;
  const received = payment.received ?? 0;
  const eventId = newId();
  const recorded = transitionRecorded(eventId);
  const moved = (kind: TransferKind) =>
    sql`coalesce((select amount from ledger_transfers where cause_id = ${id} and kind = ${kind}), 0)`;
  const move = { credit: CLEARING, causeId: id, bookingId: booking.id, at: now };
  return {
    changed: db
      .update(onlinePayments)
      .set({ takenBackAt: now, disputedAt: null, nextPollAt: null, review: "taken-back", reviewedBy: null })
      .where(sql`id = ${id} and status = 'paid' and taken_back_at is null`),
    event: recordEvent(context, booking, "take-back", SYSTEM, { id: eventId, amount: received }),
    ...reduceRefunds(
      context,
      { bookingId: booking.id, paymentId: id, received, eventId, reference: providerReference ?? id },
      recorded,
    ),
    held: transfer(
      db,
      {
        ...move,
        kind: "taken-back",
        debit: heldFor(booking.id),
        amount: sql`(select min(held_amount, ${received} - ${moved("refund-sent")}) from bookings where id = ${booking.id})`,
      },
      recorded,
    ),
    loss: transfer(
      db,
      {
        ...move,
        kind: "loss",
        debit: LOSSES,
        amount: sql`(${received} - ${moved("refund-sent")} - ${moved("taken-back")})`,
      },
      recorded,
    ),
    ...countPaid(db, booking, sql`-${moved("taken-back")}`, dateAt(now), recorded),
    freezeEnded: endFreeze(context, payment),
    notice: notify(
      context,
      { office: true },
      onlinePaymentNotices.paymentTakenBack,
      { booking, amount: received },
      { causeId: id, condition: recorded },
    ),
  };
}
