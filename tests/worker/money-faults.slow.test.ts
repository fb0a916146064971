import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "~/db/client.server";
import { bookings, payouts, refunds, users } from "~/db/schema";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import type { DomainContext } from "~/domain/domain-context.server";
import { BANK, CLEARING, owedTo, PROVIDER_FEES, REFUNDS_DUE } from "~/domain/escrow/ledger";
import { checkPayments } from "~/domain/escrow/check-payment.server";
import { shareOutMissedVisit } from "~/domain/escrow/final-amount.server";
import { releaseMoney, settleDueBookings } from "~/domain/escrow/settlements.server";
import { noteArrival, voidArrival } from "~/domain/escrow/books.server";
import { cancelPayouts, preparePayouts, takePayoutFile } from "~/domain/escrow/payout-batches.server";
import { findBatchForCommand, markPayoutsSent, returnPayout } from "~/domain/escrow/sent-payouts.server";
import { findRefundForCommand, markRefundSent } from "~/domain/escrow/refunds.server";
import { DAY, MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import type { SteppedUpUser } from "~/domain/values/user";
import { env } from "../support/env";
import * as town from "../support/money";
import { at, connect, paynow, post, start } from "../support/paying";
import { ECOCASH, save } from "../support/money";
import { createUser } from "../support/users";
import { gatherReads, pipeline } from "../../workers/d1";

// Each step of money breaks on the way to and from every call of D1. Then the cron runs, and the user who saw no answer
// presses again: the books are as they are when nothing breaks. Starting and booking a payment is in lost-answers.

const { db, now } = town.context;
const AMOUNT = 80_00;

beforeAll(town.seedPayers);
beforeEach(connect);

/** A booking of a plumber of its own, and what the step needs. */
interface Subject {
  id: string;
  plumber: SteppedUpUser;
  /** The form's own, of whatever is sent. */
  formId: string;
}
interface Step {
  /** Brings the booking to where the step begins. */
  prepare(subject: Subject): Promise<unknown>;
  act(context: DomainContext, subject: Subject): Promise<unknown>;
}

async function newSubject(): Promise<Subject> {
  const plumber = await createUser(town.context, "plumber");
  await save(ECOCASH, plumber);
  const id = await town.createBooking({ agreedPrice: AMOUNT, plumberId: plumber.id });
  return { id, plumber, formId: newId() };
}

const booking = ({ id }: Subject) => town.booking(id);
const pay = ({ id }: Subject) => town.payOnline(id, AMOUNT);
const complete = ({ id }: Subject, completedAt: number) =>
  db.update(bookings).set({ status: "completed", completedAt, finalAmount: 60_00 }).where(eq(bookings.id, id));
async function payOnPhone({ id, formId }: Subject) {
  await start(id, { id: formId });
  await paynow.elapse();
}
async function payAndComplete(subject: Subject, completedAt = now - DAY) {
  await pay(subject);
  await complete(subject, completedAt);
}
async function earn(subject: Subject) {
  await payAndComplete(subject);
  await settleDueBookings(at());
}
async function prepareBatch(subject: Subject) {
  await earn(subject);
  await preparePayouts(at(), town.admin, { id: subject.formId, method: "ecocash" });
}
const takeFile = (context: DomainContext, { formId }: Subject) => takePayoutFile(context, town.admin, formId);
async function takeBatch(subject: Subject) {
  await prepareBatch(subject);
  await takeFile(at(), subject);
}
const batchOf = async ({ formId }: Subject) => (await findBatchForCommand(db, formId))!;
const sendBatch = async (context: DomainContext, subject: Subject) =>
  markPayoutsSent(context, town.admin, await batchOf(subject), `S-${subject.formId}`);
const arrive = (context: DomainContext, { formId }: Subject) =>
  noteArrival(context, town.admin, { reference: formId, arrived: AMOUNT - 2_00, fee: 2_00 });
async function oweRefund(subject: Subject) {
  await pay(subject);
  await transitionBooking(at(), town.client, await booking(subject), "cancel");
  await settleDueBookings(at());
}

const STEPS: Record<string, Step> = {
  "a payment that doesn't fit": {
    async prepare(subject) {
      await payOnPhone(subject);
      await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, subject.id));
    },
    act: (context) => post(context),
  },
  "what Paynow gave back": {
    async prepare(subject) {
      await payOnPhone(subject);
      await post(at());
      await paynow.standIn.change(paynow.standIn.transactions.at(-1)!, "Refunded");
    },
    act: (context) => post(context),
  },
  "the release after 24 hours": { prepare: payAndComplete, act: settleDueBookings },
  "the release by the client": {
    prepare: (subject) => payAndComplete(subject, now),
    act: async (context, subject) => releaseMoney(context, town.client, await booking(subject), 10),
  },
  "a cancellation": {
    prepare: pay,
    act: async (context, subject) => transitionBooking(context, town.client, await booking(subject), "cancel"),
  },
  "the money of a missed visit": {
    async prepare(subject) {
      await db
        .update(bookings)
        .set({ startsAt: now - 60 * MINUTE })
        .where(eq(bookings.id, subject.id));
      await pay(subject);
      await takeJobStep(at(), town.client, await booking(subject), "plumber-did-not-come");
    },
    act: async (context, subject) =>
      shareOutMissedVisit(context, town.admin, await booking(subject), { toPlumber: 30_00, reason: "R" }, 10),
  },
  "preparing a payout": {
    prepare: earn,
    act: (context, { formId }) => preparePayouts(context, town.admin, { id: formId, method: "ecocash" }),
  },
  "taking a payout's file": { prepare: prepareBatch, act: takeFile },
  "a payout that was sent": { prepare: takeBatch, act: sendBatch },
  "a payout that is cancelled": {
    prepare: prepareBatch,
    act: (context, { formId }) => cancelPayouts(context, town.admin, formId),
  },
  "a payout that came back": {
    async prepare(subject) {
      await takeBatch(subject);
      await sendBatch(at(), subject);
    },
    async act(context, subject) {
      const batch = await batchOf(subject);
      const { id } = batch.payouts.find(({ plumberId }) => plumberId === subject.plumber.id)!;
      return returnPayout(context, town.admin, batch, id, "R");
    },
  },
  "a refund that was sent": {
    prepare: oweRefund,
    async act(context, { id }) {
      const [due] = await db.select().from(refunds).where(eq(refunds.bookingId, id));
      return markRefundSent(context, town.admin, (await findRefundForCommand(db, due!.id))!, `R-${id}`);
    },
  },
  "what arrived at the bank": { prepare: pay, act: arrive },
  "an arrival that is voided": {
    async prepare(subject) {
      await pay(subject);
      await arrive(at(), subject);
    },
    act: (context, { formId }) => voidArrival(context, town.admin, { reference: formId, reason: "R" }),
  },
};

