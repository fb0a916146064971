import { and, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { brand } from "~/brand";
import { batch, type Database, type Changes, insertWhere, isOneOf } from "~/db/client.server";
import { bookings, onlinePayments } from "~/db/schema";
import { KEPT_STATUSES } from "../bookings/booking";
import { isOf } from "../bookings/queries/booking-conditions.server";
import { client, commandFields, plumber } from "../bookings/queries/booking-views.server";
import type { BookingForCommand } from "../bookings/booking-views";
import type { DomainContext } from "../domain-context.server";
import { doDueRows, DUE_ROWS } from "../due-rows.server";
import { emitChange, isUnused } from "../money/money-events.server";
import { notify } from "../notices/notify.server";
import { type Attempt, exceeded, hit, isWithinLimit } from "../rate-limits/counter.server";
import { settingPart } from "../settings/settings.server";
import { type Instant, MINUTE, SECOND } from "../time/harare";
import { OK, refuse } from "../values/refusal";
import type { AuthenticatedUser, SessionClaims } from "../values/user";
import { bookPaid, recordStanding } from "./booked-payments.server";
import type { startPaymentForm } from "./escrow-forms";
import { escrowNotices } from "./escrow-notices";
import {
  expiresAt,
  isOpenOnline,
  nextPollAt,
  ONLINE_TRANSITIONS,
  type OnlineEventName,
  amountsToPay,
  standingPage,
} from "./online-payment";
import { isOverdue, isUnchecked, hasOpenStatus } from "./online-payment-views.server";
import type { PaymentProvider, ProviderAnswer, ProviderStatus, StartAnswer } from "./paynow";

/** When the provider is asked about a payment whose answer has not come: later than it can come. */
const FIRST_TRACE = 30 * SECOND;
const FIRST_POLL_DELAY = 10 * SECOND;

/**
 * Starts an online payment of the client's own booking (M10), once for the form's `id`. Returns the provider's page for a
 * card, else null. Refuses with `onlinePaymentOpen` while another payment is undecided or our office has to check it,
 * `amountChanged` where this cannot be paid any more, `formUsed` where the `id` has started something else, and `tooMany`.
 */
export async function startPayment(
  context: DomainContext,
  client: AuthenticatedUser,
  booking: BookingForCommand,
  { id, purpose, shown, method, phone }: z.output<typeof startPaymentForm>,
) {
  const { db, now, origin, paymentProvider } = context;
  if (!paymentProvider) return refuse("onlinePaymentsOff");
  const choice = amountsToPay(booking, "optional").find((one) => one.purpose === purpose && one.amount === shown);
  const attempt: Attempt = ["onlinePaymentPerClient", client.id];
  const isUnchanged = sql`bookings.id = ${booking.id} and client_id = ${client.id} and plumber_id is ${booking.plumber?.id ?? null}
    and bookings.status = ${booking.status} and ${isOneOf(sql`bookings.status`, KEPT_STATUSES)}
    and frozen_at is null and unchecked_payment is null and open_payment is null
    and fee is ${booking.fee} and agreed_price is ${booking.agreedPrice} and agreed_deposit is ${booking.agreedDeposit}
    and final_amount is ${booking.finalAmount} and paid_amount = ${booking.paidAmount} and due = ${booking.due}
    and (${purpose} <> 'fee' or ${settingPart("fee-mode", "feeMode")} = 'optional')`;
  const isLate = sql`booking_id = ${booking.id} and ${hasOpenStatus} and ${isOverdue(now)}`;
  const row = {
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
  } as const;
  const canStart = sql`${Number(choice !== undefined)} and ${isUnchanged} and ${isUnused(booking, id)}
    and ${isWithinLimit(context, attempt)}`;
  // The row exists before the provider is asked: what stops in between is traced (`checkPayments`), never started again.
  const { counted, expired, claimed, mine, open } = await batch(db, {
    counted: hit(context, attempt, sql`not exists (select 1 from online_payments where id = ${id})`),
    expired: db.update(onlinePayments).set({ status: "expired", updatedAt: now }).where(isLate),
    claimed: insertWhere(db, onlinePayments, row, canStart, { from: sql`bookings`, onConflict: "nothing" }),
    mine: db
      .select({
        checkoutUrl: onlinePayments.checkoutUrl,
        isSame: sql<number>`amount = ${shown} and purpose = ${purpose} and method = ${method} and phone is ${phone}`,
      })
      .from(onlinePayments)
      .where(sql`id = ${id} and booking_id = ${booking.id} and client_id = ${client.id}`),
    open: db
      .select({ id: onlinePayments.id })
      .from(onlinePayments)
      .where(sql`booking_id = ${booking.id} and (${hasOpenStatus} or ${isUnchecked})`),
  });
  if (claimed.meta.changes === 0) {
    if (mine[0]) return mine[0].isSame ? { ...OK, checkoutUrl: mine[0].checkoutUrl } : refuse("formUsed");
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
    // Paynow writes to an address about each payment: to ours, where we know of none.
    email: client.email ?? brand.email,
    description: `Pombi ${booking.reference}`,
    returnUrl: origin + standingPage(booking.id, id),
    resultUrl: `${origin}/hooks/paynow/${id}`,
  });
  await recordStart(context, id, answer);
  emitChange(context, booking);
  return { ...OK, checkoutUrl: answer.status === "started" ? answer.checkoutUrl : null };
}

