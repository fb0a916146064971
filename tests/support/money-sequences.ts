import fc from "fast-check";
import { and, eq, sql } from "drizzle-orm";
import type { BookingForCommand } from "~/domain/bookings/booking-views";
import { openDatabase } from "~/db/client.server";
import { disputes, onlinePayments, payments, payouts, receipts, refunds, users } from "~/db/schema";
import { assignBooking } from "~/domain/bookings/commands/assignment.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import type { DomainContext } from "~/domain/domain-context.server";
import { VISIT_OUTCOMES } from "~/db/booking-statuses";
import { resolveDispute } from "~/domain/money/dispute-resolution.server";
import { decideMissedVisit } from "~/domain/money/missed-visits.server";
import { agreeFinal, disputeFinal } from "~/domain/money/final-amount.server";
import { decideFinal, shareOutHeld } from "~/domain/escrow/final-decision.server";
import { confirmPayment, denyPayment, recordPayment, withdrawPayment } from "~/domain/money/payments.server";
import { acceptQuote, findQuote, writeQuote } from "~/domain/money/quotes.server";
import { findReceipt, voidReceipt } from "~/domain/money/receipts.server";
import { checkLedgerNightly, checkLedgerNow } from "~/domain/ledger/ledger.server";
import { bookPaid, recordStanding } from "~/domain/escrow/booked-payments.server";
import { releaseMoney, settleDueBookings } from "~/domain/escrow/settlements.server";
import { cancelPayouts, leaveOutPayout, preparePayouts, takePayoutFile } from "~/domain/escrow/payout-batches.server";
import { findBatchForCommand, markPayoutsSent, returnPayout } from "~/domain/escrow/sent-payouts.server";
import { findRefundForCommand, markRefundSent, takeRefundBack } from "~/domain/escrow/refunds.server";
import { DAY, HOUR } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import type { AuthenticatedUser, SteppedUpUser } from "~/domain/values/user";
import { breakingD1, isKilled } from "./failing-d1";
import { ECOCASH, save } from "./money";
import { insertBooking, insertOnlinePayment, saidOf } from "./money-rows";
import { holdAgainst } from "./money-sums";
import { createUser, contextAt } from "./users";

// Random lives of bookings with money: whatever happens and wherever it breaks, every cent is in one place, once.

/** Waits for all of them, also when one breaks: nothing of this step happens during the next one. */
async function allOf(works: Promise<unknown>[]) {
  for (const result of await Promise.allSettled(works)) if (result.status === "rejected") throw result.reason;
}

interface Life {
  client: AuthenticatedUser;
  plumber: AuthenticatedUser;
  otherPlumber: AuthenticatedUser;
  admin: SteppedUpUser;
  id: string;
  now: number;
  /** The provider's money, got and not given back, in cents for each payment. */
  payments: Record<string, number>;
  stands: number;
}

type People = Pick<Life, "client" | "plumber" | "otherPlumber" | "admin">;
let seeded: Promise<People> | null = null;

async function seed(): Promise<People> {
  const context = contextAt();
  const plumber = await createUser(context, "plumber");
  const otherPlumber = await createUser(context, "plumber");
  for (const one of [plumber, otherPlumber]) await save(ECOCASH, one);
  await checkLedgerNow(context);
  const client = await createUser(context, "client");
  return { client, plumber, otherPlumber, admin: await createUser(context, "admin") };
}

async function begin(): Promise<Life> {
  const { now } = contextAt();
  const users = await (seeded ??= seed());
  const id = newId();
  const startsAt = now + 3 * HOUR + Number.parseInt(id.slice(0, 6), 36);
  const sides = { clientId: users.client.id, plumberId: users.plumber.id };
  await insertBooking(contextAt(), { id, reference: `L-${id}`, ...sides, startsAt, fee: 20_00, agreedPrice: 50_01 });
  return { ...users, id, now, payments: {}, stands: 0 };
}

/** A step's situation: the people, the booking now, and the amount that the step is about. */
interface Moment extends People {
  life: Life;
  context: DomainContext;
  part: number;
  booking: BookingForCommand;
}
const both = (work: () => Promise<unknown>) => allOf([work(), work()]);

/** Does what the provider has said, and again what it repeats and what the cron asks about, whatever broke. */
async function hear({ context }: Moment, work: (at: DomainContext) => Promise<unknown>): Promise<void> {
  try {
    await work(context);
  } finally {
    await both(() => work(contextAt(context.now)));
  }
}

