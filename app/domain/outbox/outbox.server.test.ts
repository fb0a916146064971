import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { notices } from "~/db/schema";
import { queueNotice, takeAll } from "../../../tests/support/notices";
import { context, contextAt, createUser, db, now } from "../../../tests/support/users";
import { DAY, HOUR, instantOf, MINUTE } from "../time/harare";
import { emailSender } from "../notices/email-sender";
import { listMailbox } from "../notices/mailbox.server";
import { DeliveryError, type Sender, type Senders } from "../notices/notice";
import { sendDueNotices } from "./outbox.server";
import { insertBooking } from "../../../tests/support/money-rows";

/** Sends what is due now, or at that instant. */
const send = (senders: Senders, at = now, options: Parameters<typeof sendDueNotices>[2] = {}) =>
  sendDueNotices(contextAt(at), senders, options);
/** As `send`, by senders that take everything; gives what they took. */
const sendAll = async (...more: [at?: number, options?: Parameters<typeof send>[2]]) => {
  const { sent, senders } = takeAll();
  await send(senders, ...more);
  return sent;
};
const queue = (causeId: string, more: Partial<typeof notices.$inferInsert> = {}) =>
  queueNotice(context, { causeId, ...more });

/** A sender of emails that refuses each, by a code of the provider's or without one. */
const refusing = (code?: string): Senders => {
  const send = () => Promise.reject(Object.assign(new Error("The provider is out to lunch."), { code }));
  return { email: emailSender({ send }, async () => null) };
};
const rows = () => db.select().from(notices);

test("the mailbox has the newest email first, also after local mode's clock was set back", async () => {
  const saying = (subject: string) => ({ words: JSON.stringify({ subject, text: "", html: "" }) });
  await queue("a", { ...saying("Ahead of its time"), createdAt: now + 24 * HOUR });
  await queue("b", { ...saying("After it"), createdAt: now });
  expect((await listMailbox(db, context.origin, "email")).map(({ subject }) => subject)).toEqual([
    "After it",
    "Ahead of its time",
  ]);
});

test("ten senders at once send each email once, the oldest 25 first", async () => {
  await Promise.all(
    Array.from({ length: 60 }, (_, age) => queue(`${age}`, { nextAttemptAt: now - age, id: `${age}` })),
  );
  const { sent, senders } = takeAll();
  await send(senders, now, { limit: 25 });
  expect(sent.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, place) => `${59 - place}`));
  await Promise.all(Array.from({ length: 10 }, () => send(senders)));
  expect(sent).toHaveLength(60);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(60);
});

test("a run sends 500 notices of a channel at most", async () => {
  const many = JSON.stringify([...Array(501).keys()]);
  await db.run(sql`insert into notices (id, kind, topic, cause_id, channel, recipient, words, next_attempt_at, created_at)
    select value, 'test', 'changes', value, 'webhook', 'r', '{}', ${now}, ${now} from json_each(${many})`);
  await queue("a");
  expect(await send(takeAll().senders)).toEqual({ sent: 501, failed: 0 });
});

test("a sent email loses its body, but not in local mode", async () => {
  await queue("a");
  await sendAll();
  expect(await rows()).toMatchObject([{ status: "sent", sentAt: now, subject: "Hello", facts: null, words: null }]);
  await queue("b");
  await sendAll(now, { keepWords: true });
  expect((await listMailbox(db, context.origin, "email"))[0]).toMatchObject({
    to: "rudo@example.test",
    subject: "Hello",
    text: expect.stringContaining("claim"),
  });
});