/** Writes down what the provider answered, unless it has said more by now. */
function recordStart({ db, now }: DomainContext, id: string, answer: StartAnswer) {
  const write = (event: "accept" | "refuse" | "lose", set: Changes<typeof onlinePayments>, orWhere = sql`false`) => {
    const { from, to: status } = ONLINE_TRANSITIONS[event];
    const where = sql`id = ${id} and (${isOneOf(sql`status`, from)} or ${orWhere})`;
    const change = { status, nextPollAt: now + FIRST_POLL_DELAY, ...set, updatedAt: now };
    return db.update(onlinePayments).set(change).where(where);
  };
  if (answer.status === "lost") return write("lose", {});
  if (answer.status === "refused") return write("refuse", { failure: answer.reason, nextPollAt: null });
  const { status: _, ...howToPay } = answer;
  // The provider's post may have come first, and does not say how to pay.
  return write("accept", howToPay, sql`status = 'open'`);
}

/** Until then, a payment that the provider knows nothing of may still be on its way there. */
const TRACE_GRACE = 2 * MINUTE;
const BATCH_SIZE = 30;

const selectToCheck = (db: Database) =>
  db
    .select({ payment: onlinePayments, ...commandFields })
    .from(onlinePayments)
    .innerJoin(bookings, eq(bookings.id, onlinePayments.bookingId))
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId));

type StoredPayment = typeof onlinePayments.$inferSelect;
type PaymentToCheck = StoredPayment & { booking: BookingForCommand };
const toCheck = ({ payment, ...booking }: BookingForCommand & { payment: StoredPayment }): PaymentToCheck => ({
  ...payment,
  booking,
});

/** Lists the ids of the payments whose time it is to be asked about, oldest first. */
export const listToCheck = (db: Database, now: Instant) =>
  db
    .select({ id: onlinePayments.id })
    .from(onlinePayments)
    .where(sql`next_poll_at is not null and next_poll_at <= ${now}`)
    .orderBy(onlinePayments.nextPollAt)
    .limit(DUE_ROWS);

/** Asks the provider about every payment whose time it is (M10, M11), also about paid ones. Returns how many. */
export async function checkPayments(context: DomainContext): Promise<number> {
  const { db, now, paymentProvider } = context;
  if (!paymentProvider) return 0;
  return doDueRows(await listToCheck(db, now), BATCH_SIZE, async ({ id }) => {
    const [row] = await selectToCheck(db).where(eq(onlinePayments.id, id));
    if (row) await check(context, paymentProvider, toCheck(row));
    return row !== undefined;
  });
}

/**
 * Asks the provider about one payment of the viewer's booking and writes down what it says (M10). Refuses with
 * `onlinePaymentNotFound`, `providerSilent` where no answer came that can be trusted, and `tooMany`.
 */
export const checkPaymentFor = (context: DomainContext, viewer: SessionClaims, id: string) =>
  checkOne(context, id, { viewer });

/** Asks the provider about the payment `id`, because it has posted `said` (M10). Refuses as `checkPaymentFor` does. */
export const takeResultPost = async (context: DomainContext, id: string, said: ProviderStatus) =>
  said.id === id ? checkOne(context, id, { said }) : refuse("onlinePaymentNotFound");