async function pay(moment: Moment, amount: number, received = amount) {
  const { life, client, booking, context } = moment;
  const clientId = client.id;
  // Only one may be open: what is late here had expired.
  const asked = { bookingId: booking.id, clientId, amount, status: "expired" } as const;
  const id = await insertOnlinePayment(contextAt(context.now), asked);
  life.payments[id] = received;
  return hear(moment, (at) => bookPaid(at, { id, clientId, amount, booking }, saidOf(id, received, "paid")));
}

/** The provider takes one of the booking's payments back, or says that it is disputed. */
async function sayLater(moment: Moment, status: "disputed" | "refunded") {
  const { payments } = moment.life;
  const known = Object.keys(payments).filter((id) => payments[id]! > 0);
  const id = known[Math.floor((moment.part * known.length) / 101)];
  if (!id) return;
  const said = saidOf(id, payments[id]!, status);
  if (status === "refunded") payments[id] = 0;
  return hear(moment, async (at) => {
    const { db } = contextAt();
    const [row] = await db.select().from(onlinePayments).where(eq(onlinePayments.id, id));
    const booking = (await findBookingFor(db, moment.client, moment.booking.id))!;
    return recordStanding(at, { ...row!, booking }, said);
  });
}

type Batch = NonNullable<Awaited<ReturnType<typeof findBatchForCommand>>>;

/** Does something twice at once with the latest batch of payouts, if any. */
const withBatch = (work: (moment: Moment, batch: Batch) => Promise<unknown>) => async (moment: Moment) => {
  const { db } = moment.context;
  const [latest] = await db.all<{ id: string }>(sql`select id from payout_batches order by number desc limit 1`);
  const batch = latest && (await findBatchForCommand(db, latest.id));
  if (batch) await both(() => work(moment, batch));
};
const takeLatestFile = withBatch(({ admin, context }, { id }) => takePayoutFile(context, admin, id));

const partOf = (amount: number, part: number) => Math.floor((amount * part) / 100);

