import fc from "fast-check";
import { and, eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { openDatabase } from "~/db/client.server";
import type { TransferKind } from "~/db/money-words";
import { bookings, onlinePayments, payoutBatches, payoutDetails, payouts, refunds, settlements } from "~/db/schema";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import type { DomainContext } from "~/domain/domain-context.server";
import { checkLedger } from "~/domain/ledger/ledger.server";
import { decideFinal, disputeFinal } from "~/domain/money/final-amount.server";
import { bookPaid } from "~/domain/online-payments/book-paid.server";
import { shareOutMissedVisit } from "~/domain/online-payments/missed-visits.server";
import { releaseMoney, settleDueBookings } from "~/domain/online-payments/settlements.server";
import {
  cancelPayouts,
  findBatchForCommand,
  markPayoutsSent,
  preparePayouts,
  returnPayout,
} from "~/domain/payouts/payout-batches.server";
import { findRefundForCommand, markRefundSent } from "~/domain/payouts/refunds.server";
import { recordStanding } from "~/domain/online-payments/take-back.server";
import { DAY, HOUR } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import type { AuthenticatedUser, SteppedUpUser } from "~/domain/values/user";
import { contextAt } from "./context";
import { env } from "./env";
import { createUser } from "./users";

// Random lives of bookings with money: whatever happens, in whatever order, and wherever it breaks, every cent is in one
// place, and nobody is paid twice.

const ACTIONS = [
  "pay",
  "pay",
  "payTwice",
  "payAnotherAmount",
  "complete",
  "complete",
  "cancelByClient",
  "cancelByPlumber",
  "miss",
  "dispute",
  "decide",
  "shareOut",
  "release",
  "wait",
  "wait",
  "settle",
  "settle",
  "preparePayout",
  "sendPayout",
  "cancelPayout",
  "returnPayout",
  "refund",
  "disputeAtProvider",
  "takeBack",
] as const;

/** One thing that happens: what, how much of the money it is about (0 to 100), and after how many calls D1 breaks (0: never). */
const step = fc.record({
  action: fc.constantFrom(...ACTIONS),
  part: fc.integer({ min: 0, max: 100 }),
  breaksAfter: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
  ),
  /** Whether the answer is lost though it took effect, or the call never arrived. */
  isLost: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Lives that go on at the same time. */
export const AT_A_TIME = 5;
export const lives = fc.array(fc.array(step, { minLength: 4, maxLength: 25 }), {
  minLength: AT_A_TIME,
  maxLength: AT_A_TIME,
});

/** Lives that chance rarely leads to: what was passed on to the plumber goes back to its payer. */
export const livesWithLoss: Step[][] = Array.from({ length: AT_A_TIME }, () =>
  (["pay", "complete", "release", "takeBack"] as const).map((action) => ({
    action,
    part: 50,
    breaksAfter: 0,
    isLost: false,
  })),
);

class Broken extends Error {}

/** D1 whose batch number `after` breaks: before it arrives, or behind it, when its answer is lost. */
function breaking(after: number, isLost: boolean): D1Database {
  let calls = 0;
  return new Proxy(env.DB, {
    get(d1, name) {
      if (name === "batch")
        return async (statements: D1PreparedStatement[]) => {
          calls += 1;
          if (calls !== after) return d1.batch(statements);
          if (isLost) await d1.batch(statements);
          throw new Broken("killed");
        };
      const value: unknown = Reflect.get(d1, name);
      return typeof value === "function" ? (value as () => unknown).bind(d1) : value;
    },
  });
}

/** Waits for all of them, also when one breaks: nothing of this step goes on during the next one. */
async function allOf(works: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(works)) if (result.status === "rejected") throw result.reason;
}

interface Life {
  client: AuthenticatedUser;
  plumber: AuthenticatedUser;
  admin: SteppedUpUser;
  id: string;
  now: number;
  /** What the provider has got, and has not given back, in cents for each payment: the ledger is held against it. */
  payments: Record<string, number>;
  stands: number;
}

type People = Pick<Life, "client" | "plumber" | "admin">;
let seeded: Promise<People> | null = null;

async function seed(): Promise<People> {
  const context = contextAt();
  const plumber = await createUser(context, "plumber");
  await context.db.insert(payoutDetails).values({
    id: newId(),
    plumberId: plumber.id,
    method: "ecocash",
    number: "+263772000567",
    holder: "T Ncube",
    createdAt: context.now,
    validFrom: context.now,
  });
  return { client: await createUser(context, "client"), plumber, admin: await createUser(context, "admin") };
}

async function begin(): Promise<Life> {
  const { db, now } = contextAt();
  const users = await (seeded ??= seed());
  const { plumber, client } = users;
  const id = newId();
  await db.insert(bookings).values({
    id,
    reference: `L-${id}`,
    clientId: client.id,
    plumberId: plumber.id,
    status: "confirmed",
    startsAt: now + 3 * HOUR + Number.parseInt(id.slice(0, 6), 36),
    fee: 20_00,
    agreedPrice: 50_01,
    createdAt: now,
    updatedAt: now,
  });
  return { ...users, id, now, payments: {}, stands: 0 };
}

async function pay(life: Life, context: DomainContext, amount: number, received = amount) {
  const { client, id } = life;
  const booking = (await findBookingFor(context.db, client, id))!;
  const payment = newId();
  const { now } = context;
  await contextAt(now).db.insert(onlinePayments).values({
    id: payment,
    bookingId: id,
    clientId: client.id,
    amount,
    purpose: "price",
    method: "ecocash",
    phone: "+263771111111",
    // Only one may be open: what is late here had expired.
    status: "expired",
    createdAt: now,
    updatedAt: now,
  });
  const said = { id: payment, status: "paid", amount: received, providerReference: null, pollUrl: null } as const;
  life.payments[payment] = received;
  const book = (at: DomainContext) => bookPaid(at, { id: payment, clientId: client.id, amount, booking }, said);
  try {
    await book(context);
  } finally {
    // The provider says it again, and the cron asks again.
    await allOf([book(contextAt(now)), book(contextAt(now))]);
  }
}

/** The provider takes one of the booking's payments back, or says that it is disputed. */
async function sayLater(life: Life, context: DomainContext, status: "disputed" | "refunded", part: number) {
  const known = Object.keys(life.payments).filter((id) => life.payments[id]! > 0);
  const id = known[Math.floor((part * known.length) / 101)];
  if (!id) return;
  const amount = life.payments[id]!;
  if (status === "refunded") life.payments[id] = 0;
  const record = async (at: DomainContext) => {
    const { db } = contextAt();
    const [row] = await db.select().from(onlinePayments).where(eq(onlinePayments.id, id));
    const booking = (await findBookingFor(db, life.client, life.id))!;
    const said = { id, status, amount, providerReference: null, pollUrl: null };
    await recordStanding(at, { ...row!, booking }, said);
  };
  try {
    await record(context);
  } finally {
    await allOf([record(contextAt(context.now)), record(contextAt(context.now))]);
  }
}

const doIt: Record<(typeof ACTIONS)[number], (life: Life, context: DomainContext, part: number) => Promise<unknown>> = {
  pay: (life, context, part) => pay(life, context, 1 + Math.floor((50_00 * part) / 100)),
  payTwice: (life, context) => pay(life, context, 50_01),
  payAnotherAmount: (life, context, part) => pay(life, context, 30_00, 29_00 + part),
  complete: async ({ plumber, id }, context, part) => {
    const booking = (await findBookingFor(context.db, plumber, id))!;
    const later = { ...context, now: Math.max(context.now, booking.startsAt + HOUR) };
    const amount = Math.floor((80_00 * part) / 100);
    return transitionBooking(later, plumber, booking, "complete", { final: { amount, reason: "R", isSure: true } });
  },
  cancelByClient: async ({ client, id }, context) =>
    transitionBooking(context, client, (await findBookingFor(context.db, client, id))!, "cancel"),
  cancelByPlumber: async ({ plumber, id }, context) =>
    transitionBooking(context, plumber, (await findBookingFor(context.db, plumber, id))!, "cancel"),
  miss: async ({ client, id }, context) => {
    const booking = (await findBookingFor(context.db, client, id))!;
    return takeJobStep({ ...context, now: booking.startsAt + HOUR }, client, booking, "plumber-did-not-come");
  },
  dispute: async ({ client, id }, context) => {
    const booking = (await findBookingFor(context.db, client, id))!;
    return disputeFinal(context, client, booking, booking.finalAmount ?? 0, null);
  },
  decide: async ({ admin, id }, context, part) => {
    const booking = (await findBookingFor(context.db, admin, id))!;
    const amount = booking.finalAmount === null ? null : Math.floor((60_00 * part) / 100);
    return decideFinal(context, admin, booking, amount, "R");
  },
  shareOut: async ({ admin, id }, context, part) => {
    const booking = (await findBookingFor(context.db, admin, id))!;
    const toPlumber = Math.floor((booking.heldAmount * part) / 100);
    const share = () => shareOutMissedVisit(context, admin, booking, { toPlumber, reason: "R" }, 10);
    return allOf([share(), share()]);
  },
  release: async ({ client, id }, context) => {
    const booking = (await findBookingFor(context.db, client, id))!;
    return allOf([1, 2].map(() => releaseMoney(context, client, booking, 10)));
  },
  wait: (life, _, part) => Promise.resolve((life.now += (part * DAY) / 50)),
  settle: (_, context) => allOf([settleDueBookings(context), settleDueBookings(contextAt(context.now))]),
  preparePayout: ({ admin }, context) => preparePayouts(context, admin, { id: newId(), method: "ecocash" }),
  sendPayout: async ({ admin }, context) => {
    const batch = await latestBatch(context);
    if (batch) await allOf([1, 2].map(() => markPayoutsSent(context, admin, batch, `S${batch.id}`)));
  },
  cancelPayout: async ({ admin }, context) => {
    const batch = await latestBatch(context);
    if (batch) await cancelPayouts(context, admin, batch.id);
  },
  returnPayout: async ({ admin, plumber }, context) => {
    const [sent] = await context.db
      .select({ id: payouts.id, batchId: payouts.batchId })
      .from(payouts)
      .where(and(eq(payouts.plumberId, plumber.id), sql`status = 'sent'`))
      .limit(1);
    const batch = sent && (await findBatchForCommand(context.db, sent.batchId));
    if (batch) await allOf([1, 2].map(() => returnPayout(context, admin, batch, sent.id, "R")));
  },
  disputeAtProvider: (life, context, part) => sayLater(life, context, "disputed", part),
  takeBack: (life, context, part) => sayLater(life, context, "refunded", part),
  refund: async ({ admin, id }, context) => {
    const [due] = await context.db
      .select({ id: refunds.id })
      .from(refunds)
      .where(sql`booking_id = ${id} and sent_at is null`)
      .limit(1);
    const found = due && (await findRefundForCommand(context.db, due.id));
    if (found) await allOf([1, 2].map(() => markRefundSent(context, admin, found.refund, found.booking, `R${due.id}`)));
  },
};

async function latestBatch({ db }: DomainContext) {
  const [latest] = await db
    .select({ id: payoutBatches.id })
    .from(payoutBatches)
    .orderBy(sql`number desc`)
    .limit(1);
  return latest ? findBatchForCommand(db, latest.id) : null;
}

/** Lives several lives at once, each of its own booking, and holds the books against what has reached the provider. */
export async function live(lives: Step[][]): Promise<void> {
  await (seeded ??= seed());
  const lived = await Promise.all(lives.map(liveOne));
  for (const life of lived) life.stands = Object.values(life.payments).reduce((sum, amount) => sum + amount, 0);
  await holdAgainst(lived);
}

async function liveOne(steps: Step[]): Promise<Life> {
  const life = await begin();
  for (const { action, part, breaksAfter, isLost } of steps) {
    const context = contextAt(life.now, breaksAfter ? { db: openDatabase(breaking(breaksAfter, isLost)) } : {});
    try {
      await doIt[action](life, context, part);
    } catch (error) {
      if (!isKilled(error)) throw error;
    }
  }
  return life;
}

const isKilled = (error: unknown): boolean =>
  error instanceof Error && (error instanceof Broken || isKilled(error.cause) || error.message === "killed");

/** Every cent that the provider has got, and has not taken back, is in one place. */
async function holdAgainst(lived: Life[]): Promise<void> {
  const { db } = contextAt();
  const isTheirs = sql`booking_id in (select value from json_each(${JSON.stringify(lived.map(({ id }) => id))}))`;
  const [moved, shared, back, found] = await Promise.all([
    db.all<{ bookingId: string; kind: TransferKind; sum: number; atProvider: number }>(sql`
      select booking_id as bookingId, kind, sum(amount) as sum,
        sum(iif(debit = 'clearing', amount, iif(credit = 'clearing', -amount, 0))) as atProvider
      from ledger_transfers where ${isTheirs} group by booking_id, kind`),
    db
      .select()
      .from(settlements)
      .where(sql`${isTheirs}`),
    db
      .select()
      .from(refunds)
      .where(sql`${isTheirs}`),
    db
      .select()
      .from(bookings)
      .where(sql`id in (select value from json_each(${JSON.stringify(lived.map(({ id }) => id))}))`),
  ]);
  for (const { id, stands } of lived) {
    const booking = found.find((one) => one.id === id)!;
    const mine = moved.filter(({ bookingId }) => bookingId === id);
    const of = (...kinds: TransferKind[]) =>
      total(mine.filter(({ kind }) => kinds.includes(kind)).map(({ sum }) => sum));
    const share = shared.filter(({ bookingId }) => bookingId === id);
    const returned = back.filter(({ bookingId }) => bookingId === id);
    expect(total(mine.map(({ atProvider }) => atProvider)), "at the provider").toBe(stands);
    expect(
      booking.heldAmount + of("earned", "commission", "refund-due", "paid-not-counted", "taken-back"),
      "in one place",
    ).toBe(of("paid", "paid-not-counted"));
    expect(total(share.map(({ earned }) => earned)), "earned").toBe(of("earned"));
    expect(total(share.map(({ commission }) => commission)), "commission").toBe(of("commission"));
    expect(total(returned.map(({ amount }) => amount)), "back").toBe(of("refund-due", "paid-not-counted"));
    expect(total(returned.filter(({ sentAt }) => sentAt !== null).map(({ amount }) => amount)), "sent back").toBe(
      of("refund-sent"),
    );
    expect(booking.paidAmount, "counted").toBe(of("paid") - of("refund-due", "taken-back"));
  }
  await holdLedger();
}

const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** The whole ledger adds up, and what was sent out is what the batches say. */
export async function holdLedger(): Promise<void> {
  const { db } = contextAt();
  expect(await checkLedger(db)).toMatchObject({ sum: 0, faults: [] });
  const [row] = await db.all<{ sent: number; booked: number; owed: number; earned: number }>(sql`
    select (select coalesce(sum(amount), 0) from payouts where status = 'sent') as sent,
      (select coalesce(sum(iif(kind = 'payout', amount, -amount)), 0) from ledger_transfers where kind in ('payout', 'payout-returned')) as booked,
      (select coalesce(sum(amount), 0) from ledger_balances where kind = 'plumber') as owed,
      (select coalesce(sum(earned), 0) from settlements) as earned`);
  expect(row!.booked).toBe(row!.sent);
  expect(row!.owed + row!.sent).toBe(row!.earned);
}

/** How often each kind of transfer happened, so that a run shows that it has been everywhere. */
export async function countTransfers(): Promise<Record<string, number>> {
  const { db } = contextAt();
  const rows = await db.all<{ kind: string; count: number }>(
    sql`select kind, count(*) as count from ledger_transfers group by kind`,
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}
