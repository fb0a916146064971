import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditLog, notices } from "~/db/schema";
import { queueNotice, takeAll } from "../../../tests/support/notices";
import { context, contextAt, createUser, db, now } from "../../../tests/support/users";
import { DAY, instantOf, MINUTE } from "../time/harare";
import { listBudgets } from "./budgets.server";
import { sendDueNotices } from "../outbox/outbox.server";
import { changeSetting } from "../settings/setting-changes.server";

const { sent, senders } = takeAll();
const run = (at = now) => sendDueNotices(contextAt(at), senders);
/** The recipients on phones and devices, so far in this test. */
const recipients = () => sent.flatMap(({ channel, recipient }) => (channel === "email" ? [] : recipient));
const queue = (count: number, channel: "sms" | "whatsapp" | "push", at = now, kind = "test") =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      queueNotice({ db, now: at }, { kind, channel, recipient: `${kind} ${channel}${index}` }),
    ),
  );
const told = () => db.select().from(notices).where(eq(notices.kind, "budgetUsedUp"));
const set = async (numbers: { whatsapp: number; sms: number }) =>
  changeSetting(context, await createUser(context, "admin"), "budgets", numbers);

beforeEach(() => void (sent.length = 0));

test("a day's budget is 500 and 200 until the office sets others, which is logged once", async () => {
  expect((await listBudgets(db, now)).map(({ budget }) => budget)).toEqual([500, 200]);
  await set({ whatsapp: 500, sms: 200 });
  expect(await db.$count(auditLog, eq(auditLog.action, "budgetsChanged"))).toBe(0);
  await set({ whatsapp: 500, sms: 3 });
  await set({ whatsapp: 500, sms: 3 });
  expect((await listBudgets(db, now)).map(({ budget }) => budget)).toEqual([500, 3]);
  expect(await db.select().from(auditLog).where(eq(auditLog.action, "budgetsChanged"))).toMatchObject([
    { before: '{"whatsapp":500,"sms":200}', after: '{"whatsapp":500,"sms":3}' },
  ]);
});

test("a day's budget bounds one channel for all senders, drops what exceeds it and reports that", async () => {
  await set({ whatsapp: 500, sms: 3 });
  await Promise.all([queue(8, "sms"), queue(8, "whatsapp"), queue(8, "push")]);
  await Promise.all([run(), run(), run()]);
  await run();
  expect(recipients().filter((recipient) => recipient.includes("sms"))).toHaveLength(3);
  expect(recipients()).toHaveLength(3 + 8 + 8);
  const dropped = await db.select().from(notices).where(eq(notices.status, "dropped"));
  expect(dropped).toHaveLength(5);
  expect(dropped[0]).toMatchObject({ lastError: "The day's budget of this channel is used up.", words: null });
  expect(await listBudgets(db, now)).toMatchObject([
    { channel: "whatsapp", sent: 8 },
    { channel: "sms", budget: 3, sent: 3 },
  ]);
});

test("the office is told by email, once a day, that a day's budget is used up", async () => {
  await set({ whatsapp: 500, sms: 1 });
  await queue(1, "sms");
  await run();
  expect(await told()).toEqual([]);
  for (const turn of [1, 2]) {
    await queue(1, "sms");
    await run(now + turn * MINUTE);
  }
  expect(await told()).toMatchObject([{ channel: "email", subject: "The day's budget for text messages is used up" }]);
  await queue(2, "sms", now + DAY);
  await run(now + DAY);
  await run(now + DAY + MINUTE);
  expect(await told()).toHaveLength(2);
});

test.each(["sms", "whatsapp"] as const)(
  "codes take no more than a fifth of a day's budget of %s, whenever they come",
  async (channel) => {
    await set({ whatsapp: 10, sms: 10 });
    await queue(9, channel, now, "phoneCode");
    await Promise.all([run(), run()]);
    await queue(8, channel, now + MINUTE);
    await queue(3, channel, now + MINUTE, "phoneCode");
    await Promise.all([run(now + MINUTE), run(now + MINUTE)]);
    await run(now + 2 * MINUTE);
    expect(recipients().filter((recipient) => recipient.startsWith("phoneCode"))).toHaveLength(2);
    expect(recipients()).toHaveLength(2 + 8);
    expect((await told()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^The day.s budget for .* to new phones is used up$/),
    ]);
  },
);

test("a day's budget begins at midnight in Harare", async () => {
  await set({ whatsapp: 500, sms: 1 });
  const midnight = instantOf("2026-11-21", 0);
  await queue(1, "sms");
  await run(midnight - MINUTE);
  await queue(1, "sms", midnight);
  await run(midnight);
  expect(recipients()).toHaveLength(2);
});
