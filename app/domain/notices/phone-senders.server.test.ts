import { beforeEach, expect, test } from "vitest";
import { notices } from "~/db/schema";
import { addPhone, queueNotice } from "../../../tests/support/notices";
import { context, createUser, db, now } from "../../../tests/support/users";
import { mayWriteFreely } from "../accounts/phone-channels.server";
import { DAY, HOUR, MINUTE } from "../time/harare";
import type { PhoneChannel } from "./choices";
import type { Senders } from "./notice";
import { sendDueNotices } from "../outbox/outbox.server";
import { smsSender } from "./sms-sender";
import { MAGIC_NUMBERS, smsStandIn, whatsAppStandIn, type HeardMessage } from "./phone-stand-ins";
import { whatsAppSender } from "./whatsapp-sender";

// The stand-ins behave as the providers' documents say; the outbox, its D1 and both senders are the real ones.
const { origin } = context;
const NUMBER = "+263772001000";

let heard: (HeardMessage | { to: string; message: string; id: string })[] = [];
const opened = new Set<string>();
const senders: Senders = {
  whatsapp: whatsAppSender(
    { token: "t", phoneId: "0" },
    {
      origin,
      fetch: whatsAppStandIn(
        async (phone) => opened.has(phone),
        (one) => heard.push(one),
      ),
      mayWriteFreely: (phone) => mayWriteFreely(db, phone, now),
      openPhoto: async () => null,
      openReceipt: async () => null,
    },
  ),
  sms: smsSender(
    { username: "pombi", apiKey: "k", sender: "Pombi" },
    { origin, fetch: smsStandIn((one) => heard.push(one)) },
  ),
};
const run = (more = senders) => sendDueNotices(context, more);

const queue = (channel: PhoneChannel, recipient = NUMBER) => queueNotice(context, { channel, recipient });
const send = async (channel: PhoneChannel, more = senders) => {
  await queue(channel);
  return run(more);
};
const rows = () => db.select().from(notices);

beforeEach(() => {
  heard = [];
  opened.clear();
});

const CHANNELS = ["whatsapp", "sms"] as const;

test.each(CHANNELS)("a notice by %s is taken, keeps the provider's id, and loses its text", async (channel) => {
  expect(await send(channel)).toEqual({ sent: 1, failed: 0 });
  expect(heard).toHaveLength(1);
  expect(await rows()).toMatchObject([{ status: "sent", providerId: heard[0]!.id, words: null, sentAt: now }]);
});

test.each(CHANNELS)(
  "a notice by %s that the provider does not take waits, is tried again, has failed, or is dropped",
  async (channel) => {
    const cases = {
      limited: { status: "queued", attempts: 0, nextAttemptAt: now + MINUTE },
      broken: { status: "queued", attempts: 1, lastErrorCode: channel === "sms" ? "500" : "131000" },
      gone: { status: "queued", attempts: 1, nextAttemptAt: now + MINUTE },
      invalid: { status: "failed", lastErrorCode: channel === "sms" ? "403" : "131026" },
      optedOut: { status: "dropped", lastErrorCode: channel === "sms" ? "406" : "131050" },
    } as const;
    const numberOf = (name: keyof typeof cases) => NUMBER.slice(0, -4) + MAGIC_NUMBERS[name];
    const names = Object.keys(cases) as (keyof typeof cases)[];
    for (const name of names) await queue(channel, numberOf(name));
    // A dropped notice has not failed.
    expect(await run()).toEqual({ sent: 0, failed: 4 });
    expect(heard).toEqual([]);
    const all = await rows();
    for (const name of names)
      expect(
        all.find(({ recipient }) => recipient === numberOf(name)),
        name,
      ).toMatchObject(cases[name]);
  },
);

const textedUser = async (lastInboundAt: number | null) => {
  const { id } = await createUser(context, "client");
  await addPhone(context, { userId: id, channel: "whatsapp", phone: NUMBER, lastInboundAt });
};

test.each([
  ["who never wrote", null],
  ["who wrote a day ago", now - DAY],
])("WhatsApp writes to someone %s by a template", async (_, at) => {
  await textedUser(at);
  await send("whatsapp");
  expect(heard).toMatchObject([
    {
      template: "pombi_booking_change",
      text: expect.stringContaining("Tendai has confirmed the booking. It is about Sat 21 Nov, 9:00 am."),
    },
  ]);
});

