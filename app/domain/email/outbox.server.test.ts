import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { emails } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { HOUR, MINUTE } from "../time/harare";
import { renderEmail } from "./email-template";
import { listMailbox, sendDueEmails, type Mailer } from "./outbox.server";
import { queueEmail } from "./queue-email.server";

const { db, now } = contextAt();
const template = { subject: "Hello", to: "Rudo", paragraphs: ["A <b>bold</b> claim"] };
const queue = (causeId: string, condition = sql`true`, kind = "test") =>
  queueEmail(
    db,
    { ...renderEmail(template), kind, causeId, recipient: sql`select 'rudo@example.test' as email` },
    condition,
    now,
  );

function postbox(fails: boolean | string = false): Mailer & { sent: string[] } {
  const sent: string[] = [];
  return {
    sent,
    async send({ to }) {
      if (fails)
        throw Object.assign(new Error("The provider is out to lunch."), typeof fails === "string" && { code: fails });
      sent.push(to);
    },
  };
}
const rows = () => db.select().from(emails);

beforeEach(async () => {
  await db.delete(emails);
});

test("the same cause, kind and recipient make one email; a condition that fails makes none", async () => {
  await db.batch([queue("a"), queue("a"), queue("b", sql`1 = 2`)]);
  expect(await rows()).toHaveLength(1);
});

test("ten senders at once send each email once", async () => {
  await db.batch([queue("a"), queue("b"), queue("c")]);
  const box = postbox();
  await Promise.all(Array.from({ length: 10 }, () => sendDueEmails(db, box, { now, keepBodies: false })));
  expect(box.sent).toHaveLength(3);
});

test("a sent email loses its body, but not in local mode", async () => {
  await queue("a");
  await sendDueEmails(db, postbox(), { now, keepBodies: false });
  expect(await rows()).toMatchObject([{ status: "sent", sentAt: now, text: null, html: null }]);
  await queue("b");
  await sendDueEmails(db, postbox(), { now, keepBodies: true });
  expect((await listMailbox(db))[0]).toMatchObject({
    to: "rudo@example.test",
    subject: "Hello",
    text: expect.stringContaining("claim"),
  });
});

test("what the provider refuses is tried again after growing gaps, and fails at the sixth attempt", async () => {
  await queue("a");
  let at = now;
  const gaps: number[] = [];
  for (let attempt = 1; attempt <= 6; attempt++) {
    expect(await sendDueEmails(db, postbox(true), { now: at, keepBodies: false })).toEqual({ sent: 0, failed: 1 });
    const [email] = await rows();
    expect(email).toMatchObject({
      attempts: attempt,
      status: attempt === 6 ? "failed" : "queued",
      lastError: "The provider is out to lunch.",
    });
    if (attempt === 6) break;
    gaps.push(email!.nextAttemptAt - at);
    expect(await sendDueEmails(db, postbox(), { now: email!.nextAttemptAt - 1, keepBodies: false })).toEqual({
      sent: 0,
      failed: 0,
    });
    at = email!.nextAttemptAt;
  }
  expect(gaps).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR]);
});

test("a sender that died leaves its claim for five minutes, then another takes over", async () => {
  await queue("a");
  await db.update(emails).set({ claimedUntil: now + 5 * MINUTE });
  const box = postbox();
  await sendDueEmails(db, box, { now: now + 5 * MINUTE - 1, keepBodies: false });
  expect(box.sent).toEqual([]);
  await sendDueEmails(db, box, { now: now + 5 * MINUTE, keepBodies: false });
  expect(box.sent).toHaveLength(1);
});

test("an email whose sixth sender died has failed, and its token is gone", async () => {
  await db.batch([queue("a"), queue("b", sql`true`, "passwordReset")]);
  await db.update(emails).set({ attempts: 6, claimedUntil: now + 5 * MINUTE });
  await sendDueEmails(db, postbox(), { now: now + 5 * MINUTE - 1, keepBodies: false });
  expect(await rows()).toMatchObject([{ status: "queued" }, { status: "queued" }]);
  const box = postbox();
  await sendDueEmails(db, box, { now: now + 5 * MINUTE, keepBodies: false });
  expect(box.sent).toEqual([]);
  expect(await rows()).toMatchObject([
    { status: "failed", lastError: "The last sender never came back.", text: expect.stringContaining("claim") },
    { status: "failed", text: null, html: null },
  ]);
});

describe("by the provider's code", () => {
  const options = { now, keepBodies: false };

  test.each([
    ["E_RATE_LIMIT_EXCEEDED", MINUTE],
    ["E_DAILY_LIMIT_EXCEEDED", HOUR],
  ])("%s makes an email wait and uses up no attempt, however often it comes", async (code, gap) => {
    await queue("a");
    for (let turn = 0; turn < 10; turn++) await sendDueEmails(db, postbox(code), { ...options, now: now + turn * gap });
    expect(await rows()).toMatchObject([
      { status: "queued", attempts: 0, nextAttemptAt: now + 10 * gap, lastErrorCode: code },
    ]);
    await sendDueEmails(db, postbox(), { ...options, now: now + 10 * gap });
    expect(await rows()).toMatchObject([{ status: "sent", attempts: 1 }]);
  });

  test.each(["E_RECIPIENT_SUPPRESSED", "E_VALIDATION_ERROR"])("%s fails an email at once", async (code) => {
    await queue("a");
    expect(await sendDueEmails(db, postbox(code), options)).toEqual({ sent: 0, failed: 1 });
    expect(await rows()).toMatchObject([
      { status: "failed", attempts: 1, lastErrorCode: code, lastError: "The provider is out to lunch." },
    ]);
  });

  test.each([
    "E_INTERNAL_SERVER_ERROR",
    "E_DELIVERY_FAILED",
    "E_SENDER_NOT_VERIFIED",
    "E_RECIPIENT_NOT_ALLOWED",
    "E_UNHEARD_OF",
  ])("%s is tried again", async (code) => {
    await queue("a");
    await sendDueEmails(db, postbox(code), options);
    expect(await rows()).toMatchObject([
      { status: "queued", attempts: 1, nextAttemptAt: now + MINUTE, lastErrorCode: code },
    ]);
  });
});

describe("a template", () => {
  test("shows what people wrote as text, never as HTML, and keeps its subject on one line", () => {
    const rendered = renderEmail({
      ...template,
      subject: "Hi\r\nBcc: all@example.test",
      facts: [["Notes", '"><script>']],
    });
    expect(rendered.html).toContain("A &lt;b&gt;bold&lt;/b&gt; claim");
    expect(rendered.html).not.toContain("<script>");
    expect(rendered.subject).toBe("Hi Bcc: all@example.test");
  });
});
