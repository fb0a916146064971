import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditLog } from "~/db/schema";
import { accept, completed, confirm, createBooking, finish, record, write } from "../../../tests/support/money";
import { booking, disputesOf, dueOf, emailsAbout, eventsOf, openOf, row } from "../../../tests/support/money-rows";
import { afterwards, context, contextAt, db, now } from "../../../tests/support/users";
import { admin, client, otherAdmin, plumber, seedPayers } from "../../../tests/support/payers";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { takeJobStep } from "../bookings/commands/job-steps.server";
import { nextStep } from "../bookings/next-step/next-step";
import { findBookingView } from "../bookings/queries/booking-views.server";
import { decideMissedVisit } from "./missed-visits.server";
import { HOUR, MINUTE } from "../time/harare";
import { newId } from "../values/id";
import { agreeFinal, disputeFinal } from "./final-amount.server";
import { decideFinal } from "../escrow/final-decision.server";
import { recordPayment, withdrawPayment } from "./payments.server";

beforeAll(seedPayers);

test("the plumber sets the final amount, and up to what was agreed of it is due", async () => {
  for (const { what, agreedPrice, amount, reason = null, due } of [
    { what: "the fee", agreedPrice: null, amount: 25_00, due: 25_00 },
    { what: "less than the fee", agreedPrice: null, amount: 10_00, due: 10_00 },
    { what: "nothing", agreedPrice: null, amount: 0, due: 0 },
    { what: "the agreed price", agreedPrice: 80_00, amount: 80_00, due: 80_00 },
    { what: "more, for a reason", agreedPrice: 80_00, amount: 95_50, reason: "A second valve", due: 80_00 },
  ]) {
    const id = await createBooking({ agreedPrice });
    expect(await finish(id, amount, reason), what).toMatchObject({ ok: true, changed: true });
    expect(await row(id), what).toMatchObject({ finalAmount: amount, finalReason: reason, finalAnswer: null, due });
    expect(await eventsOf(id), what).toEqual([{ event: "complete", amount, reason, actorRole: "plumber" }]);
  }
});

test("the amount due without a final amount is the agreed price, else the fee, else nothing", async () => {
  for (const [columns, amount] of [
    [{ agreedPrice: 80_00 }, 80_00],
    [{}, 25_00],
    [{ fee: null }, null],
  ] as const) {
    const id = await createBooking(columns);
    await transitionBooking(afterwards, plumber, await booking(id), "complete");
    expect(await row(id)).toMatchObject({ finalAmount: amount, due: amount ?? 0 });
  }
});

test("more than agreed needs a reason, and more than ten times as much a second look", async () => {
  const id = await createBooking();
  expect(await finish(id, 25_01)).toEqual({ ok: false, reason: "finalReasonRequired" });
  expect(await finish(id, 250_01, "Much to do")).toEqual({ ok: false, reason: "amountUnusual" });
  expect((await row(id)).status).toBe("confirmed");
  expect(await finish(id, 250_01, "Much to do", true)).toMatchObject({ ok: true });
});

test("a completion that is sent several times happens once; another amount is refused", async () => {
  const id = await createBooking();
  const shown = await booking(id);
  const send = (amount: number) => {
    const final = { amount, reason: "More pipe", isSure: false };
    return transitionBooking(afterwards, plumber, shown, "complete", { final, report: "Replaced it." });
  };
  const results = await Promise.all([send(40_00), send(40_00), send(40_00)]);
  expect(results.map((result) => result.ok && result.changed).sort()).toEqual([false, false, true]);
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(await row(id)).toMatchObject({ finalAmount: 40_00, report: "Replaced it." });
  expect(await send(45_00)).toMatchObject({ ok: false, reason: "transitionNotAllowed", status: "completed" });
  expect(await eventsOf(id)).toHaveLength(1);
});

test("a plumber who finishes while a quote is accepted is told that the price has changed", async () => {
  const id = await createBooking();
  await write(id, 20_00);
  const shown = await booking(id);
  await accept(id, 1);
  const final = { amount: 25_00, reason: null, isSure: false };
  const result = await transitionBooking(afterwards, plumber, shown, "complete", { final });
  const latest = "Rudo Moyo accepted the quote for $20 on Fri 20 Nov at 9:00 am.";
  expect(result).toEqual({ ok: false, reason: "priceChanged", latest });
  expect((await row(id)).status).toBe("confirmed");
});

test("the client agrees to a final amount, and all of it is due", async () => {
  const id = await createBooking();
  await finish(id, 40_00, "More pipe");
  expect(await agreeFinal(context, client, await booking(id), 39_00)).toEqual({
    ok: false,
    reason: "finalChanged",
    latest: "Tendai Ncube finished the job for $40 on Thu 18 Feb at 9:00 am.",
  });
  expect(await agreeFinal(context, client, await booking(id), 40_00)).toEqual({ ok: true });
  expect(await agreeFinal(context, client, await booking(id), 40_00)).toEqual({ ok: true });
  expect(await dueOf(id)).toBe(40_00);
  expect((await eventsOf(id)).map(({ event }) => event)).toEqual(["complete", "agree-final"]);
});

