import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { enquiries, notices } from "~/db/schema";
import { context, contextAt, createUser, db, now } from "../../../tests/support/users";
import { mayWriteFreely, stopPhone } from "../accounts/phone-channels.server";
import type { PhoneChannel } from "../notices/choices";
import { sendDueNotices } from "../outbox/outbox.server";
import { smsSender } from "../notices/sms-sender";
import { smsStandIn, whatsAppStandIn } from "../notices/phone-stand-ins";
import { whatsAppSender } from "../notices/whatsapp-sender";
import { DAY, HOUR, MINUTE } from "../time/harare";
import type { DomainEvent } from "../domain-context.server";
import { LIMITS } from "../rate-limits/limits";
import { newId } from "../values/id";
import { HONEYPOT } from "~/domain/enquiries/enquiry";
import { receivePhoneEnquiry, answerEnquiry, findAnswerNotice, findEnquiry, sendEnquiry } from "./enquiries.server";

// The stand-ins behave as the providers' documents say; the outbox, its D1 and both senders are the real ones.
const { origin } = context;
const STRANGER = "+263772001000";
let heard: { to: string; text: string }[];

const run = (at = now) => {
  const isOpen = (phone: string) => mayWriteFreely(db, phone, at);
  const whatsAppFetch = whatsAppStandIn(isOpen, ({ to, text }) => heard.push({ to, text }));
  const smsFetch = smsStandIn(({ to, message }) => heard.push({ to, text: message }));
  return sendDueNotices(contextAt(at), {
    whatsapp: whatsAppSender(
      { token: "t", phoneId: "0" },
      {
        origin,
        fetch: whatsAppFetch,
        mayWriteFreely: isOpen,
        openPhoto: async () => null,
        openReceipt: async () => null,
      },
    ),
    sms: smsSender({ username: "pombi", apiKey: "k", sender: "Pombi" }, { origin, fetch: smsFetch }),
  });
};

async function write(channel: PhoneChannel, text = "Do you come to Norton?", at = now) {
  await receivePhoneEnquiry({ ...context, now: at }, { id: newId(), channel, phone: STRANGER, name: "Chipo", text });
  const [row] = await db.select({ id: enquiries.id }).from(enquiries).where(eq(enquiries.message, text));
  return row!.id;
}
const answer = async (id: string, text: string, at = now, channels = context.channels, shown = "") =>
  answerEnquiry({ ...context, now: at, channels }, admin, (await findEnquiry(db, id))!, { answer: text, shown });

const admin = await createUser(context, "admin", { firstName: "Grace", lastName: "Desk" });
beforeEach(() => {
  heard = [];
});

test.each([
  ["whatsapp", "Pombi answers:\nYes, on Tuesdays."],
  ["sms", "Pombi answers: Yes, on Tuesdays."],
] as const)(
  "an answer by %s goes to the phone once, and says who gave it and how far it got",
  async (channel, text) => {
    const id = await write(channel);
    await db.delete(notices);
    for (const _ of ["once", "twice"]) expect(await answer(id, "Yes, on Tuesdays.")).toEqual({ ok: true });
    expect(await answer(id, "No.")).toEqual({ ok: false, reason: "alreadyAnswered" });
    expect(await findAnswerNotice(db, id)).toMatchObject({ channel, status: "queued", nextAttemptAt: now });
    for (const _ of ["once", "twice"]) await run();
    expect(heard).toEqual([{ to: STRANGER, text }]);
    expect(await findEnquiry(db, id)).toMatchObject({
      answer: "Yes, on Tuesdays.",
      answeredBy: "Grace Desk",
      assignedToId: admin.id,
      answeredAt: now,
      doneAt: now,
    });
    expect(await findAnswerNotice(db, id)).toMatchObject({ channel, status: "sent", sentAt: now });
    // Its words are with the enquiry alone.
    expect(await db.select().from(notices)).toMatchObject([{ kind: "enquiryAnswered" }]);
  },
);

test("WhatsApp takes an answer for a day after their last message, whichever of them is answered", async () => {
  const first = await write("whatsapp", "Hello?");
  expect(await answer(first, "Yes?", now + DAY)).toEqual({ ok: false, reason: "whatsAppWindowOver" });
  const second = await write("whatsapp", "Are you there?", now + 20 * HOUR);
  expect(await answer(first, "Yes?", now + DAY)).toEqual({ ok: true });
  expect(await answer(second, "We are.", now + 44 * HOUR - MINUTE)).toMatchObject({ reason: "whatsAppWindowOver" });
});

test("a WhatsApp answer that was not sent within a day is dropped instead of sent as a template", async () => {
  const id = await write("whatsapp");
  await answer(id, "Yes.", now + 23 * HOUR);
  await run(now + DAY);
  expect(heard).toEqual([]);
  expect(await findAnswerNotice(db, id)).toMatchObject({ status: "dropped", lastError: "Its time had passed." });
});

test("an answer is one text message: a longer one is refused, and all are where no provider is set up", async () => {
  const id = await write("sms");
  expect(await answer(id, "Yes.", now, ["email"])).toEqual({ ok: false, reason: "channelNotSetUp" });
  expect(await answer(id, "word ".repeat(40))).toEqual({ ok: false, reason: "answerTooLong" });
  expect(await findEnquiry(db, id)).toMatchObject({ answer: null, doneAt: null });
  const most = "x".repeat(160 - "Pombi answers: ".length);
  expect(await answer(id, most, now + 3 * DAY)).toEqual({ ok: true });
  await run(now + 3 * DAY);
  expect(heard).toEqual([{ to: STRANGER, text: `Pombi answers: ${most}` }]);
});

test("an answer does not go to someone who has written STOP since", async () => {
  const id = await write("sms");
  await answer(id, "Yes.");
  await stopPhone(context, { channel: "sms", phone: STRANGER, causeId: newId() });
  await run();
  expect(heard).toEqual([]);
  expect(await findAnswerNotice(db, id)).toMatchObject({ status: "dropped", lastError: "Ended by STOP." });
});

const events: DomainEvent[] = [];
const listening = contextAt(undefined, { emit: (one) => void events.push(one) });
const words = { name: "Chipo", phone: null, subject: "A tap", message: "It drips." };
const send = (email: string, trap?: string) => sendEnquiry(listening, "contact", { ...words, [HONEYPOT]: trap, email });
const stored = (email: string) => db.$count(enquiries, eq(enquiries.email, email));

test("an enquiry is stored and told to the office, up to the sender's limit, also when all come at once", async () => {
  const email = `${newId()}@example.test`;
  const { max } = LIMITS.contactPerSender;
  const results = await Promise.all(Array.from({ length: max + 2 }, () => send(email)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(max);
  expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, reason: "tooMany", retryAfterSeconds: 3600 });
  expect(await stored(email)).toBe(max);
  expect(await db.$count(notices, sql`kind = 'enquiry' and instr(facts, ${email})`)).toBe(max);
});

test("an enquiry with a filled honeypot is stored as suspected, tells no one by email, and counts", async () => {
  const email = `${newId()}@example.test`;
  const { max } = LIMITS.contactPerSender;
  for (let turn = 0; turn < max; turn++) expect(await send(email, "https://spam.example")).toEqual({ ok: true });
  expect(await send(email)).toMatchObject({ reason: "tooMany" });
  expect(await db.$count(enquiries, sql`email = ${email} and is_suspected`)).toBe(max);
  expect(await db.$count(notices, sql`kind = 'enquiry' and instr(facts, ${email})`)).toBe(0);
});
