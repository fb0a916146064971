import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { notices } from "~/db/schema";
import { contextAt } from "../../../tests/support/users";
import { booking, client, createBooking, db, now, plumber, seedPayers } from "../../../tests/support/money";
import { addDevice, takeAll } from "../../../tests/support/notices";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { takeJobStep } from "../bookings/commands/job-steps.server";
import type { JobStepName } from "../bookings/job-steps";
import { denyPayment, findPayment, recordPayment, withdrawPayment } from "../money/payments.server";
import { LIMITS } from "../rate-limits/limits";
import { openQuote } from "../money/booking-money";
import { findMoney } from "../money/money-lists.server";
import { declineQuote, writeQuote } from "../money/quotes.server";
import { DAY, HOUR, MINUTE, SECOND } from "../time/harare";
import { newId } from "../values/id";
import type { AuthenticatedUser } from "../values/user";
import type { QueuedNotice } from "./notice";
import { sendDueNotices } from "../outbox/outbox.server";

let sent: (QueuedNotice & { at: number })[] = [];
/** Sends what is due, as after each response and every minute. */
const deliver = async (ms: number) => {
  const box = takeAll();
  await sendDueNotices(contextAt(now + ms), box.senders);
  sent.push(...box.sent.map((notice) => ({ ...notice, at: ms })));
};
const told = (user: AuthenticatedUser) =>
  sent
    .filter(({ recipient }) => recipient === user.email)
    .map(({ email, at }) => [email!.subject.replace(/ \(.*/, ""), at]);

beforeAll(seedPayers);
beforeEach(() => void (sent = []));

const step = async (id: string, name: JobStepName, ms: number) => {
  expect(await takeJobStep(contextAt(now + ms), plumber, await booking(id), name)).toMatchObject({ changed: true });
  await deliver(ms);
};
/** So many steps there and back, a second apart. */
const turn = async (id: string, times: number) => {
  for (let nth = 0; nth < times; nth++) await step(id, nth % 2 ? "not-on-the-way" : "on-the-way", nth * SECOND);
};
const WAY = "Tendai Ncube is on the way";
const BACK = "Your plumber is not on the way after all";
const today = () => createBooking({ startsAt: now + HOUR + (next += MINUTE) });
let next = 0;

test("many steps in ten minutes are an email and a push at once, and one at the end", async () => {
  const device = await addDevice(contextAt(now), client);
  const id = await today();
  await turn(id, 6);
  expect(told(client)).toEqual([[WAY, 0]]);
  await deliver(10 * MINUTE);
  expect(told(client)).toEqual([
    [WAY, 0],
    [BACK, 10 * MINUTE],
  ]);
  await deliver(HOUR);
  expect(told(client)).toHaveLength(2);
  expect(sent.filter(({ recipient }) => recipient === device)).toHaveLength(2);
  expect(await db.$count(notices)).toBe(4);
});

test("steps that end where the reader was told say nothing more", async () => {
  await turn(await today(), 5);
  await deliver(10 * MINUTE);
  await deliver(20 * MINUTE);
  expect(told(client)).toEqual([[WAY, 0]]);
});

test("a step ten minutes later is told at once again", async () => {
  const id = await today();
  await turn(id, 1);
  const later = 10 * MINUTE + SECOND;
  await step(id, "not-on-the-way", later);
  expect(told(client)).toEqual([
    [WAY, 0],
    [BACK, later],
  ]);
});

test("a plumber who is on the way after all is told at once, and taking that back waits its ten minutes", async () => {
  const id = await today();
  await turn(id, 1);
  await step(id, "not-on-the-way", 11 * MINUTE);
  await step(id, "on-the-way", 13 * MINUTE);
  await step(id, "not-on-the-way", 14 * MINUTE);
  const toldSoFar = [
    [WAY, 0],
    [BACK, 11 * MINUTE],
    [WAY, 13 * MINUTE],
  ];
  expect(told(client)).toEqual(toldSoFar);
  await deliver(23 * MINUTE);
  expect(told(client)).toEqual([...toldSoFar, [BACK, 23 * MINUTE]]);
});

test("steps of two bookings are told apart", async () => {
  for (const id of [await today(), await today()]) await turn(id, 1);
  expect(told(client)).toHaveLength(2);
});

test("the newest step is told after a time in which nothing could be sent", async () => {
  const id = await today();
  for (const [turn, name] of (["on-the-way", "not-on-the-way", "on-the-way"] as const).entries())
    await takeJobStep(contextAt(now + turn * SECOND), plumber, await booking(id), name);
  await deliver(5 * SECOND);
  expect(told(client)).toEqual([[WAY, 5 * SECOND]]);
});

test("finishing a job and taking it back is told once at once, then as it stands; another amount is told", async () => {
  const id = await createBooking({ startsAt: now - HOUR });
  for (let turn = 0; turn < 3; turn++) {
    const at = contextAt(now + turn * SECOND);
    expect(await transitionBooking(at, plumber, await booking(id), "complete")).toMatchObject({ changed: true });
    await deliver(turn * SECOND);
    expect(await transitionBooking(at, plumber, await booking(id), "reopen")).toMatchObject({ changed: true });
    await deliver(turn * SECOND);
  }
  const final = { amount: 20_00, reason: null, isSure: false };
  await transitionBooking(contextAt(now + MINUTE), plumber, await booking(id), "complete", { final });
  await deliver(10 * MINUTE);
  expect(told(client)).toEqual([
    ["The job is completed: Fri 20 Nov, 8:00 am", 0],
    ["The job is completed: Fri 20 Nov, 8:00 am", 10 * MINUTE],
  ]);
  expect(sent.at(-1)?.email?.text).toContain("$20");
});

test("a quote after a declined one is told at once, one in place of an open one in ten minutes", async () => {
  const id = await createBooking({ startsAt: now + HOUR });
  const quote = async (total: number, ms: number) => {
    const lines = [{ what: "New valve", amount: total }];
    const at = contextAt(now + ms);
    await writeQuote(at, plumber, await booking(id), {
      lines,
      deposit: null,
      note: null,
      validUntil: now + DAY,
      isSure: false,
    });
    await deliver(ms);
  };
  await quote(85_00, 0);
  const money = (await findMoney(db, client, id))!;
  await declineQuote(contextAt(now + SECOND), client, await booking(id), openQuote(money)!);
  await quote(60_00, MINUTE);
  await quote(55_00, 2 * MINUTE);
  expect(told(client).map(([, at]) => at)).toEqual([0, MINUTE]);
  await deliver(11 * MINUTE);
  expect(told(client).map(([, at]) => at)).toEqual([0, MINUTE, 11 * MINUTE]);
});

const pay = async (id: string, ms: number) => {
  const form = newId();
  await recordPayment(contextAt(now + ms), plumber, await booking(id), { id: form, amount: 5_00, method: "cash" });
  await deliver(ms);
  return (await findPayment(db, client, id, form))!;
};

test("payments recorded and denied many times are two emails to each side", async () => {
  const id = await createBooking({ status: "completed", completedAt: now, finalAmount: 25_00 });
  for (let turn = 0; turn < 3; turn++) {
    const payment = await pay(id, turn * SECOND);
    expect(await denyPayment(contextAt(now + turn * SECOND), client, await booking(id), payment, null)).toEqual({
      ok: true,
    });
    await deliver(turn * SECOND);
  }
  await deliver(10 * MINUTE);
  // The last one was denied: there is nothing to confirm.
  expect(told(client)).toEqual([["A payment of $5 was recorded", 0]]);
  expect(told(plumber)).toEqual([
    ["Rudo Moyo says $5 wasn't paid", 0],
    ["Rudo Moyo says $5 wasn't paid", 10 * MINUTE],
  ]);
});

test("payments recorded and taken back are told as they are in the end", async () => {
  const id = await createBooking({ status: "completed", completedAt: now, finalAmount: 25_00 });
  for (let turn = 0; turn < 3; turn++)
    await withdrawPayment(contextAt(now), plumber, await booking(id), await pay(id, turn * SECOND));
  await pay(id, MINUTE);
  await deliver(10 * MINUTE);
  expect(told(client)).toEqual([
    ["A payment of $5 was recorded", 0],
    ["A payment of $5 was recorded", 10 * MINUTE],
  ]);
  expect(await db.$count(notices, sql`status = 'queued'`)).toBe(0);
});

/** A context in which an hour on one booking has room for three of them by one person (L1). */
const threeAnHour = contextAt(now, { limits: { ...LIMITS, togglePerUserAndBooking: { max: 3, minutes: 60 } } });

test("recorded payments have a limit an hour; confirming the other side's record always works (L1)", async () => {
  const id = await createBooking();
  const payAs = async (by: typeof plumber, form = newId()) =>
    recordPayment(threeAnHour, by, await booking(id), { id: form, amount: 5_00, method: "cash" });
  for (let turn = 0; turn < 3; turn++) {
    const form = newId();
    expect(await payAs(plumber, form)).toMatchObject({ ok: true });
    expect(await payAs(plumber, form)).toMatchObject({ ok: true });
    const payment = (await findPayment(db, client, id, form))!;
    expect(await withdrawPayment(threeAnHour, plumber, await booking(id), payment)).toEqual({ ok: true });
  }
  expect(await payAs(plumber)).toMatchObject({ ok: false, reason: "tooMany" });
  expect(await payAs(client)).toMatchObject({ ok: true });
  expect(await payAs(plumber)).toMatchObject({ ok: true, confirmed: true });
});
