import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "~/db/client.server";
import { notices } from "~/db/schema";
import { failingD1, forgetfulD1, LINE_LOST, ROW_BROKEN, saysInSql } from "../../../tests/support/failing-d1";
import { queueNotice, takeAll } from "../../../tests/support/notices";
import { context, contextAt, createUser, createUsers, db, now } from "../../../tests/support/users";
import { DAY, HOUR, instantOf, MINUTE } from "../time/harare";
import { deleteExpired } from "../accounts/expiry.server";
import { recordDeliveryReports, requeue } from "../notices/notice-states.server";
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

/** The kinds of notices that carry what opens something: once failed, their facts are gone. */
const WITH_SECRET = ["verification", "passwordReset", "accountOffered", "phoneCode"];

/** By its reason, how a notice fails that has facts. */
const FAILURES: Record<string, (kind: string) => Promise<unknown>> = {
  "The last sender never came back.": async (kind) => {
    await queue(kind, { kind, facts: "{}", attempts: 6, claimedUntil: now + 5 * MINUTE });
    expect(await sendAll(now + 5 * MINUTE - 1)).toEqual([]);
    expect(await rows()).toMatchObject([{ status: "queued" }]);
    expect(await sendAll(now + 5 * MINUTE)).toEqual([]);
  },
  "This channel is not set up.": async (kind) => {
    await queue(kind, { kind, facts: "{}", channel: "sms" });
    await send({ email: takeAll().senders.email });
  },
  "The provider is out to lunch.": async (kind) => {
    await queue(kind, { kind, attempts: 5 });
    const refuse = async () => {
      await db.update(notices).set({ facts: "{}" });
      throw new Error("The provider is out to lunch.");
    };
    await send({ email: { send: refuse } });
  },
};

test.each(Object.keys(FAILURES))("a failed notice keeps its facts, but no token and no code: %s", async (lastError) => {
  for (const kind of ["bookingTransitioned", ...WITH_SECRET]) {
    await FAILURES[lastError]!(kind);
    const facts = WITH_SECRET.includes(kind) ? null : "{}";
    expect(await db.delete(notices).returning(), kind).toMatchObject([{ status: "failed", lastError, facts }]);
  }
});

test("what is known of a notice before its sender is back stands, whatever the sender says then", async () => {
  const cases: { known: Partial<typeof notices.$inferInsert>; taken: string; lost: string }[] = [
    { known: { status: "failed", lastErrorCode: "131026" }, taken: "failed", lost: "failed" },
    { known: { status: "sent", sentAt: now - 1 }, taken: "sent", lost: "sent" },
    { known: { status: "dropped" }, taken: "sent", lost: "dropped" },
    { known: { claimedUntil: null }, taken: "sent", lost: "queued" },
    // Another sender has it by now.
    { known: { claimedUntil: now + HOUR }, taken: "sent", lost: "queued" },
  ];
  for (const { known, ...after } of cases)
    for (const [answer, status] of Object.entries(after)) {
      await queue(answer, { attempts: 2 });
      const reported = async () => {
        await db.update(notices).set(known);
        if (answer === "lost") throw new Error("The answer is lost.");
        return null;
      };
      await send({ email: { send: reported } });
      const [notice] = await db.delete(notices).returning();
      const left = [notice!.status, notice!.lastErrorCode, notice!.lastError];
      const why = status === "queued" && !known.claimedUntil ? "The answer is lost." : null;
      expect(left, `${JSON.stringify(known)}, then ${answer}`).toEqual([status, known.lastErrorCode ?? null, why]);
    }
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
  await queue("expires itself", { expiresAt: now + 9 * DAY });
  const code = "E_DAILY_LIMIT_EXCEEDED";
  await send(refusing(code), now + 2 * DAY - 1);
  const waits = { status: "queued", nextAttemptAt: now + 2 * DAY - 1 + HOUR };
  expect(await rows()).toMatchObject([waits, waits]);
  await send(refusing(code), now + 2 * DAY - 1 + HOUR);
  expect(await rows()).toMatchObject([
    { status: "failed", lastError: "The provider is out to lunch.", lastErrorCode: code },
    { status: "queued", lastErrorCode: code },
  ]);
});

test.each([
  ["the first call with them", 1, LINE_LOST],
  ["two calls with them", 2, LINE_LOST],
  ["each batch, by one bad row", 1, ROW_BROKEN],
])("marks that D1 loses are written again, and nothing is sent twice: %s", async (_, times, message) => {
  await Promise.all(["a", "b", "c"].map((cause) => queue(cause)));
  let lost = 0;
  const isMark = (statements: string[]) => statements.some((one) => saysInSql(one, "sent_at = "));
  const d1 = failingD1((statements) => isMark(statements) && lost++ < times, message);
  const { sent, senders } = takeAll();
  expect(await sendDueNotices({ ...context, db: openDatabase(d1) }, senders)).toEqual({ sent: 3, failed: 0 });
  await send(senders, now + 5 * MINUTE);
  expect(sent).toHaveLength(3);
  expect((await rows()).map(({ status }) => status)).toEqual(["sent", "sent", "sent"]);
});

