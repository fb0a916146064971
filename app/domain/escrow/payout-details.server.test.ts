import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { notices, payoutDetails } from "~/db/schema";
import { ACCOUNT, ECOCASH, paidOnlineJob, save } from "../../../tests/support/money";
import { client, plumber, seedPayers } from "../../../tests/support/payers";
import { addDevice, addPhone } from "../../../tests/support/notices";
import { setUpApp } from "../../../tests/support/second-factor";
import { context, contextAt, db, now, createUser } from "../../../tests/support/users";
import { DAY, HOUR, instantOf } from "../time/harare";
import { findPayoutDetails, keepPayoutDetails, savePayoutDetails } from "./payout-details.server";
import { noticesInWords } from "../../../tests/support/notice-words";

beforeAll(seedPayers);

test("payout details hold at once the first time, later after 48 hours, and the account is emailed", async () => {
  expect(await save(ECOCASH, client)).toEqual({ ok: true });
  expect(await db.$count(payoutDetails)).toBe(0);
  expect(await findPayoutDetails(db, plumber.id, now)).toEqual({ present: null, coming: null });
  for (const details of [ECOCASH, ECOCASH]) expect(await save(details)).toEqual({ ok: true });
  expect(await findPayoutDetails(db, plumber.id, now)).toMatchObject({
    present: { method: "ecocash", place: "EcoCash •••567", validFrom: now },
    coming: null,
  });
  await save(ACCOUNT);
  const later = now + 48 * HOUR;
  expect(await findPayoutDetails(db, plumber.id, later - 1)).toMatchObject({
    present: { method: "ecocash" },
    coming: { method: "bank", place: "CBZ Bank •••678", validFrom: later },
  });
  expect(await findPayoutDetails(db, plumber.id, later)).toMatchObject({ present: { method: "bank" }, coming: null });
  const told = await noticesInWords(db, and(eq(notices.userId, plumber.id), eq(notices.kind, "payoutDetailsChanged")));
  expect(told.map(({ subject }) => subject)).toEqual([
    "Your money from Pombi goes to EcoCash •••567",
    "Where your money from Pombi goes was changed",
  ]);
  expect(told.map(({ text }) => text).join()).not.toMatch(/4412345678|772000567/);
});

const TO_COME = { status: "confirmed", completedAt: null, finalAmount: null } as const;
test.each([
  { isKnown: true, of: "a job that is done", job: {} },
  { isKnown: false, of: "a job that is done", job: {} },
  { isKnown: true, of: "a job to come", job: TO_COME },
])(
  "payout details take a second factor while money of $of is on its way (known before: $isKnown)",
  async ({ isKnown, job }) => {
    const payee = await createUser(context, "plumber");
    if (isKnown) await save(ECOCASH, payee);
    await paidOnlineJob({ plumberId: payee.id, ...job });
    const stored = () => db.$count(payoutDetails, eq(payoutDetails.plumberId, payee.id));
    expect(await save(ACCOUNT, payee)).toEqual({ ok: false, reason: "factorRequired" });
    expect(await stored()).toBe(isKnown ? 1 : 0);
    await setUpApp(context, payee);
    expect(await save(ACCOUNT, payee)).toEqual({ ok: true });
    const coming = { place: "CBZ Bank •••678", validFrom: now + 48 * HOUR };
    expect(await findPayoutDetails(db, payee.id, now)).toMatchObject({ present: isKnown ? {} : null, coming });
  },
);

test("first payout details that wait are not made to hold by saving others", async () => {
  const payee = await createUser(context, "plumber");
  await setUpApp(context, payee);
  await paidOnlineJob({ plumberId: payee.id });
  for (const details of [ECOCASH, ACCOUNT]) await save(details, payee);
  expect(await findPayoutDetails(db, payee.id, now + 48 * HOUR - 1)).toMatchObject({ present: null });
});

test("a change of payout details goes out at once on every channel, in quiet hours too", async () => {
  const night = contextAt(instantOf("2026-11-21", 60));
  const payee = await createUser(night, "plumber");
  await addDevice(night, payee);
  await addPhone(night, { userId: payee.id, channel: "sms", phone: "+263772000999" });
  await save(ECOCASH, payee, night);
  const told = await db.select().from(notices).where(eq(notices.kind, "payoutDetailsChanged"));
  const ways = told.map(({ channel, nextAttemptAt }) => [channel, nextAttemptAt]);
  expect(ways.sort()).toEqual(["email", "push", "sms"].map((channel) => [channel, night.now]));
});

test("a session that has ended changes no payout details", async () => {
  const ended = { ...plumber, sessionHash: "ended" };
  for (const stored of [0, 1]) {
    expect(await savePayoutDetails(context, ended, ACCOUNT)).toEqual({ ok: false, reason: "sessionEnded" });
    expect(await db.$count(payoutDetails)).toBe(stored);
    // Counted from now on: the limit alone would refuse no more.
    await save(ECOCASH);
  }
});

test("the same payout details again are no change: nobody is told, and the hour has room", async () => {
  for (let time = 0; time < 6; time++) expect(await save(ACCOUNT)).toEqual({ ok: true });
  expect(await db.$count(payoutDetails, eq(payoutDetails.plumberId, plumber.id))).toBe(1);
  expect(await db.$count(notices, eq(notices.kind, "payoutDetailsChanged"))).toBe(1);
});

test("payout details that wait are dropped by keeping the present ones, or by others, which wait again", async () => {
  await save(ECOCASH);
  await save(ACCOUNT);
  await keepPayoutDetails(context, plumber);
  expect(await findPayoutDetails(db, plumber.id, now + 3 * DAY)).toMatchObject({ present: { method: "ecocash" } });
  await save(ACCOUNT);
  const inADay = contextAt(now + DAY);
  await save({ ...ACCOUNT, number: "999999999" }, plumber, inADay);
  expect(await db.$count(payoutDetails, eq(payoutDetails.plumberId, plumber.id))).toBe(2);
  expect(await findPayoutDetails(db, plumber.id, now + 48 * HOUR)).toMatchObject({
    present: { method: "ecocash" },
    coming: { place: "CBZ Bank •••999", validFrom: now + DAY + 48 * HOUR },
  });
  await keepPayoutDetails(inADay, plumber);
  expect(await findPayoutDetails(db, plumber.id, now + 4 * DAY)).toMatchObject({ coming: null });
});