test("a refused notice is tried again after growing gaps, and fails at the sixth attempt", async () => {
  await queue("a");
  let at = now;
  const gaps: number[] = [];
  for (let attempt = 1; attempt <= 6; attempt++) {
    expect(await send(refusing(), at)).toEqual({ sent: 0, failed: 1 });
    const [email] = await rows();
    expect(email).toMatchObject({
      attempts: attempt,
      status: attempt === 6 ? "failed" : "queued",
      lastError: "The provider is out to lunch.",
    });
    if (attempt === 6) break;
    gaps.push(email!.nextAttemptAt - at);
    expect(await send(takeAll().senders, email!.nextAttemptAt - 1)).toEqual({ sent: 0, failed: 0 });
    at = email!.nextAttemptAt;
  }
  expect(gaps).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR]);
});

test("a sender that died leaves its claim for five minutes, then another takes over", async () => {
  await queue("a");
  await db.update(notices).set({ claimedUntil: now + 5 * MINUTE });
  expect(await sendAll(now + 5 * MINUTE - 1)).toEqual([]);
  expect(await sendAll(now + 5 * MINUTE)).toHaveLength(1);
});

test("an email whose sixth sender died has failed, and its token is gone", async () => {
  await Promise.all([queue("a", { facts: "{}" }), queue("b", { kind: "passwordReset", facts: "{}" })]);
  await db.update(notices).set({ attempts: 6, claimedUntil: now + 5 * MINUTE });
  expect(await sendAll(now + 5 * MINUTE - 1)).toEqual([]);
  expect(await rows()).toMatchObject([{ status: "queued" }, { status: "queued" }]);
  expect(await sendAll(now + 5 * MINUTE)).toEqual([]);
  expect(await rows()).toMatchObject([
    { status: "failed", lastError: "The last sender never came back.", facts: "{}" },
    { status: "failed", facts: null },
  ]);
});

test("an email waits without using up an attempt, fails at once, or is tried again by the provider's code", async () => {
  const cases = {
    E_RATE_LIMIT_EXCEEDED: ["queued", 0, MINUTE],
    E_DAILY_LIMIT_EXCEEDED: ["queued", 0, HOUR],
    E_RECIPIENT_SUPPRESSED: ["failed", 1, 0],
    E_VALIDATION_ERROR: ["failed", 1, 0],
    E_INTERNAL_SERVER_ERROR: ["queued", 1, MINUTE],
    E_SENDER_NOT_VERIFIED: ["queued", 1, MINUTE],
    E_UNHEARD_OF: ["queued", 1, MINUTE],
  };
  for (const [code, row] of Object.entries(cases)) {
    await queue(code);
    expect(await send(refusing(code)), code).toEqual({ sent: 0, failed: 1 });
    const [email] = await db.delete(notices).returning();
    expect([email!.status, email!.attempts, email!.nextAttemptAt - now], code).toEqual(row);
    expect(email, code).toMatchObject({ lastErrorCode: code, lastError: "The provider is out to lunch." });
  }
});

test("a limit that never ends fails an email two days after it was written, with the provider's reason", async () => {
  await queue("a");
  const code = "E_DAILY_LIMIT_EXCEEDED";
  await send(refusing(code), now + 2 * DAY - 1);
  expect(await rows()).toMatchObject([{ status: "queued", nextAttemptAt: now + 2 * DAY - 1 + HOUR }]);
  await send(refusing(code), now + 2 * DAY - 1 + HOUR);
  expect(await rows()).toMatchObject([
    { status: "failed", lastError: "The provider is out to lunch.", lastErrorCode: code },
  ]);
});

const device = (causeId: string, more: Partial<typeof notices.$inferInsert> = {}) =>
  queue(causeId, { channel: "push", recipient: `device-${causeId}`, ...more });

test("a provider that hangs is given up, and holds up neither its own channel nor another", async () => {
  await Promise.all([queue("email"), device("hangs"), device("quick")]);
  let wasAborted = false;
  const push: Sender = {
    send: async ({ recipient }, signal) =>
      recipient === "device-quick"
        ? null
        : new Promise(() => signal.addEventListener("abort", () => void (wasAborted = true))),
  };
  expect(await send({ ...takeAll().senders, push }, now, { answerWithin: 20 })).toEqual({ sent: 2, failed: 1 });
  expect(wasAborted).toBe(true);
  const hung = (await rows()).find(({ causeId }) => causeId === "hangs");
  expect(hung).toMatchObject({
    status: "queued",
    attempts: 1,
    nextAttemptAt: now + MINUTE,
    lastError: "The provider did not answer in time.",
  });
});

