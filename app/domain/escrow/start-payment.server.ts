import { KEPT_STATUSES, type BookingForCommand } from "../bookings/booking";
import { and, eq, sql, type SQL } from "drizzle-orm";
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
import { type OnlineMethod, ONLINE_TRANSITIONS, type PaymentPurpose, paymentChoices } from "./online-payment";
import type { PaymentProvider, StartAnswer } from "./paynow";

/** When the provider is asked about a payment whose answer has not come: later than it can come. */
const FIRST_TRACE = 30 * SECOND;
const AFTER_START = 10 * SECOND;

interface Wish {
  /** The form's own. */
  id: string;
  purpose: PaymentPurpose;
  /** Cents that the page showed. */
  shown: number;
  method: OnlineMethod;
  /** The mobile phone that pays, in E.164; null: a card. */
  phone: string | null;
}

type StartResult =
  | { ok: true; checkoutUrl: string | null }
  | Refusal<"onlinePaymentsOff" | "onlinePaymentOpen" | "amountChanged" | "formUsed">
  | TooMany;

/**
 * Starts an online payment of the client's own booking (M10), which `findBookingFor` gave. The amount is the booking's; it
 * is refused where the page showed another one. The same again with the same `id` starts nothing and succeeds, whatever has
 * become of the payment meanwhile. Returns the provider's page, where one pays by card; else null.
 *
 * The row is there before the provider is asked: if everything stops in between, the payment is traced (`checkPayments`),
 * never started again. Refuses with `onlinePaymentOpen` while another payment of the booking is undecided, `amountChanged`
 * where this cannot be paid any more, `formUsed` where the `id` has started something else, and `tooMany`.
 */
export async function startPayment(
  context: DomainContext,
  client: AuthenticatedUser,
  booking: BookingForCommand,
  { id, purpose, shown, method, phone }: Wish,
): Promise<StartResult> {
  const { db, now, paymentProvider } = context;
  if (!paymentProvider) return refuse("onlinePaymentsOff");
  const choice = paymentChoices(booking, "optional").find((one) => one.purpose === purpose && one.amount === shown);
  const attempt: Attempt = ["onlinePaymentPerClient", client.id];
  const isUnchanged = sql`bookings.id = ${booking.id} and client_id = ${client.id} and plumber_id is ${booking.plumber?.id ?? null}
    and bookings.status = ${booking.status} and ${isOneOf(sql`bookings.status`, KEPT_STATUSES)} and frozen_at is null
    and fee is ${booking.fee} and agreed_price is ${booking.agreedPrice} and agreed_deposit is ${booking.agreedDeposit}
    and final_amount is ${booking.finalAmount} and paid_amount = ${booking.paidAmount} and due = ${booking.due}
    and (${purpose} <> 'fee' or ${settingPart("fee-mode", "feeMode")} = 'optional')`;
  // A payment's row of history and its record have its id: nothing else may have it.
  const isNew = sql`not exists (select 1 from payments where id = ${id}) and not exists (select 1 from booking_events where id = ${id})`;

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
      sql`${Number(choice !== undefined)} and ${isUnchanged} and ${isNew} and ${isWithinLimit(context, attempt)}`,
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
        and(
          eq(onlinePayments.id, id),
          eq(onlinePayments.bookingId, booking.id),
          eq(onlinePayments.clientId, client.id),
        ),
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
  const answer = await askToStart(context, paymentProvider, client, booking, { id, amount: shown, method, phone });
  await recordStart(context, id, answer);
  emitChange(context, booking);
  return { ok: true, checkoutUrl: answer.status === "started" ? answer.checkoutUrl : null };
}

const askToStart = (
  { origin }: DomainContext,
  provider: PaymentProvider,
  { email }: AuthenticatedUser,
  booking: BookingForCommand,
  { id, amount, method, phone }: { id: string; amount: number; method: OnlineMethod; phone: string | null },
): Promise<StartAnswer> =>
  provider.start({
    id,
    amount,
    method,
    phone: phone && phone.replace(/^\+263/, "0"),
    email,
    description: `Pombi ${booking.reference}`,
    returnUrl: `${origin}/client-dashboard/bookings/${booking.id}/pay`,
    resultUrl: `${origin}/hooks/paynow/${id}`,
  });

/** Writes down what the provider answered, unless it has said more by now. */
async function recordStart({ db, now }: DomainContext, id: string, answer: StartAnswer): Promise<void> {
  const from = (event: "accept" | "refuse" | "lose") =>
    sql`id = ${id} and ${isOneOf(sql`status`, ONLINE_TRANSITIONS[event].from)}`;
  // The provider's post may have come first, and does not say how to pay.
  const isStillToPay = sql`(${from("accept")} or id = ${id} and status = 'open')`;
  const nextPollAt = now + AFTER_START;
  const { set, where } = ((): { set: Changes<typeof onlinePayments>; where: SQL } => {
    switch (answer.status) {
      case "started": {
        const { pollUrl, checkoutUrl, instructions, code, codeExpiresAt, providerReference } = answer;
        const howToPay = { pollUrl, checkoutUrl, instructions, code, codeExpiresAt, providerReference };
        return { set: { status: "open", ...howToPay, nextPollAt }, where: isStillToPay };
      }
      case "refused":
        return { set: { status: "refused", failure: answer.reason, nextPollAt: null }, where: from("refuse") };
      case "lost":
        return { set: { status: "unknown", nextPollAt }, where: from("lose") };
    }
  })();
  await updateWhere(db, onlinePayments, { ...set, updatedAt: now }, where);
}
