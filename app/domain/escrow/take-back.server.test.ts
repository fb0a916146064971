import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { bookings, notices } from "~/db/schema";
import { DAY, MINUTE } from "~/domain/time/harare";
import * as town from "../../../tests/support/money";
import { setBooking } from "../../../tests/support/town";
import { payment, refundsOf, transfersOf } from "../../../tests/support/money-rows";
import { contextAt, db, now } from "../../../tests/support/users";
import { agreed, at, connect, paynow, post, started } from "../../../tests/support/paying";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { decideMissedVisit } from "../money/missed-visits.server";
import { takeJobStep } from "../bookings/commands/job-steps.server";
import { decideFinal } from "./final-decision.server";
import { findRefundForCommand, markRefundSent } from "./refunds.server";
import { checkPaymentFor, checkPayments } from "./online-payments.server";
import { settleDueBookings } from "./settlements.server";

// Payments that Paynow takes back (M11): the documents know "Disputed" and "Refunded".

beforeAll(town.seedPayers);
beforeEach(connect);

/** Paynow changes a transaction and posts that. */
async function change(id: string, status: "Paid" | "Disputed" | "Refunded", time = now) {
  const one = paynow.standIn.transactions.find(({ reference }) => reference === id)!;
  await paynow.standIn.change(one, status);
  expect(await post(at(time))).toEqual({ ok: true });
}

/** The client pays what a booking asks for, in full; gives the payment's id. */
async function pay(bookingId: string, wish: Parameters<typeof started>[1] = {}): Promise<string> {
  const id = await started(bookingId, wish);
  await change(id, "Paid");
  return id;
}
const complete = (id: string) =>
  db.update(bookings).set({ status: "completed", completedAt: now, finalAmount: 80_00 }).where(eq(bookings.id, id));
/** The work is done, and the client disputes the payment. */
async function dispute(id: string, paymentId: string) {
  await complete(id);
  await change(paymentId, "Disputed", now + 1);
}
/** A refund of the whole payment is due, because the client cancels. */
async function oweRefund(id: string) {
  await transitionBooking(at(), town.client, await town.booking(id), "cancel");
  await settleDueBookings(at());
  return (await refundsOf(id))[0]!;
}
const sendRefund = async (refundId: string, reference: string) =>
  markRefundSent(at(), town.admin, (await findRefundForCommand(db, refundId))!, reference);
const movedOf = async (id: string) => (await transfersOf(id)).map(({ kind, amount }) => `${kind} ${amount}`);
const kindsOf = async (id: string) => (await transfersOf(id)).map(({ kind }) => kind).join(", ");
const toldOffice = (kind: string, id: string) => db.$count(notices, sql`kind = ${kind} and instr(cause_id, ${id}) = 1`);

test("a dispute leaves what froze the booking before as it is, and so does its end", async () => {
  const id = await agreed();
  const paymentId = await pay(id);
  const frozen = { frozenAt: now - 1 };
  await setBooking(at(), id, frozen);
  await dispute(id, paymentId);
  expect(await town.row(id)).toMatchObject(frozen);
  await change(paymentId, "Paid", now + DAY);
  expect(await payment(paymentId)).toMatchObject({ disputedAt: null });
  expect(await town.row(id)).toMatchObject(frozen);
});

test("a disputed payment freezes what is held and waits for the office; settled for us, it is released", async () => {
  const id = await agreed();
  const paymentId = await pay(id);
  await dispute(id, paymentId);
  const stands = { status: "paid", disputedAt: now + 1, review: "disputed", reviewedBy: null };
  expect(await payment(paymentId)).toMatchObject(stands);
  expect(await town.row(id)).toMatchObject({ frozenAt: now + 1, heldAmount: 80_00, paidAmount: 80_00 });
  expect(await toldOffice("paymentDisputed", paymentId)).toBe(1);
  // Posted again, asked again: nothing more happens, and nothing is released.
  await post(at(now + 2));
  await checkPayments(at(now + DAY + MINUTE));
  await settleDueBookings(contextAt(now + 10 * DAY));
  expect(await payment(paymentId)).toMatchObject({ disputedAt: now + 1, nextPollAt: now + 2 * DAY + MINUTE });
  expect(await toldOffice("paymentDisputed", paymentId)).toBe(1);
  expect(await movedOf(id)).toEqual(["paid 8000"]);

  await change(paymentId, "Paid", now + 3 * DAY);
  expect(await payment(paymentId)).toMatchObject({ disputedAt: null, takenBackAt: null });
  expect(await town.row(id)).toMatchObject({ frozenAt: null });
  await settleDueBookings(contextAt(now + 3 * DAY));
  expect(await movedOf(id)).toEqual(["paid 8000", "earned 7200", "commission 800"]);
  await town.isSound();
});