test("a notice that failed in the evening is not tried again in quiet hours, unless its visit is near or it is a code", async () => {
  const evening = instantOf("2026-11-24", 20 * 60 + 59);
  const { id } = await createUser(context, "plumber");
  const text = { channel: "sms" as const, userId: id, nextAttemptAt: evening };
  const bookingId = "near";
  const clientId = (await createUser(context, "client")).id;
  await insertBooking(context, { id: bookingId, clientId, plumberId: id, startsAt: evening + 10 * HOUR });
  await Promise.all([
    queue("push", { ...text, channel: "push" }),
    queue("fallback", { ...text, recipient: "1", isFallback: true }),
    queue("request", { ...text, recipient: "2", topic: "requests" }),
    queue("near", { ...text, channel: "push", recipient: "near", bookingId }),
    queue("code", { ...text, recipient: "3" }),
    queue("email", { ...text, channel: "email" }),
  ]);
  const down = { send: () => Promise.reject(new DeliveryError("Down", "retry")) };
  await send({ push: down, sms: down, email: down }, evening);
  const next = Object.fromEntries((await rows()).map((row) => [row.causeId, row.nextAttemptAt - evening]));
  const morning = 9.5 * HOUR + MINUTE;
  const soon = { near: MINUTE, code: MINUTE, email: MINUTE };
  expect(next).toEqual({ push: morning, fallback: morning, request: morning, ...soon });
});

test("a notice that is due on a channel without a sender has failed, and says why", async () => {
  await device("a");
  await send({});
  expect(await rows()).toMatchObject([{ status: "failed", lastError: "This channel is not set up." }]);
});

test("an expired notice is dropped, and never sent", async () => {
  await Promise.all([device("a", { expiresAt: now }), device("b", { expiresAt: now + 1 })]);
  expect(await sendAll()).toMatchObject([{ recipient: "device-b" }]);
  const dropped = (await rows()).find(({ causeId }) => causeId === "a");
  expect(dropped).toMatchObject({ status: "dropped", lastError: "Its time had passed.", words: null });
});

test("a fallback is dropped once its reader has seen the same news elsewhere, and only then", async () => {
  const { id } = await createUser(context, "client");
  const text = { channel: "sms" as const, isFallback: true, userId: id };
  await Promise.all([
    queue("a", { userId: id, status: "sent", seenAt: now }),
    queue("a", { ...text, recipient: "+263771000001" }),
    queue("b", { userId: id, status: "sent" }),
    queue("b", { ...text, recipient: "+263771000002" }),
  ]);
  expect(await sendAll()).toMatchObject([{ recipient: "+263771000002" }]);
});

test("a run ends when its time is over; what is left stays due", async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => queue(`c${index}`)));
  let batches = 0;
  const { sent, senders } = takeAll();
  await send(senders, now, { hasTime: () => batches++ < 1 });
  expect(sent.length).toBeLessThanOrEqual(25);
  await send(senders);
  expect(sent).toHaveLength(30);
});

test("a limit holds for each channel by itself, and the rest stays due", async () => {
  const channels = ["email", "push", "webhook"] as const;
  for (const channel of channels)
    await Promise.all(Array.from({ length: 30 }, (_, index) => queue(`${channel}${index}`, { channel })));
  const { sent, senders } = takeAll();
  expect(await send(senders, now, { limit: 25 })).toEqual({ sent: 75, failed: 0 });
  for (const channel of channels) expect(sent.filter((one) => one.channel === channel)).toHaveLength(25);
});
