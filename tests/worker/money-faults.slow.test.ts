import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "~/db/client.server";
import { bookings, refunds, users } from "~/db/schema";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import type { DomainContext } from "~/domain/domain-context.server";
import { owedTo } from "~/domain/ledger/ledger.server";
import { checkPayments } from "~/domain/escrow/online-payments.server";
import { decideMissedVisit } from "~/domain/money/missed-visits.server";
import { shareOutHeld } from "~/domain/escrow/final-decision.server";
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
import type { BookingColumns } from "../support/money-rows";
import { createUser } from "../support/users";
import { gatherReads, pipeline } from "../../workers/d1";

// Each step of money breaks on the way to and from every call of D1. Then the cron runs, and the user who saw no answer
// presses again: the books are as they are when nothing breaks. Starting and booking a payment is in lost-answers.

const { db, now } = town.context;
const AMOUNT = 80_00;

beforeAll(town.seedPayers);
beforeEach(connect);

/** A booking of a plumber of its own. */
interface Subject {
  id: string;
  plumber: SteppedUpUser;
  /** The form's own, of whatever is sent. */
  formId: string;
}
type Act = (subject: Subject, context: DomainContext) => Promise<unknown>;

async function newSubject(): Promise<Subject> {
  const plumber = await createUser(town.context, "plumber");
  await town.save(town.ECOCASH, plumber);
  const id = await town.createBooking({ agreedPrice: AMOUNT, plumberId: plumber.id });
  return { id, plumber, formId: newId() };
}

const change =
  (more: BookingColumns): Act =>
  ({ id }) =>
    db.update(bookings).set(more).where(eq(bookings.id, id));
const complete = (completedAt: number) => change({ status: "completed", completedAt, finalAmount: 60_00 });
const pay: Act = ({ id }) => town.payOnline(id, AMOUNT);
const payOnPhone: Act = async ({ id, formId }) => {
  await start(id, { id: formId });
  await paynow.elapse();
};
const takePost: Act = (_, context) => post(context);
const giveBack: Act = () => paynow.standIn.change(paynow.standIn.transactions.at(-1)!, "Refunded");
const settle: Act = (_, context) => settleDueBookings(context);
const release: Act = async ({ id }, context) => releaseMoney(context, town.client, await town.booking(id), 10);
const cancel: Act = async ({ id }, context) =>
  transitionBooking(context, town.client, await town.booking(id), "cancel");
const miss: Act = async ({ id }, context) =>
  takeJobStep(context, town.client, await town.booking(id), "plumber-did-not-come");
const shareOut: Act = async ({ id }, context) =>
  shareOutHeld(context, town.admin, await town.booking(id), { toPlumber: 30_00, reason: "R" }, 10);
const decideVisit: Act = async ({ id }, context) => {
  const decision = { outcome: "nobody-was-there", start: null, reason: "R" } as const;
  return decideMissedVisit(context, town.admin, await town.booking(id), decision);
};
const prepare: Act = ({ formId }, context) => preparePayouts(context, town.admin, { id: formId, method: "ecocash" });
const takeFile: Act = ({ formId }, context) => takePayoutFile(context, town.admin, formId);
const batchOf = async ({ formId }: Subject) => (await findBatchForCommand(db, formId))!;
const send: Act = async (subject, context) =>
  markPayoutsSent(context, town.admin, await batchOf(subject), `S-${subject.formId}`);
const cancelBatch: Act = ({ formId }, context) => cancelPayouts(context, town.admin, formId);
const returnPart: Act = async (subject, context) => {
  const batch = await batchOf(subject);
  const { id } = batch.payouts.find(({ plumberId }) => plumberId === subject.plumber.id)!;
  return returnPayout(context, town.admin, batch, id, "R");
};
const sendRefund: Act = async ({ id }, context) => {
  const [due] = await db.select().from(refunds).where(eq(refunds.bookingId, id));
  return markRefundSent(context, town.admin, (await findRefundForCommand(db, due!.id))!, `R-${id}`);
};
const arrive: Act = ({ formId }, context) =>
  noteArrival(context, town.admin, { reference: formId, arrived: AMOUNT - 2_00, fee: 2_00 });