test("WhatsApp writes freely to someone who wrote within a day", async () => {
  await textedUser(now - 23 * HOUR);
  opened.add(NUMBER);
  await send("whatsapp");
  expect(heard).toMatchObject([
    {
      template: null,
      text: `Tendai has confirmed the booking\nSat 21 Nov, 9:00 am\n${origin}/bookings/PB-7K3QF2`,
    },
  ]);
});

test("WhatsApp is final where Meta says that the day is over", async () => {
  await textedUser(now);
  await send("whatsapp");
  expect(await rows()).toMatchObject([{ status: "failed", lastErrorCode: "131047" }]);
});

test("a token that has expired is tried again until someone renews it", async () => {
  const fetch = async () => Response.json({ error: { code: 190, message: "Expired" } }, { status: 401 });
  const whatsapp = whatsAppSender(
    { token: "old", phoneId: "0" },
    { origin, fetch, mayWriteFreely: async () => false, openPhoto: async () => null, openReceipt: async () => null },
  );
  await send("whatsapp", { whatsapp });
  expect(await rows()).toMatchObject([{ status: "queued", attempts: 1, lastErrorCode: "190" }]);
});

test("a photo stands above words that fit under it, and a refused one is tried again with its words", async () => {
  const jpeg = new Blob(["photo"], { type: "image/jpeg" });
  const senderOf = (fetch: typeof globalThis.fetch) =>
    whatsAppSender(
      { token: "t", phoneId: "0" },
      {
        origin,
        fetch,
        mayWriteFreely: async () => true,
        openPhoto: async (id) => (id === "gone" ? null : jpeg),
        openReceipt: async () => null,
      },
    );
  const standIn = whatsAppStandIn(
    async () => true,
    (one) => heard.push(one),
  );
  const tell = (body: string, photo: string, fetch = standIn) => {
    const short = { title: "Tendai", body, path: "", tag: "", bookingId: null, reference: null, photo };
    const notice = { id: "n", kind: "k", topic: "messages", channel: "whatsapp", recipient: NUMBER } as const;
    const rest = { userId: null, expiresAt: null, createdAt: now, email: null };
    return senderOf(fetch).send({ ...notice, ...rest, short }, AbortSignal.timeout(1000));
  };
  const long = "x".repeat(1024);
  await tell("See", "kept");
  await tell("See", "gone");
  await tell(long, "kept");
  expect(heard).toMatchObject([
    { text: "Tendai\nSee", file: expect.any(String) },
    { text: "Tendai\nSee", file: null },
    { text: `Tendai\n${long}`, file: null },
  ]);
  const limited = async () => Response.json({ error: { code: 130429, message: "Slow down" } }, { status: 400 });
  await expect(tell("See", "kept", limited)).rejects.toMatchObject({ verdict: MINUTE });
  expect(heard).toHaveLength(3);
});

test("a text message is one message in the phones' alphabet, with the short link", async () => {
  await send("sms");
  expect(heard).toMatchObject([
    { message: `Tendai has confirmed the booking. Sat 21 Nov, 9:00 am ${origin}/bookings/PB-7K3QF2` },
  ]);
});

const answering = (status: number, body: string) => ({
  sms: smsSender(
    { username: "pombi", apiKey: "k", sender: null },
    { origin, fetch: async () => new Response(body, { status }) },
  ),
});

test("text messages to which the provider's answer makes no sense are tried again", async () => {
  for (const [status, body] of [
    [401, "The supplied authentication is invalid"],
    [502, "<html>Bad gateway</html>"],
    [201, "not JSON"],
    [201, '{"SMSMessageData":{"Message":"InvalidSenderId","Recipients":[]}}'],
  ] as const) {
    await send("sms", answering(status, body));
    expect(await db.delete(notices).returning(), body).toMatchObject([{ status: "queued", attempts: 1 }]);
  }
});

test("text messages wait an hour while the account is empty", async () => {
  const recipient = { statusCode: 405, status: "InsufficientBalance", messageId: "None" };
  await send("sms", answering(200, JSON.stringify({ SMSMessageData: { Message: "", Recipients: [recipient] } })));
  expect(await rows()).toMatchObject([{ status: "queued", attempts: 0, nextAttemptAt: now + HOUR }]);
});
