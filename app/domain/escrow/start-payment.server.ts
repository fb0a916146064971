import { KEPT_STATUSES, type BookingForCommand } from "../bookings/booking";
import { sql } from "drizzle-orm";
import type * as z from "zod";
import { batch, selectWhere } from "~/db/client.server";
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
        isSame: sql<number>`amount = ${shown} and purpose = ${purpose} and method = ${method} and phone is ${phone}`,
      })
      .from(onlinePayments)
      .where(sql`id = ${id} and booking_id = ${booking.id} and client_id = ${client.id}`),
    open: selectWhere(db, onlinePayments, ["id"], sql`booking_id = ${booking.id} and ${isUndecided}`),
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
function recordStart({ db, now }: DomainContext, id: string, answer: StartAnswer) {
  const write = (event: "accept" | "refuse" | "lose", set: Changes<typeof onlinePayments>, orWhere = sql`false`) => {
    const { from, to: status } = ONLINE_TRANSITIONS[event];
    const where = sql`id = ${id} and (${isOneOf(sql`status`, from)} or ${orWhere})`;
    return updateWhere(db, onlinePayments, { status, nextPollAt: now + AFTER_START, ...set, updatedAt: now }, where);
  };
  if (answer.status === "lost") return write("lose", {});
  if (answer.status === "refused") return write("refuse", { failure: answer.reason, nextPollAt: null });
  const { status: _, ...howToPay } = answer;
  // The provider's post may have come first, and does not say how to pay.
  return write("accept", howToPay, sql`status = 'open'`);
}