const after24Hours = async (id: string) => {
  await complete(id);
  await settleDueBookings(contextAt(now + DAY));
};
const sendWholeRefund = async (id: string) => {
  const refund = await oweRefund(id);
  await sendRefund(refund.id, `R-${id}`);
};

test.each<{ when: string; before: (id: string, paymentId: string) => Promise<unknown>; moved: string; row: object }>([
  // The client owes it again, and can pay it.
  { when: "while it is held", before: complete, moved: "paid, taken-back", row: { paidAmount: 0, due: 80_00 } },
  {
    when: "while it is held and disputed",
    before: dispute,
    moved: "paid, taken-back",
    row: { paidAmount: 0, frozenAt: null },
  },
  // The plumber keeps it, and no one is asked to pay the plumber a second time.
  {
    when: "after it was released",
    before: after24Hours,
    moved: "paid, earned, commission, loss",
    row: { paidAmount: 80_00, due: 0 },
  },
  {
    when: "while a refund of it is due",
    before: oweRefund,
    moved: "paid, refund-due, refund-sent",
    row: { paidAmount: 0 },
  },
  {
    when: "though our office has sent its refund",
    before: sendWholeRefund,
    moved: "paid, refund-due, refund-sent, loss",
    row: { paidAmount: 0 },
  },
])("a refund that the provider makes $when is in the books once", async ({ before, moved, row }) => {
  const id = await agreed();
  const paymentId = await pay(id);
  await before(id, paymentId);
  const later = now + 2 * DAY;
  await Promise.all([1, 2, 3].map(() => change(paymentId, "Refunded", later)));
  const { takenBackAt, disputedAt, review, providerReference } = await payment(paymentId);
  expect({ takenBackAt, disputedAt, review }).toEqual({ takenBackAt: later, disputedAt: null, review: "taken-back" });
  expect(await kindsOf(id)).toBe(moved);
  expect(await town.row(id)).toMatchObject({ heldAmount: 0, ...row });
  expect((await town.eventsOf(id)).at(-1)).toMatchObject({ event: "take-back", amount: 80_00, actorRole: "system" });
  expect(await toldOffice("paymentTakenBack", paymentId)).toBe(1);
  for (const refund of await refundsOf(id)) {
    const reference = refund.sentBy === null ? providerReference : `R-${id}`;
    expect(refund).toMatchObject({ reference, sentAt: refund.sentBy === null ? later : now });
    expect(await sendRefund(refund.id, "R-again")).toMatchObject({ reason: "refundSent" });
  }
  await settleDueBookings(contextAt(now + 3 * DAY));
  expect(await kindsOf(id)).toBe(moved);
  await town.isSound();
});

/** A deposit of $30 and a rest of $50: $80 go back, less the fee of $25 where the client cancels late. */
async function payInTwo(startsAt?: number) {
  const id = await agreed({ agreedDeposit: 30_00, ...(startsAt && { startsAt }) });
  const deposit = await pay(id, { purpose: "deposit", shown: 30_00 });
  const rest = await pay(id, { purpose: "rest", shown: 50_00 });
  return { id, deposit, rest, refund: await oweRefund(id) };
}
const amountsOf = async (id: string) => (await refundsOf(id)).map(({ amount }) => amount).sort((a, b) => b - a);

test.each([
  { first: "deposit", second: "rest", amounts: [50_00, 30_00], loss: 0 },
  { first: "rest", second: "deposit", amounts: [50_00, 30_00], loss: 0 },
  { first: "deposit", second: "rest", startsAt: now + 90 * MINUTE, amounts: [30_00, 25_00], loss: -25_00 },
  { first: "rest", second: "deposit", startsAt: now + 91 * MINUTE, amounts: [50_00, 5_00], loss: -25_00 },
] as const)(
  "a refund shrinks by the $first and the $second that the provider gives back (start $startsAt)",
  async ({ first, second, startsAt, amounts, loss }) => {
    const { id, refund, ...paid } = await payInTwo(startsAt);
    const changed = await town.watch("refunds:due", "losses");
    for (const which of [first, second]) {
      await change(paid[which], "Refunded");
      expect(await amountsOf(id), which).toEqual(amounts);
    }
    expect((await refundsOf(id)).every(({ sentAt, sentBy }) => sentAt === now && sentBy === null)).toBe(true);
    expect(await changed()).toEqual([-refund.amount, loss]);
    expect(await sendRefund(refund.id, `R-${id}`)).toMatchObject({ reason: "refundSent" });
    await town.isSound();
  },
);

