import { sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { onlinePayments } from "~/db/schema";
import { isOneOf } from "~/db/columns";
import { recordEvent } from "../bookings/commands/booking-events.server";
import type { BookingForCommand } from "../bookings/booking";
import type { DomainContext } from "../domain-context.server";
import { CLEARING, heldFor, REFUNDS_DUE } from "../ledger/accounts";
import { transfer } from "../ledger/ledger.server";
import { emitChange } from "../money/money-events.server";
import { countPaid, issueReceipt, recordPaidOnline } from "../money/receipts.server";
import { insertRefund } from "../money/refund-statements.server";
import { notify } from "../notices/notify.server";
import { dateAt } from "../time/harare";
import { nextStandingAt } from "./online-payment";
import { onlinePaymentNotices } from "./online-payment-notices";
import type { ProviderStatus } from "./provider";

/** Until the end, what can be paid of a booking; after completion, what is asked for in the end. */
const OPEN = ["pending", "confirmed", "in-progress"] as const;

/**
 * Books a payment that the provider reports as paid (M10), whatever we believed before and however often it does: one
 * batch, in which each row requires the previous one. A payment that fits counts for its booking: it is held and gets a
 * receipt. One that doesn't is to be refunded, and the office is told (M11).
 */
export async function bookPaid(
  context: DomainContext,
  payment: { id: string; clientId: string; amount: number; booking: BookingForCommand },
  said: ProviderStatus,
): Promise<void> {
  const { db, now, emit } = context;
  const { id, clientId, amount, booking } = payment;
  const received = said.amount;
  const plumberId = booking.plumber?.id ?? null;

  const ofBooking = sql`from bookings where bookings.id = ${booking.id}`;
  const isRightAmount = sql`amount = ${received}`;
  const isPayable = sql`exists (select 1 ${ofBooking} and plumber_id is not null
    and (${isOneOf(sql`bookings.status`, OPEN)} or bookings.status = 'completed' and final_amount is not null))`;
  const isWithinWhatIsLeft = sql`${received} <= (select
    iif(bookings.status = 'completed', final_amount, coalesce(agreed_price, fee)) - paid_amount ${ofBooking})`;
  // Its history row and its record have its id: one of our own forms must not have taken it.
  const isFree = sql`not exists (select 1 from payments where id = ${id}) and not exists (select 1 from booking_events where id = ${id})`;
  const counts = sql`(${isRightAmount} and ${isPayable} and coalesce(${isWithinWhatIsLeft}, false) and ${isFree})`;
  const isBooked = (counted: 0 | 1) =>
    sql`exists (select 1 from online_payments where id = ${id} and status = 'paid' and counts = ${sql.raw(String(counted))})`;
  const isRecorded = sql`${isBooked(1)} and exists (select 1 from payments where id = ${id})`;

  const tellOfPaid = (reader: "client" | "plumber") =>
    notify(
      context,
      { user: booking[reader]?.id ?? null },
      onlinePaymentNotices.paidOnline,
      { booking, amount, reader },
      { causeId: id, condition: isRecorded },
    );
  const { booked } = await batch(db, {
    booked: db
      .update(onlinePayments)
      .set({
        status: "paid",
        paidAt: now,
        updatedAt: now,
        received,
        nextPollAt: nextStandingAt(now, now),
        polls: sql`polls + 1`,
        providerReference: sql`coalesce(${said.providerReference}, provider_reference)`,
        counts,
        reviewedBy: null,
        review: sql`case when ${counts} then null when not ${isRightAmount} then 'amount-differs' when not ${isPayable} then 'paid-after-end' else 'paid-twice' end`,
      })
      .where(sql`id = ${id} and status <> 'paid' and (select plumber_id ${ofBooking}) is ${plumberId}`),
    // Before the record of the payment: what was counted is asked by it.
    ...countPaid(
      db,
      booking,
      amount,
      dateAt(now),
      sql`${isBooked(1)} and not exists (select 1 from payments where id = ${id})`,
    ),
    recorded: recordPaidOnline(context, { id, bookingId: booking.id, amount }, isBooked(1)),
    event: recordEvent(context, booking, "pay-online", { id: clientId, role: "client", paymentId: id }, { id, amount }),
    receipt: issueReceipt(context, booking),
    held: transfer(
      db,
      {
        kind: "paid",
        debit: CLEARING,
        credit: heldFor(booking.id),
        amount,
        causeId: id,
        bookingId: booking.id,
        at: now,
      },
      isBooked(1),
    ),
    toPayBack: transfer(
      db,
      {
        kind: "paid-not-counted",
        debit: CLEARING,
        credit: REFUNDS_DUE,
        amount: received,
        causeId: id,
        bookingId: booking.id,
        at: now,
      },
      isBooked(0),
    ),
    refund: insertRefund(
      context,
      { booking, amount: received, reason: "not-counted", causeId: id },
      sql`${received} > 0 and ${isBooked(0)}`,
    ),
    noticesOfPaid: [tellOfPaid("client"), tellOfPaid("plumber")],
    noticesOfReturn: (["client", "office"] as const).map((reader) =>
      notify(
        context,
        reader === "office" ? { office: true } : { user: clientId },
        onlinePaymentNotices.paymentToReturn,
        { booking, amount: received, reader },
        { causeId: id, condition: isBooked(0) },
      ),
    ),
  });
  if (booked.meta.changes === 0) return;
  emitChange(context, booking);
  emit({ type: "officeChanged" });
}