const undoArrival: Act = ({ formId }, context) => voidArrival(context, town.admin, { reference: formId, reason: "R" });

const earn = [pay, complete(now - DAY), settle];
/** Each step, the last of its row, behind what brings a booking to where it begins. */
const STEPS: Record<string, Act[]> = {
  "a payment that doesn't fit": [payOnPhone, change({ status: "cancelled" }), takePost],
  "what Paynow gave back": [payOnPhone, takePost, giveBack, takePost],
  "the release after 24 hours": earn,
  "the release by the client": [pay, complete(now), release],
  "a cancellation": [pay, cancel],
  "the money that its payer disputes": [pay, change({ frozenAt: now }), shareOut],
  "the decision about a missed visit": [change({ startsAt: now - 60 * MINUTE }), pay, miss, decideVisit, settle],
  "preparing a payout": [...earn, prepare],
  "taking a payout's file": [...earn, prepare, takeFile],
  "a payout that was sent": [...earn, prepare, takeFile, send],
  "a payout that is cancelled": [...earn, prepare, cancelBatch],
  "a payout that came back": [...earn, prepare, takeFile, send, returnPart],
  "a refund that was sent": [pay, cancel, settle, sendRefund],
  "what arrived at the bank": [pay, arrive],
  "an arrival that is voided": [pay, arrive, undoArrival],
};

/** The books' entries about a subject, without ids and times. */
async function read({ id, plumber }: Subject, before: number[]) {
  const list = <Row>(query: ReturnType<typeof sql>) => db.all<Row>(query);
  const [row] = await list(sql`
    select status, held_amount, paid_amount, frozen_at is null as is_free, released_at is null as is_unreleased
    from bookings where id = ${id}`);
  return {
    booking: row,
    moved: await list(sql`select kind, amount from ledger_transfers where booking_id = ${id} order by kind, amount`),
    paid: await list(
      sql`select amount, counts, review, taken_back_at is null as stands from online_payments where booking_id = ${id} and status = 'paid'`,
    ),
    receipts: await list(sql`select amount from receipts where booking_id = ${id}`),
    settlements: await list(sql`select reason, earned, commission, refunded from settlements where booking_id = ${id}`),
    refunds: await list(sql`select amount, reason, reference is null as is_due from refunds where booking_id = ${id}`),
    events: await list(sql`select event, amount from booking_events where booking_id = ${id} order by seq`),
    notices: await list(
      sql`select kind, count(*) as count from notices where booking_id = ${id} or user_id = ${plumber.id} group by kind order by kind`,
    ),
    payouts: await list(sql`select amount, status from payouts where plumber_id = ${plumber.id} order by rowid`),
    owed: await town.balance(owedTo(plumber.id)),
    others: (await readOthers()).map((amount, at) => amount - before[at]!),
  };
}
const readOthers = () => Promise.all((["clearing", "bank", "provider-fees", "refunds:due"] as const).map(town.balance));

/**
 * Goes through a step, and what follows; gives the state then, and how many calls it made. `fault`: the call at which D1
 * breaks, and whether it was done by then, so that its answer is lost.
 */
async function goThrough(step: Act[], fault: { call: number; isDone: boolean } | null) {
  const before = await readOthers();
  const subject = await newSubject();
  const [act] = step.slice(-1);
  for (const earlier of step.slice(0, -1)) await earlier(subject, at());
  let calls = 0;
  const d1 = pipeline(env.DB, gatherReads(), async (call, send) => {
    if (calls++ !== fault?.call) return send(call);
    if (fault.isDone) await send(call);
    throw new Error("D1 broke");
  });
  await act!(subject, { ...at(), db: openDatabase(d1) }).catch((error: unknown) => {
    if (fault === null) throw error;
  });
  await settleDueBookings(at());
  await checkPayments(at(now + 2 * MINUTE));
  await act!(subject, at());
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