async function checkOne(
  context: DomainContext,
  id: string,
  { viewer, said }: { viewer?: SessionClaims; said?: ProviderStatus },
) {
  const { db, paymentProvider } = context;
  if (!paymentProvider) return refuse("onlinePaymentsOff");
  const [counted, [row]] = await Promise.all([
    hit(context, ["checkPerOnlinePayment", id], sql`exists (select 1 from online_payments where id = ${id})`),
    selectToCheck(db).where(and(eq(onlinePayments.id, id), viewer && isOf(viewer))),
  ]);
  if (!row) return refuse("onlinePaymentNotFound");
  const payment = toCheck(row);
  if (payment.status === "paid" && !mayHaveChanged(payment, said)) return OK;
  const tooMany = exceeded(context, counted);
  if (tooMany) return tooMany;
  // An answer that got lost took the address to ask at with it.
  const known = payment.pollUrl ? payment : { ...payment, pollUrl: said?.pollUrl ?? null };
  return (await check(context, paymentProvider, known)) ? OK : refuse("providerSilent");
}

/** The provider's own word is a reason to ask about a payment that was paid; its repeated posts are not. */
const mayHaveChanged = ({ takenBackAt, disputedAt }: PaymentToCheck, said: ProviderStatus | undefined): boolean =>
  said !== undefined && takenBackAt === null && (said.status !== "paid" || disputedAt !== null);

/** Asks, and writes down what comes of it. Returns whether an answer came that can be trusted. */
async function check(context: DomainContext, provider: PaymentProvider, payment: PaymentToCheck): Promise<boolean> {
  const polled = payment.pollUrl ? await provider.poll(payment.pollUrl) : null;
  const answer = polled ?? (await provider.trace(payment.id));
  const said = answer === "none" || answer?.id === payment.id ? answer : null;
  if (payment.status === "paid") await recordStanding(context, payment, said);
  else if (said !== "none" && said?.status === "paid") await bookPaid(context, payment, said);
  else await recordUnpaid(context, payment, said);
  return said !== null;
}

/** Tells a payment by WhatsApp, whose payer has just written there, from one on a page, which shows what became of it. */
const wasTalking = (userId: string, at: Instant) =>
  sql`exists (select 1 from phone_channels where user_id = ${userId} and channel = 'whatsapp' and ended_at is null
    and last_inbound_at between ${at - MINUTE} and ${at + MINUTE})`;

const EVENTS: Partial<Record<ProviderStatus["status"], OnlineEventName>> = {
  open: "accept",
  cancelled: "cancel",
  failed: "fail",
  refunded: "fail",
};

/** The event that an answer means for a payment; null: nothing new. */
function eventOf(payment: PaymentToCheck, said: ProviderAnswer, now: number): OnlineEventName | null {
  if (said === "none") return now - payment.createdAt >= TRACE_GRACE ? "notFound" : null;
  const event = (said && EVENTS[said.status]) ?? null;
  return (event === null || event === "accept") && expiresAt(payment) <= now ? "expire" : event;
}

/** The compare-and-set of a payment that is not paid: its status, and when it is asked about again. */
async function recordUnpaid(context: DomainContext, payment: PaymentToCheck, said: ProviderAnswer): Promise<void> {
  const { db, now, emit } = context;
  const event = eventOf(payment, said, now);
  const transition = event && ONLINE_TRANSITIONS[event];
  const status = transition?.from.includes(payment.status) ? transition.to : payment.status;
  const isDecided = status === "cancelled" || status === "failed" || status === "refused";
  const next = isDecided ? null : nextPollAt(payment.createdAt, payment.polls, now);
  const facts = said === "none" ? null : said;
  // Paid and disputed before we heard of either.
  const review = facts?.status === "disputed" ? "disputed" : !isDecided && next === null ? "unanswered" : null;
  const { id, booking, amount } = payment;
  const change = {
    status,
    updatedAt: now,
    polls: sql`polls + 1`,
    nextPollAt: next,
    pollUrl: sql`coalesce(poll_url, ${facts?.pollUrl ?? payment.pollUrl})`,
    providerReference: sql`coalesce(provider_reference, ${facts?.providerReference ?? null})`,
    review: sql`coalesce(review, ${review})`,
  };
  const { updated } = await batch(db, {
    updated: db
      .update(onlinePayments)
      .set(change)
      .where(sql`id = ${id} and status = ${payment.status}`),
    notice: notify(context, {
      to: payment.clientId,
      cause: id,
      when: sql`${!isOpenOnline(status)} and exists (select 1 from online_payments where id = ${id} and status = ${status})
        and ${wasTalking(payment.clientId, payment.createdAt)}`,
      notice: escrowNotices.notPaid,
      facts: { booking, amount, isLate: status === "expired" },
    }),
  });
  if (updated.meta.changes === 0) return;
  if (status !== payment.status || review) emitChange(context, payment.booking);
  if (review) emit({ type: "officeChanged" });
}
