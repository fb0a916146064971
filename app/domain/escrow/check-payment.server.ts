import { and, eq, sql } from "drizzle-orm";
import { type Database, selectWhere } from "~/db/client.server";
import { bookings, onlinePayments } from "~/db/schema";
import { client, commandFields, plumber } from "../bookings/queries/booking-views.server";
import { isOf } from "../bookings/queries/booking-conditions.server";
import type { DomainContext } from "../domain-context.server";
import { doDueRows, DUE_ROWS } from "../due-rows.server";
import { emitChange } from "../money/money-events.server";
import { exceeded, hit } from "../rate-limits/counter.server";
import { MINUTE, type Instant } from "../time/harare";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import type { SessionClaims } from "../values/user";
import { bookPaid, recordStanding } from "./booked-payments.server";
import { expiresAt, nextPollAt, statusAfter, type OnlineEventName } from "./online-payment";
import type { PaymentProvider, ProviderStatus, ProviderAnswer } from "./paynow";

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

const toCheck = ({ payment, ...booking }: Awaited<ReturnType<typeof selectToCheck>>[number]) => ({
  ...payment,
  booking,
});
type PaymentToCheck = ReturnType<typeof toCheck>;

/** Lists the ids of the payments whose time it is to be asked about, oldest first. */
export const listToCheck = (db: Database, now: Instant) =>
  selectWhere(db, onlinePayments, ["id"], sql`next_poll_at is not null and next_poll_at <= ${now}`)
    .orderBy(onlinePayments.nextPollAt)
    .limit(DUE_ROWS);

/**
 * Asks the provider about every payment whose time it is (M10, M11): those that are not decided, with growing gaps for
 * 24 hours, and once a day for 30 days those that were paid. Returns how many were asked about.
 */
export async function checkPayments(context: DomainContext): Promise<number> {
  const { db, now, paymentProvider } = context;
  if (!paymentProvider) return 0;
  return doDueRows(await listToCheck(db, now), BATCH_SIZE, async ({ id }) => {
    const [row] = await selectToCheck(db).where(eq(onlinePayments.id, id));
    if (row) await check(context, paymentProvider, toCheck(row));
    return row !== undefined;
  });
}

type CheckResult = { ok: true } | Refusal<"onlinePaymentsOff" | "onlinePaymentNotFound" | "providerSilent"> | TooMany;

/**
 * Asks the provider about one payment of the viewer's booking and writes down what it says (M10). Refuses with
 * `onlinePaymentNotFound`, `providerSilent` where no answer came that can be trusted, and `tooMany`.
 */
export const checkPaymentFor = (context: DomainContext, viewer: SessionClaims, id: string) =>
  checkOne(context, id, { viewer });

/**
 * Takes `said`, which the provider posted about the payment `id` (M10): it is only a reason to ask the provider now.
 * Refuses as `checkPaymentFor` does.
 */
export const takeResultPost = async (context: DomainContext, id: string, said: ProviderStatus): Promise<CheckResult> =>
  said.id === id ? checkOne(context, id, { said }) : refuse("onlinePaymentNotFound");

async function checkOne(
  context: DomainContext,
  id: string,
  { viewer, said }: { viewer?: SessionClaims; said?: ProviderStatus },
): Promise<CheckResult> {
  const { db, paymentProvider } = context;
  if (!paymentProvider) return refuse("onlinePaymentsOff");
  const [counted, [row]] = await Promise.all([
    hit(context, ["checkPerOnlinePayment", id], sql`exists (select 1 from online_payments where id = ${id})`),
    selectToCheck(db).where(and(eq(onlinePayments.id, id), viewer && isOf(viewer))),
  ]);
  if (!row) return refuse("onlinePaymentNotFound");
  const payment = toCheck(row);
  if (payment.status === "paid" && !mayHaveChanged(payment, said)) return { ok: true };
  const tooMany = exceeded(context, counted);
  if (tooMany) return tooMany;
  // An answer that got lost took the address to ask at with it.
  const known = payment.pollUrl ? payment : { ...payment, pollUrl: said?.pollUrl ?? null };
  return (await check(context, paymentProvider, known)) ? { ok: true } : refuse("providerSilent");
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
  const status = (event && statusAfter(payment.status, event)) ?? payment.status;
  const isDecided = status === "cancelled" || status === "failed" || status === "refused";
  const next = isDecided ? null : nextPollAt(payment.createdAt, payment.polls, now);
  const facts = said === "none" ? null : said;
  // Paid and disputed before we heard of either.
  const review = facts?.status === "disputed" ? "disputed" : !isDecided && next === null ? "unanswered" : null;
  const recorded = await db
    .update(onlinePayments)
    .set({
      status,
      updatedAt: now,
      polls: sql`polls + 1`,
      nextPollAt: next,
      pollUrl: sql`coalesce(poll_url, ${facts?.pollUrl ?? payment.pollUrl})`,
      providerReference: sql`coalesce(provider_reference, ${facts?.providerReference ?? null})`,
      review: sql`coalesce(review, ${review})`,
    })
    .where(sql`id = ${payment.id} and status = ${payment.status}`);
  if (recorded.meta.changes === 0) return;
  if (status !== payment.status) emitChange(context, payment.booking);
  if (review) emit({ type: "officeChanged" });
}