const ACTIONS = {
  pay: (moment) => pay(moment, 1 + partOf(50_00, moment.part)),
  payTwice: (moment) => pay(moment, 50_01),
  payAnotherAmount: (moment) => pay(moment, 30_00, 29_00 + moment.part),
  agreeOnQuote: async ({ client, plumber, booking, context, part }) => {
    const lines = [{ what: "Work", amount: 40_01 + part }];
    const draft = { lines, deposit: null, note: null, validUntil: context.now + 7 * DAY };
    const written = await writeQuote(context, plumber, booking, draft);
    const quote = written.ok && (await findQuote(context.db, client, booking.id, written.version));
    if (quote) await acceptQuote(context, client, booking, quote);
  },
  recordInHand: ({ client, plumber, booking, context, part }) => {
    const record = { id: newId(), amount: 5_01 + part * 10, method: "cash" } as const;
    return both(() => recordPayment(context, part % 2 ? client : plumber, booking, record));
  },
  answerRecord: async ({ client, plumber, booking, context, part }) => {
    const isOpen = and(eq(payments.bookingId, booking.id), eq(payments.status, "open"));
    const [open] = await context.db.select().from(payments).where(isOpen);
    if (!open) return;
    const [by, other] = open.recordedBy === "client" ? [client, plumber] : [plumber, client];
    const answers = [() => confirmPayment(context, other, booking, open)];
    if (part < 20) answers.unshift(() => withdrawPayment(context, by, booking, open));
    if (part > 80) answers.unshift(() => denyPayment(context, other, booking, open, null));
    return allOf(answers.map((answer) => answer()));
  },
  denyRecord: async ({ client, plumber, booking, context }) => {
    const isOpen = and(eq(payments.bookingId, booking.id), eq(payments.status, "open"));
    const [open] = await context.db.select().from(payments).where(isOpen);
    if (open)
      await both(() => denyPayment(context, open.recordedBy === "client" ? plumber : client, booking, open, null));
  },
  decideDenial: async ({ admin, booking, context, part }) => {
    const isDenial = sql`booking_id = ${booking.id} and event = 'deny-payment' and closed_at is null`;
    const [denial] = await context.db.select({ id: disputes.id }).from(disputes).where(isDenial).limit(1);
    const found = { dispute: denial?.id ?? "", reason: "R", paid: partOf(30_00, part) };
    if (denial) await both(() => resolveDispute(context, admin, booking, found));
  },
  voidReceipt: async ({ admin, booking, context }) => {
    const [issued] = await context.db.select().from(receipts).where(eq(receipts.bookingId, booking.id)).limit(1);
    const receipt = issued && (await findReceipt(context, admin, issued.number));
    if (receipt) await both(() => voidReceipt(context, admin, booking, receipt, "R"));
  },
  complete: ({ plumber, booking, context, part }) => {
    const later = { ...context, now: Math.max(context.now, booking.startsAt + HOUR) };
    const final = { amount: partOf(80_00, part), reason: "R", isSure: true };
    return transitionBooking(later, plumber, booking, "complete", { final });
  },
  reopen: ({ plumber, booking, context }) => transitionBooking(context, plumber, booking, "reopen"),
  reassign: async ({ admin, otherPlumber, booking, context }) => {
    const assigned = await findBookablePlumber(context.db, otherPlumber.id);
    if (assigned) await assignBooking(context, admin, booking, assigned, booking.plumber?.id ?? null);
  },
  cancelByClient: ({ client, booking, context }) => transitionBooking(context, client, booking, "cancel"),
  cancelByPlumber: ({ plumber, booking, context }) => transitionBooking(context, plumber, booking, "cancel"),
  miss: ({ client, booking, context }) =>
    takeJobStep({ ...context, now: booking.startsAt + HOUR }, client, booking, "plumber-did-not-come"),
  dispute: ({ client, booking, context }) => disputeFinal(context, client, booking, booking.finalAmount ?? 0, null),
  agree: ({ client, booking, context }) => agreeFinal(context, client, booking, booking.finalAmount ?? 0),
  decide: ({ admin, booking, context, part }) =>
    decideFinal(context, admin, booking, booking.finalAmount === null ? null : partOf(60_00, part), "R"),
  decideVisit: ({ admin, booking, context, part }) => {
    const outcome = VISIT_OUTCOMES[part % VISIT_OUTCOMES.length]!;
    const start = outcome === "another-time" ? booking.startsAt + 30 * DAY : null;
    return both(() => decideMissedVisit(context, admin, booking, { outcome, start, reason: "R" }));
  },
  shareOut: ({ admin, booking, context, part }) => {
    const decision = { toPlumber: partOf(booking.heldAmount, part), reason: "R" };
    return both(() => shareOutHeld(context, admin, booking, decision, 10));
  },
  release: ({ client, booking, context }) => both(() => releaseMoney(context, client, booking, 10)),
  wait: ({ life, part }) => {
    life.now += (part * DAY) / 50;
    return checkLedgerNightly(contextAt(life.now));
  },
  settle: ({ context }) => allOf([settleDueBookings(context), settleDueBookings(contextAt(context.now))]),
  preparePayout: ({ admin, context }) => preparePayouts(context, admin, { id: newId(), method: "ecocash" }),
  sendPayout: withBatch(({ admin, context }, batch) => markPayoutsSent(context, admin, batch, `S${batch.id}`)),
  takePayoutFile: takeLatestFile,
  takePayoutFileSuspended: async (moment) => {
    const suspend = (suspendedAt: number | null) =>
      contextAt().db.update(users).set({ suspendedAt }).where(eq(users.id, moment.plumber.id));
    await suspend(moment.context.now);
    await takeLatestFile(moment).finally(() => suspend(null));
  },
  leaveOutPayout: withBatch(({ admin, context, part }, { id, payouts: [first] }) =>
    leaveOutPayout(context, admin, { id, payoutId: first!.id, wasTaken: part < 50, reason: "R" }),
  ),
  cancelPayout: withBatch(({ admin, context }, { id }) => cancelPayouts(context, admin, id)),
  returnPayout: async ({ admin, plumber, context }) => {
    const isSent = sql`plumber_id = ${plumber.id} and status = 'sent'`;
    const [sent] = await context.db
      .select({ id: payouts.id, batchId: payouts.batchId })
      .from(payouts)
      .where(isSent)
      .limit(1);
    const batch = sent && (await findBatchForCommand(context.db, sent.batchId));
    if (batch) await both(() => returnPayout(context, admin, batch, sent.id, "R"));
  },
  disputeAtProvider: (moment) => sayLater(moment, "disputed"),
  takeBack: (moment) => sayLater(moment, "refunded"),
  refund: async ({ admin, booking, context }) => {
    const isDue = sql`booking_id = ${booking.id} and sent_at is null`;
    const [due] = await context.db.select({ id: refunds.id }).from(refunds).where(isDue).limit(1);
    const refund = due && (await findRefundForCommand(context.db, due.id));
    const reference = newId();
    if (refund) await both(() => markRefundSent(context, admin, refund, reference));
  },
  takeRefundBack: async ({ admin, booking, context, part }) => {
    const isSent = sql`booking_id = ${booking.id} and sent_by is not null`;
    const [sent] = await context.db
      .select({ id: refunds.id, reference: refunds.reference })
      .from(refunds)
      .where(isSent)
      .limit(1);
    const refund = sent && (await findRefundForCommand(context.db, sent.id));
    const taken = { what: part < 50 ? "returned" : "unsent", reference: sent?.reference ?? "", reason: "R" } as const;
    if (refund) await both(() => takeRefundBack(context, admin, refund, taken));
  },
} satisfies Record<string, (moment: Moment) => Promise<unknown>>;
type Action = keyof typeof ACTIONS;

