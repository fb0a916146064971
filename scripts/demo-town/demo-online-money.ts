import { eq } from "drizzle-orm";
import type { Database } from "../../app/db/client.server";
import { payoutDetails, users } from "../../app/db/schema";
import { transitionBooking } from "../../app/domain/bookings/commands/booking-transitions.server";
import { findBookingFor } from "../../app/domain/bookings/queries/booking-details.server";
import type { DomainContext } from "../../app/domain/domain-context.server";
import { checkLedgerNow } from "../../app/domain/ledger/ledger.server";
import { checkPayments, startPayment } from "../../app/domain/escrow/online-payments.server";
import { type OnlineMethod, amountsToPay } from "../../app/domain/escrow/online-payment";
import { paynow } from "../../app/domain/escrow/paynow";
import { releaseMoney, settleDueBookings } from "../../app/domain/escrow/settlements.server";
import { noteArrival } from "../../app/domain/escrow/books.server";
import { preparePayouts, takePayoutFile } from "../../app/domain/escrow/payout-batches.server";
import { findBatchForCommand, markPayoutsSent } from "../../app/domain/escrow/sent-payouts.server";
import { LIMITS } from "../../app/domain/rate-limits/limits";
import { readSetting } from "../../app/domain/settings/settings.server";
import { DAY, HOUR, MINUTE, type Instant } from "../../app/domain/time/harare";
import { newId } from "../../app/domain/values/id";
import type { SteppedUpUser } from "../../app/domain/values/user";
import { LOCAL_ACCOUNT } from "../paynow/paynow-server";
import { openPaynowStandIn, type Transaction } from "../paynow/paynow-stand-in";
import { ONLINE } from "./demo-bookings";
import { demoBookingId } from "./demo-problems";

/** Lets the first client pay online by the product's own verbs, at their time. Returns the stand-in's transactions. */
export async function payOnline(db: Database, now: Instant): Promise<Transaction[]> {
  let clock = now;
  const account = { ...LOCAL_ACCOUNT, origin: "http://127.0.0.1" };
  const standIn = openPaynowStandIn({
    ...account,
    behaviour: { losesPosts: true },
    deliver: () => Promise.resolve(200),
    later: () => undefined,
    now: () => clock,
  });
  const paymentProvider = paynow(account, (input, init) => standIn.fetch(new Request(input, init)));
  /** The context of a verb at that time; without notices, because it is long past. */
  const at = (now: Instant): DomainContext => {
    clock = now;
    const { origin } = account;
    const known = { db, now, origin, limits: LIMITS, channels: [], paymentProvider, emit: () => undefined };
    const context: Partial<DomainContext> = known;
    return context as DomainContext;
  };
  const [client, plumber, admin] = await Promise.all(
    ["democlient01", "demoplumber01", "demoadmin"].map(async (id) => {
      const [user] = await db.select().from(users).where(eq(users.id, id));
      const { role, firstName, lastName, phone, email } = user!;
      const known: Partial<SteppedUpUser> = { id, role, firstName, lastName, phone, email: email ?? "" };
      return known as SteppedUpUser;
    }),
  );
  const bookingOf = async (kind: keyof typeof ONLINE) =>
    (await findBookingFor(db, client!, demoBookingId(ONLINE[kind].number)))!;

  /** By card the payer never comes back from the provider's page. */
  async function pay(kind: keyof typeof ONLINE, method: OnlineMethod, instant: Instant): Promise<number> {
    const booking = await bookingOf(kind);
    const { purpose, amount } = amountsToPay(booking, "none").at(kind === "refundDue" ? -1 : 0)!;
    const phone = method === "card" ? null : client!.phone;
    demand(await startPayment(at(instant), client!, booking, { id: newId(), purpose, shown: amount, method, phone }));
    if (method === "card") return 0;
    await standIn.change(standIn.transactions.at(-1)!, "Paid");
    await checkPayments(at(instant + MINUTE));
    return amount;
  }

  // As a row: the verb asks for a session that is live, and nobody in the town has signed in yet.
  await db.insert(payoutDetails).values({
    id: newId(),
    plumberId: plumber!.id,
    method: "ecocash",
    number: plumber!.phone!,
    holder: `${plumber!.firstName} ${plumber!.lastName}`,
    createdAt: now - 30 * DAY,
    validFrom: now - 30 * DAY,
  });

  const paidOut = (await bookingOf("paidOut")).completedAt!;
  const amount = await pay("paidOut", "ecocash", paidOut + HOUR);
  await settleDueBookings(at(paidOut + DAY + MINUTE));
  const fee = Math.round(amount * 0.02);
  demand(await noteArrival(at(now - 8 * DAY), admin!, { reference: "STANBIC-40817", arrived: amount - fee, fee }));
  await checkLedgerNow(at(now - 7 * DAY));
  const batchId = newId();
  demand(await preparePayouts(at(now - 7 * DAY), admin!, { id: batchId, method: "ecocash" }));
  demand(await takePayoutFile(at(now - 7 * DAY), admin!, batchId));
  const batch = (await findBatchForCommand(db, batchId))!;
  demand(await markPayoutsSent(at(now - 7 * DAY + HOUR), admin!, batch, "ECO-20117"));

  const released = (await bookingOf("released")).completedAt!;
  await pay("released", "onemoney", released + HOUR);
  const { percent } = await readSetting(db, "commission");
  demand(await releaseMoney(at(released + 3 * HOUR), client!, await bookingOf("released"), percent));

  await pay("refundDue", "innbucks", now - 3 * DAY);
  await pay("held", "ecocash", now - 2 * DAY);
  await pay("unanswered", "card", now - 26 * HOUR);
  const reason = "The problem is solved";
  demand(await transitionBooking(at(now - DAY), client!, await bookingOf("refundDue"), "cancel", { reason }));
  await settleDueBookings(at(now - DAY + MINUTE));
  await checkPayments(at(now - HOUR));
  return standIn.transactions;
}

function demand(result: { ok: boolean; reason?: string }): void {
  if (!result.ok) throw new Error(`The demo town's online money: ${result.reason}`);
}