test("a client who does not agree leaves the agreed amount due; the office is told once, and decides", async () => {
  const id = await createBooking();
  await finish(id, 40_00, "More pipe");
  for (let time = 0; time < 2; time++)
    expect(await disputeFinal(context, client, await booking(id), 40_00, "He used our pipe")).toEqual({ ok: true });
  expect(await dueOf(id)).toBe(25_00);
  expect(await disputesOf(id)).toEqual([{ event: "dispute-final", reason: "He used our pipe", isClosed: false }]);

  const shown = await booking(id);
  expect(await decideFinal(context, admin, shown, 30_00, "We saw the pipe")).toEqual({ ok: true });
  expect(await decideFinal(context, otherAdmin, shown, 40_00, "No")).toEqual({
    ok: false,
    reason: "finalChanged",
    latest: "Our office decided on $30 at 9:00 am.",
  });
  expect(await row(id)).toMatchObject({ finalAmount: 30_00, finalAnswer: "decided", due: 30_00 });
  for (const [reader, due] of [
    [client, "$30 is due"],
    [plumber, "Rudo owes $30"],
  ] as const) {
    const view = (await findBookingView(db, reader, id, now))!;
    const { sentence } = nextStep(view, reader === client ? "client" : "plumber", now);
    expect(sentence).toContain(`Our office decided on $30: “We saw the pipe”. ${due}.`);
  }
  expect(await disputesOf(id)).toMatchObject([{ isClosed: true }]);
  const entry = { action: "moneyDecided", reason: "We saw the pipe" };
  expect(await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).toMatchObject([entry]);
  expect((await emailsAbout(id)).filter(({ subject }) => subject.startsWith("Our office"))).toHaveLength(2);
});

test("a client can agree after disagreeing, and to no amount that is not above the agreed one", async () => {
  const id = await completed({ finalAmount: 40_00, finalReason: "More pipe" });
  await disputeFinal(context, client, await booking(id), 40_00, null);
  expect(await agreeFinal(context, client, await booking(id), 40_00)).toEqual({ ok: true });
  expect(await dueOf(id)).toBe(40_00);
  const asAgreed = await booking(await completed());
  expect(await agreeFinal(context, client, asAgreed, 25_00)).toMatchObject({ ok: false });
  expect(await disputeFinal(context, client, asAgreed, 25_00, null)).toMatchObject({ ok: false });
});

test("“Not done yet” takes the final amount back, and not once someone has recorded a payment", async () => {
  const id = await createBooking();
  await finish(id, 25_00);
  const soon = contextAt(afterwards.now + MINUTE);
  expect(await transitionBooking(soon, plumber, await booking(id), "reopen")).toMatchObject({ ok: true });
  expect(await row(id)).toMatchObject({ status: "in-progress", finalAmount: null, finalReason: null });
  // Nothing is left to decide about an amount that is taken back.
  await finish(id, 40_00, "More pipe");
  await disputeFinal(soon, client, await booking(id), 40_00, null);
  expect(await transitionBooking(soon, plumber, await booking(id), "reopen")).toMatchObject({ ok: true });
  expect(await disputesOf(id)).toEqual([{ event: "dispute-final", reason: null, isClosed: true }]);
  await transitionBooking(soon, plumber, await booking(id), "complete");
  await recordPayment(soon, client, await booking(id), { id: newId(), amount: 25_00, method: "cash" });
  expect(await transitionBooking(soon, plumber, await booking(id), "reopen")).toMatchObject({ ok: false });
});

test("a frozen booking has nothing recorded or confirmed until the office has decided", async () => {
  const id = await createBooking();
  await record(id, client, 10_00);
  const shown = await booking(id);
  await takeJobStep(contextAt(shown.startsAt + HOUR), client, shown, "plumber-did-not-come");
  expect(await confirm(id, plumber)).toMatchObject({ ok: false, reason: "moneyFrozen" });
  expect(await record(id, plumber, 10_00)).toEqual({
    ok: false,
    reason: "moneyFrozen",
    latest: expect.stringMatching(/^Rudo Moyo said that the plumber didn't come on /) as string,
  });
  expect(await row(id)).toMatchObject({ paidAmount: 0 });
  const decision = { outcome: "took-place", start: null, reason: "They came later" } as const;
  expect(await decideMissedVisit(context, admin, await booking(id), decision)).toEqual({ ok: true });
  expect(await finish(id, 25_00)).toMatchObject({ ok: true });
  expect(await dueOf(id)).toBe(25_00);
  expect(await confirm(id, plumber)).toEqual({ ok: true });
  expect(await row(id)).toMatchObject({ due: 15_00, isPaid: false });
});

test("a job is paid once nothing of it is open", async () => {
  const more = { finalAmount: 45_00, finalReason: "R" };
  for (const [columns, isPaid, due] of [
    [{ finalAmount: 25_00, paidAmount: 25_00 }, true, 0],
    [{ finalAmount: 25_00, paidAmount: 24_99 }, false, 1],
    [{ finalAmount: 0, paidAmount: 0 }, true, 0],
    [{ ...more, paidAmount: 25_00 }, false, 0],
    [{ ...more, paidAmount: 45_00 }, false, 0],
    [{ ...more, paidAmount: 45_00, finalAnswer: "agreed" }, true, 0],
    [{ ...more, paidAmount: 45_00, finalAnswer: "disputed" }, false, 0],
    [{ ...more, paidAmount: 25_00, finalAnswer: "decided" }, false, 20_00],
    [{ finalAmount: 25_00, paidAmount: 25_00, frozenAt: now }, false, 0],
    [{ finalAmount: null, paidAmount: 25_00 }, false, 0],
  ] as const)
    expect(await row(await completed(columns)), JSON.stringify(columns)).toMatchObject({ isPaid, due });
});

test("a job is not paid while a record waits that is more than what is due", async () => {
  const id = await createBooking({ paidAmount: 20_00 });
  await record(id, client, 20_00);
  expect(await finish(id, 20_00)).toMatchObject({ ok: true });
  expect(await dueOf(id)).toBe(0);
  expect(await booking(id)).toMatchObject({ isPaid: false });
  const waiting = await openOf(id);
  expect(await withdrawPayment(context, client, await booking(id), waiting)).toMatchObject({ ok: true });
  expect(await booking(id)).toMatchObject({ isPaid: true });
});