test("a mark whose answer D1 lost changes nothing of a notice that is being tried again", async () => {
  await queue("a");
  await sendDueNotices({ ...context, db: openDatabase(forgetfulD1("set subject = ")) }, refusing());
  expect(await rows()).toMatchObject([{ status: "queued", attempts: 1, nextAttemptAt: now + MINUTE }]);
});

test.each(["whatsapp", "sms"] as const)(
  "a notice by %s is sent again where the provider reports a failure within a day, also in local mode",
  async (channel) => {
    const facts = { kind: "payoutReturned", facts: '{"amount":100,"place":"P","reason":"R"}', words: null };
    for (const keepWords of [false, true]) {
      const id = await queue(`${keepWords}`, { channel, ...facts });
      const code = await queue(`code ${keepWords}`, {
        channel,
        kind: "phoneCode",
        facts: '{"code":"123456"}',
        words: null,
      });
      const again = async () => {
        const [row] = await db.select().from(notices).where(eq(notices.id, id));
        await db.batch([requeue(db, id, now, sql`true`)]);
        return row!.facts;
      };
      const { senders, sent } = takeAll();
      await send(senders, now, { keepWords });
      expect((await db.select().from(notices).where(eq(notices.id, code)))[0]!.facts).toBeNull();
      const failed = { code: "1", reason: "lost", isRefused: false };
      await recordDeliveryReports(db, [{ providerId: "p", noticeId: id, failed }]);
      expect(await again()).toBe(facts.facts);
      // The same report once more is about the first attempt.
      await recordDeliveryReports(db, [{ providerId: "p", noticeId: id, failed }]);
      await send(senders, now, { keepWords });
      expect(sent.filter((one) => one.id === id)).toHaveLength(2);
      await recordDeliveryReports(db, [{ providerId: "q", noticeId: id, deliveredAt: now }]);
      expect(await again()).toBeNull();
      await send(senders, now, { keepWords });
      expect(sent.filter((one) => one.id === id)).toHaveLength(2);
      await db.delete(notices);
    }
  },
);

test("a call is dropped once its notice has arrived by WhatsApp, not by a text message", async () => {
  const { id: userId } = await createUser(context, "client");
  const phone = "+263772000111";
  const state = async (id: string) => (await db.select().from(notices).where(eq(notices.id, id)))[0]!.status;
  for (const [channel, left] of [
    ["sms", "queued"],
    ["whatsapp", "dropped"],
  ] as const) {
    const call = await queue(channel, { channel: "call", userId, recipient: phone });
    await queue(channel, { channel, userId, recipient: phone, status: "sent", sentAt: now, providerId: channel });
    await recordDeliveryReports(db, [{ providerId: channel, deliveredAt: now }]);
    expect([channel, await state(call)]).toEqual([channel, left]);
  }
});

test("what a notice to a phone was written from is erased a day after it was sent", async () => {
  const id = await queue("a", { channel: "sms", facts: "{}", status: "sent", sentAt: now });
  const factsAt = async (at: number) => {
    await deleteExpired(db, at);
    return (await db.select().from(notices).where(eq(notices.id, id)))[0]!.facts;
  };
  expect([await factsAt(now + DAY - 1), await factsAt(now + DAY)]).toEqual(["{}", null]);
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

test("a notice that failed in the evening waits out quiet hours, unless it is a code or its visit is near", async () => {
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

test("an expired notice is dropped, and never sent", async () => {
  await Promise.all([device("a", { expiresAt: now }), device("b", { expiresAt: now + 1 })]);
  expect(await sendAll()).toMatchObject([{ recipient: "device-b" }]);
  const dropped = (await rows()).find(({ causeId }) => causeId === "a");
  expect(dropped).toMatchObject({ status: "dropped", lastError: "Its time had passed.", words: null });
});

test("a fallback is dropped once its reader has seen the same news elsewhere, and only then", async () => {
  const [reader, other] = await createUsers(context, "client", "client");
  const seen = { userId: reader.id, kind: "news", status: "sent", seenAt: now } as const;
  const cases: Record<string, Partial<typeof notices.$inferInsert>> = {
    "the same": seen,
    "not seen": { ...seen, seenAt: null },
    "of another cause": { ...seen, causeId: "another cause" },
    "of another kind": { ...seen, kind: "other news" },
    "by someone else": { ...seen, userId: other.id },
  };
  const text = { kind: "news", channel: "sms", userId: reader.id } as const;
  for (const [name, earlier] of Object.entries(cases)) {
    await queue(name, earlier);
    await queue(name, { ...text, recipient: name, isFallback: true });
  }
  await queue("the same", { ...text, recipient: "no fallback" });
  const left = ["no fallback", ...Object.keys(cases).slice(1)];
  expect((await sendAll()).map(({ recipient }) => recipient).sort()).toEqual(left.sort());
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