test("a payment that the provider gives back ends its own refund, and not an older one", async () => {
  const id = await agreed();
  const first = await started(id);
  const second = await started(id, { context: at(now + 6 * MINUTE) });
  await transitionBooking(at(now + 6 * MINUTE), town.client, await town.booking(id), "cancel");
  await change(first, "Paid", now + 7 * MINUTE);
  await change(second, "Paid", now + 8 * MINUTE);
  await change(second, "Refunded", now + 9 * MINUTE);
  const sent = (await refundsOf(id)).map(({ causeId, sentAt }): [string, boolean] => [causeId, sentAt !== null]);
  expect(Object.fromEntries(sent)).toEqual({ [first]: false, [second]: true });
  await town.isSound();
});

test("a refund is sent by the office as far as it is left, never as a page showed it before", async () => {
  const { id, deposit, refund } = await payInTwo();
  const shown = (await findRefundForCommand(db, refund.id))!;
  await change(deposit, "Refunded");
  expect(await markRefundSent(at(), town.admin, shown, "R-80")).toMatchObject({ reason: "refundChanged" });
  expect(await sendRefund(refund.id, "R-50")).toEqual({ ok: true });
  expect((await movedOf(id)).slice(-2)).toEqual(["refund-sent 3000", "refund-sent 5000"]);
  await town.isSound();
});

test("a missed visit's freeze outlasts a dispute; the office may end a dispute's freeze", async () => {
  const missed = await agreed({ startsAt: now - 60 * MINUTE });
  const first = await pay(missed);
  await takeJobStep(at(), town.client, await town.booking(missed), "plumber-did-not-come");
  await change(first, "Disputed", now + 1);
  await change(first, "Paid", now + 2);
  expect((await town.row(missed)).frozenAt).toBe(now);

  const id = await agreed();
  const second = await pay(id);
  await dispute(id, second);
  await decideFinal(contextAt(now + 2), town.admin, await town.booking(id), 80_00, "Settled by phone");
  await checkPayments(at(now + DAY + MINUTE));
  expect((await town.row(id)).frozenAt).toBe(null);
});

test.each(["before", "after"])(
  "the office's decision ends a freeze whose payer disputes %s the visit was missed",
  async (order) => {
    const id = await agreed({ startsAt: now - 60 * MINUTE });
    const paymentId = await pay(id);
    const claim = async (time: number) =>
      takeJobStep(at(time), town.client, await town.booking(id), "plumber-did-not-come");
    if (order === "after") await claim(now);
    await change(paymentId, "Disputed", now + 1);
    if (order === "before") await claim(now + 2);
    expect((await town.row(id)).frozenAt).not.toBe(null);
    const decision = { outcome: "took-place", start: null, reason: "Both say so" } as const;
    expect(await decideMissedVisit(at(now + 3), town.admin, await town.booking(id), decision)).toEqual({ ok: true });
    expect(await town.row(id)).toMatchObject({ status: "in-progress", frozenAt: null });
    // Nor does anything that is heard later begin it again.
    await change(paymentId, "Paid", now + 4);
    expect((await town.row(id)).frozenAt).toBe(null);
  },
);

test("a lost post is noticed within a day; another viewer's question is none", async () => {
  const id = await agreed();
  const paymentId = await pay(id);
  paynow.standIn.behaviour.losesPosts = true;
  await paynow.standIn.change(paynow.standIn.transactions[0]!, "Refunded");
  expect(await checkPaymentFor(at(), town.client, paymentId)).toEqual({ ok: true });
  await checkPayments(at(now + DAY - 1));
  expect((await payment(paymentId)).takenBackAt).toBe(null);
  await checkPayments(at(now + DAY));
  expect(await payment(paymentId)).toMatchObject({ takenBackAt: now + DAY, nextPollAt: null });
  await town.isSound();
});

test("a payment disputed before we heard that it was paid waits for the office, and is not booked", async () => {
  const id = await agreed();
  const paymentId = await started(id);
  await change(paymentId, "Disputed");
  expect(await payment(paymentId)).toMatchObject({ status: "open", review: "disputed" });
  expect(await movedOf(id)).toEqual([]);
  await change(paymentId, "Paid");
  expect(await movedOf(id)).toEqual(["paid 8000"]);
});