const OFTEN: Action[] = ["pay", "recordInHand", "answerRecord", "complete", "wait", "settle"];

/** One thing that happens: what, how much of the money it is about (0 to 100), and after how many calls D1 breaks (0: never). */
const step = fc.record({
  action: fc.constantFrom(...OFTEN, ...(Object.keys(ACTIONS) as Action[])),
  part: fc.integer({ min: 0, max: 100 }),
  breaksAfter: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
  ),
  /** True: the answer is lost though it took effect; false: the call never arrived. */
  isLost: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Lives at the same time. */
const PARALLEL_LIVES = 5;
const lives = fc.array(fc.array(step, { minLength: 4, maxLength: 25 }), {
  minLength: PARALLEL_LIVES,
  maxLength: PARALLEL_LIVES,
});

const rareLife = (...actions: Action[]): Step[] =>
  actions.map((action) => ({ action, part: 30, breaksAfter: 0, isLost: false }));

/** Lives that chance rarely leads to: money that was passed on or is due goes back, jobs are reopened and reassigned. */
const rareLives = [
  rareLife("pay", "complete", "release", "takeBack"),
  rareLife("pay", "pay", "cancelByPlumber", "settle", "takeBack", "takeBack", "refund"),
  rareLife("pay", "complete", "release", "reopen", "dispute", "cancelByClient", "settle"),
  rareLife("pay", "recordInHand", "answerRecord", "complete", "release", "decide", "decide", "takeBack", "refund"),
  rareLife("recordInHand", "answerRecord", "voidReceipt", "reassign", "pay", "complete", "reopen", "cancelByClient"),
  rareLife("payTwice", "payTwice", "refund", "takeBack", "takeBack", "takeBack"),
  rareLife("payTwice", "payTwice", "refund", "takeRefundBack", "refund", "takeRefundBack", "takeBack"),
  rareLife("payAnotherAmount", "takeBack"),
  rareLife("pay", "recordInHand", "answerRecord", "complete", "release", "decide"),
  rareLife("complete", "recordInHand", "denyRecord", "decideDenial", "voidReceipt", "recordInHand", "answerRecord"),
];

/** Lives so many random lives, and the rare ones. */
export const liveRandomly = (count: number, options: fc.Parameters<[Step[][]]> = {}) =>
  fc.assert(fc.asyncProperty(lives, live), { numRuns: count / PARALLEL_LIVES, examples: [[rareLives]], ...options });

/** Lives several lives at once, each of its own booking, and holds the books against what has reached the provider. */
async function live(lives: Step[][]): Promise<void> {
  const lived = await Promise.all(lives.map(liveOne));
  for (const life of lived) life.stands = Object.values(life.payments).reduce((sum, amount) => sum + amount, 0);
  await holdAgainst(lived);
}

async function liveOne(steps: Step[]): Promise<Life> {
  const life = await begin();
  for (const { action, part, breaksAfter, isLost } of steps) {
    const context = contextAt(life.now, breaksAfter ? { db: openDatabase(breakingD1(breaksAfter, isLost)) } : {});
    try {
      const booking = (await findBookingFor(context.db, life.admin, life.id))!;
      const [plumber, otherPlumber] =
        booking.plumber?.id === life.plumber.id ? [life.plumber, life.otherPlumber] : [life.otherPlumber, life.plumber];
      await ACTIONS[action]({ ...life, plumber, otherPlumber, life, context, part, booking });
    } catch (error) {
      if (!isKilled(error)) throw error;
    }
  }
  return life;
}
