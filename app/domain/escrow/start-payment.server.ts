import { KEPT_STATUSES, type BookingForCommand } from "../bookings/booking";
import { sql, type SQL } from "drizzle-orm";
import type * as z from "zod";
import { batch } from "~/db/client.server";
import { insertWhere, type Changes, updateWhere } from "~/db/typed-writes.server";
import { isOneOf } from "~/db/columns";
import { onlinePayments } from "~/db/schema";
import { emitChange } from "../money/money-events.server";
import type { DomainContext } from "../domain-context.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { SECOND } from "../time/harare";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import { settingPart } from "../settings/settings.server";
import { isOverdue, isUndecided } from "./online-payment-views.server";
import { isUnused } from "./booked-payments.server";
import type { startPaymentForm } from "./escrow-forms";
import { ONLINE_TRANSITIONS, paymentChoices } from "./online-payment";
import type { StartAnswer } from "./paynow";

/** When the provider is asked about a payment whose answer has not come: later than it can come. */
const FIRST_TRACE = 30 * SECOND;
const AFTER_START = 10 * SECOND;

type StartResult =
  | { ok: true; checkoutUrl: string | null }
  | Refusal<"onlinePaymentsOff" | "onlinePaymentOpen" | "amountChanged" | "formUsed">
  | TooMany;

/**
 * Starts an online payment of the client's own booking (M10), once for the form's `id`. Returns the provider's page for a
 * card, else null. Refuses with `onlinePaymentOpen` while another payment is undecided, `amountChanged` where this cannot
 * be paid any more, `formUsed` where the `id` has started something else, and `tooMany`.
 */
export async function startPayment(
  context: DomainContext,
  client: AuthenticatedUser,
  booking: BookingForCommand,
  { id, purpose, shown, method, phone }: z.output<typeof startPaymentForm>,
): Promise<StartResult> {
  const { db, now, origin, paymentProvider } = context;
  if (!paymentProvider) return refuse("onlinePaymentsOff");
  const choice = paymentChoices(booking, "optional").find((one) => one.purpose === purpose && one.amount === shown);
  const attempt: Attempt = ["onlinePaymentPerClient", client.id];
  const isUnchanged = sql`bookings.id = ${booking.id} and client_id = ${client.id} and plumber_id is ${booking.plumber?.id ?? null}
    and bookings.status = ${booking.status} and ${isOneOf(sql`bookings.status`, KEPT_STATUSES)} and frozen_at is null
    and fee is ${booking.fee} and agreed_price is ${booking.agreedPrice} and agreed_deposit is ${booking.agreedDeposit}
    and final_amount is ${booking.finalAmount} and paid_amount = ${booking.paidAmount} and due = ${booking.due}
    and (${purpose} <> 'fee' or ${settingPart("fee-mode", "feeMode")} = 'optional')`;
  // The row is there before the provider is asked: what stops in between is traced (`checkPayments`), never started again.
  const { counted, expired, claimed, mine, open } = await batch(db, {
    counted: hit(context, attempt, sql`not exists (select 1 from online_payments where id = ${id})`),
    expired: db
      .update(onlinePayments)
      .set({ status: "expired", updatedAt: now })
      .where(sql`booking_id = ${booking.id} and ${isUndecided} and ${isOverdue(now)}`),
    claimed: insertWhere(
      db,
      onlinePayments,
      {
        id,
        bookingId: sql`bookings.id`,
        clientId: sql`client_id`,
        amount: choice?.amount ?? 0,
        purpose,
        method,
        phone,
        status: "starting",
        createdAt: now,
        updatedAt: now,
        nextPollAt: now + FIRST_TRACE,
      },
      sql`${Number(choice !== undefined)} and ${isUnchanged} and ${isUnused(id)} and ${isWithinLimit(context, attempt)}`,
      { from: sql`bookings`, onConflict: "nothing" },
    ),
    mine: db
      .select({
        checkoutUrl: onlinePayments.checkoutUrl,
        isSame: sql<number>`amount = ${shown} and purpose = ${purpose} and method = ${method} and phone is ${phone}`.as(
          "is_same",
        ),
      })
      .from(onlinePayments)
      .where(
        sql`${onlinePayments.id} = ${id} and ${onlinePayments.bookingId} = ${booking.id} and ${onlinePayments.clientId} = ${client.id}`,
      ),
    open: db
      .select({ id: onlinePayments.id })
      .from(onlinePayments)
      .where(sql`${onlinePayments.bookingId} = ${booking.id} and ${isUndecided}`),
  });
  if (claimed.meta.changes === 0) {
    if (mine[0]) return mine[0].isSame ? { ok: true, checkoutUrl: mine[0].checkoutUrl } : refuse("formUsed");
    const tooMany = exceeded(context, counted);
    if (tooMany) return tooMany;
    if (expired.meta.changes > 0) emitChange(context, booking);
    return refuse(open[0] ? "onlinePaymentOpen" : "amountChanged");
  }
  const answer = await paymentProvider.start({
    id,
    amount: shown,
    method,
    phone: phone && phone.replace(/^\+263/, "0"),
    email: client.email,
    description: `Pombi ${booking.reference}`,
    returnUrl: `${origin}/client-dashboard/bookings/${booking.id}/pay`,
    resultUrl: `${origin}/hooks/paynow/${id}`,
  });
  await recordStart(context, id, answer);
  emitChange(context, booking);
  return { ok: true, checkoutUrl: answer.status === "started" ? answer.checkoutUrl : null };
}

/** Writes down what the provider answered, unless it has said more by now. */
async function recordStart({ db, now }: DomainContext, id: string, answer: StartAnswer): Promise<void> {
  const from = (event: "accept" | "refuse" | "lose") =>
    sql`id = ${id} and ${isOneOf(sql`status`, ONLINE_TRANSITIONS[event].from)}`;
  const write = (set: Changes<typeof onlinePayments>, where: SQL) =>
    updateWhere(db, onlinePayments, { nextPollAt: now + AFTER_START, ...set, updatedAt: now }, where);
  switch (answer.status) {
    case "started": {
      const { status: _, ...howToPay } = answer;
      // The provider's post may have come first, and does not say how to pay.
      await write({ status: "open", ...howToPay }, sql`(${from("accept")} or id = ${id} and status = 'open')`);
      return;
    }
    case "refused":
      await write({ status: "refused", failure: answer.reason, nextPollAt: null }, from("refuse"));
      return;
    case "lost":
      await write({ status: "unknown" }, from("lose"));
  }
}
