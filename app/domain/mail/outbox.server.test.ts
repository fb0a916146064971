import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { mails } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { HOUR, MINUTE } from "../time/harare";
import { renderLetter } from "./letter";
import { listMailbox, queueMail, sendDueMails, type Mailer } from "./outbox.server";

const { db, now } = contextAt();
const letter = { subject: "Hello", to: "Rudo", paragraphs: ["A <b>bold</b> claim"] };
const queue = (causeId: string, condition = sql`true`) =>
  queueMail(db, { kind: "test", causeId, recipient: "rudo@example.test", letter }, condition, now);

function postbox(fails = false): Mailer & { sent: string[] } {
  const sent: string[] = [];
  return {
    sent,
    async send({ to }) {
      if (fails) throw new Error("The provider is out to lunch.");
      sent.push(to);
    },
  };
}
const rows = () => db.select().from(mails);

beforeEach(async () => {
  await db.delete(mails);
});

test("the same cause, kind and recipient make one mail; a condition that fails makes none", async () => {
  await db.batch([queue("a"), queue("a"), queue("b", sql`1 = 2`)]);
  expect(await rows()).toHaveLength(1);
});

test("ten senders at once send each mail once", async () => {
  await db.batch([queue("a"), queue("b"), queue("c")]);
  const box = postbox();
  await Promise.all(Array.from({ length: 10 }, () => sendDueMails(db, box, { now, keepBodies: false })));
  expect(box.sent).toHaveLength(3);
});

test("a sent mail loses its body, but not in local mode", async () => {
  await queue("a");
  await sendDueMails(db, postbox(), { now, keepBodies: false });
  expect(await rows()).toMatchObject([{ status: "sent", sentAt: now, text: null, html: null }]);
  await queue("b");
  await sendDueMails(db, postbox(), { now, keepBodies: true });
  expect((await listMailbox(db))[0]).toMatchObject({ to: "rudo@example.test", subject: "Hello", text: expect.stringContaining("claim") });
});

test("what the provider refuses is tried again after growing gaps, and given up after the sixth time", async () => {
  await queue("a");
  let at = now;
  const gaps: number[] = [];
  for (let attempt = 1; attempt <= 6; attempt++) {
    expect(await sendDueMails(db, postbox(true), { now: at, keepBodies: false })).toEqual({ sent: 0, failed: 1 });
    const [mail] = await rows();
    expect(mail).toMatchObject({ attempts: attempt, status: attempt === 6 ? "failed" : "queued", lastError: "The provider is out to lunch." });
    if (attempt === 6) break;
    gaps.push(mail!.nextAttemptAt - at);
    expect(await sendDueMails(db, postbox(), { now: mail!.nextAttemptAt - 1, keepBodies: false })).toEqual({ sent: 0, failed: 0 });
    at = mail!.nextAttemptAt;
  }
  expect(gaps).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR]);
});

test("a sender that died leaves its claim for five minutes, then another takes over", async () => {
  await queue("a");
  await db.update(mails).set({ claimedUntil: now + 5 * MINUTE });
  const box = postbox();
  await sendDueMails(db, box, { now: now + 5 * MINUTE - 1, keepBodies: false });
  expect(box.sent).toEqual([]);
  await sendDueMails(db, box, { now: now + 5 * MINUTE, keepBodies: false });
  expect(box.sent).toHaveLength(1);
});

describe("a letter", () => {
  test("shows what people wrote as text, never as HTML, and keeps its subject on one line", () => {
    const rendered = renderLetter({ ...letter, subject: "Hi\r\nBcc: all@example.test", facts: [["Notes", '"><script>']] });
    expect(rendered.html).toContain("A &lt;b&gt;bold&lt;/b&gt; claim");
    expect(rendered.html).not.toContain("<script>");
    expect(rendered.subject).toBe("Hi Bcc: all@example.test");
  });
});