/** What is in the books about a subject, without ids and times. */
async function read({ id, plumber }: Subject, before: number[]) {
  const list = <Row>(query: ReturnType<typeof sql>) => db.all<Row>(query);
  const [row] = await list(sql`
    select status, held_amount, paid_amount, frozen_at is null as is_free, released_at is null as is_unreleased from bookings where id = ${id}`);
  return {
    booking: row,
    moved: await list(sql`select kind, amount from ledger_transfers where booking_id = ${id} order by kind, amount`),
    paid: await list(
      sql`select amount, counts, review, taken_back_at is null as stands from online_payments where booking_id = ${id} and status = 'paid'`,
    ),
    receipts: await list(sql`select amount from receipts where booking_id = ${id}`),
    settlements: await list(sql`select reason, earned, commission, refunded from settlements where booking_id = ${id}`),
    refunds: await list(sql`select amount, reason, reference is null as is_due from refunds where booking_id = ${id}`),
    events: await list(sql`select event, amount from booking_events where booking_id = ${id} order by rowid`),
    notices: await list(
      sql`select kind, count(*) as count from notices where booking_id = ${id} or user_id = ${plumber.id} group by kind order by kind`,
    ),
    payouts: (await db.select().from(payouts).where(eq(payouts.plumberId, plumber.id))).map(({ amount, status }) => [
      amount,
      status,
    ]),
    owed: await town.balance(owedTo(plumber.id)),
    others: (await readOthers()).map((amount, at) => amount - before[at]!),
  };
}
const readOthers = () => Promise.all([CLEARING, BANK, PROVIDER_FEES, REFUNDS_DUE].map(town.balance));

/** At which call D1 breaks, and whether the call never arrives, or its answer is lost. */
interface Fault {
  call: number;
  isDone: boolean;
}

/** Goes through a step that breaks at `fault`, and what follows; gives what stands then, and how many calls it made. */
async function goThrough(step: Step, fault: Fault | null) {
  const before = await readOthers();
  const subject = await newSubject();
  await step.prepare(subject);
  let calls = 0;
  const d1 = pipeline(env.DB, gatherReads(), async (call, send) => {
    if (calls++ !== fault?.call) return send(call);
    if (fault.isDone) await send(call);
    throw new Error("D1 broke");
  });
  await step.act({ ...at(), db: openDatabase(d1) }, subject).catch((error: unknown) => {
    if (fault === null) throw error;
  });
  await settleDueBookings(at());
  await checkPayments(at(now + 2 * MINUTE));
  await step.act(at(), subject);
  await settleDueBookings(at(now + 2 * DAY));
  await town.isSound();
  const stands = await read(subject, before);
  // The next one's payouts are its own.
  await db.update(users).set({ suspendedAt: now }).where(eq(users.id, subject.plumber.id));
  return { stands, calls };
}

test.each(Object.entries(STEPS))("D1 may break anywhere in this: %s", async (_, step) => {
  const { stands, calls } = await goThrough(step, null);
  expect(calls).toBeGreaterThan(0);
  for (let call = 0; call < calls; call += 1)
    for (const isDone of [false, true]) {
      const broken = await goThrough(step, { call, isDone });
      expect(broken.stands, JSON.stringify({ call, isDone })).toEqual(stands);
    }
});
