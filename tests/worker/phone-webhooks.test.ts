import { SELF } from "cloudflare:test";
import { asc, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { enquiries, messages, notices, phoneChannels, rateLimitCounters } from "~/db/schema";
import { sendDueNotices } from "~/domain/outbox/outbox.server";
import {
  smsDeliveryReport,
  smsInboundReport,
  whatsAppInbound,
  whatsAppSignature,
  whatsAppStatuses,
  type WhatsAppStatus,
} from "~/domain/notices/phone-stand-ins";
import { DAY, HOUR, MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { failingD1 } from "../support/failing-d1";
import { addPhone, queueNotice } from "../support/notices";
import { env } from "../support/env";
import { expectRedirect, expectPage, DEPLOYED, SENDING, callsOf, textOf, visit } from "../support/site";
import { createUser } from "../support/users";
import { book, seedTown, leaveAttempts, rowOf } from "../support/town";
import { currentInstant } from "../support/now";

const PHONE = "+263772123456";
const STRANGER = "+263772999999";

const town = await seedTown();
const { context, cookies, db, client, otherPlumber, plumber, starts } = town;
await db.delete(notices);

/** When the run of the tests began, in seconds: providers count them. */
const seconds = Math.floor(currentInstant() / 1000);
// Local mode's stand-ins have these secrets (workers/environment.ts).
const SMS = `/webhooks/sms/${"local".repeat(8)}`;

const send = (path: string, body: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${env.ORIGIN}${path}`, { method: "POST", body, headers });
const post = async (...sent: Parameters<typeof send>) => (await send(...sent)).status;
const signed = async (body: string) => ({ "X-Hub-Signature-256": await whatsAppSignature("local", body) });
const postWhatsApp = async (body: string) => post("/webhooks/whatsapp", body, await signed(body));
const postSms = (part: "messages" | "reports", form: URLSearchParams) =>
  post(`${SMS}/${part}`, form.toString(), { "Content-Type": "application/x-www-form-urlencoded" });

/** Writes from a phone, and gives the status that the provider gets. */
const write = async (channel: "whatsapp" | "sms", from: string, text: string, id = newId()) =>
  channel === "whatsapp"
    ? postWhatsApp(whatsAppInbound({ from, id, text, name: "Chipo", seconds }))
    : postSms("messages", smsInboundReport({ from, id, text, at: "2026-11-20 09:00:00" }));

const allMessages = () => db.select().from(messages).orderBy(asc(messages.seq));
const allEnquiries = () => db.select().from(enquiries);
const verified = (channel: "whatsapp" | "sms", userId = town.client.id) =>
  addPhone(context, { userId, channel, phone: PHONE });

describe.each(["whatsapp", "sms"] as const)("what comes in by %s", (channel) => {
  test("a text from a verified phone is one message to the other side of its owner's newest conversation", async () => {
    await verified(channel);
    const sent = await Promise.all([1, 2, 3].map(() => write(channel, PHONE, "I am at the gate", "same")));
    expect([...sent, await write(channel, PHONE, "I am at the gate", "same")]).toEqual([200, 200, 200, 200]);
    expect(await allMessages()).toMatchObject([
      { senderId: town.client.id, recipientId: town.plumber.id, content: "I am at the gate" },
    ]);
    const [phone] = await db.select().from(phoneChannels);
    expect(phone!.lastInboundAt).toBeGreaterThan(currentInstant() - MINUTE);
  });

  test("a text from an unknown phone goes to the office's inbox, once, and the office is told", async () => {
    for (let turn = 0; turn < 2; turn++) await write(channel, STRANGER, "Do you come to Norton?", "same");
    expect(await allEnquiries()).toMatchObject([
      {
        topic: channel,
        phone: STRANGER,
        email: null,
        message: "Do you come to Norton?",
        name: channel === "whatsapp" ? "Chipo" : "+263 77 299 9999",
      },
    ]);
    expect(await db.$count(notices, eq(notices.kind, "phoneEnquiry"))).toBe(1);
    expect(await allMessages()).toEqual([]);
  });

  test("STOP ends the channel, and is answered there", async () => {
    await verified(channel);
    expect(await write(channel, PHONE, "STOP")).toBe(200);
    expect(await db.select().from(phoneChannels)).toMatchObject([{ endedAt: expect.any(Number) }]);
    expect(await db.select().from(notices)).toMatchObject([{ kind: "phoneEnded", channel, recipient: PHONE }]);
    expect(await allMessages()).toEqual([]);
  });

  test("a text that comes too fast is asked for again, and nothing is lost", async () => {
    await verified(channel);
    await leaveAttempts(context, ["messagePerUser", town.client.id], 0);
    expect(await write(channel, PHONE, "Hello", "fast")).toBe(429);
    expect(await allMessages()).toEqual([]);
    await db.delete(rateLimitCounters);
    expect(await write(channel, PHONE, "Hello", "fast")).toBe(200);
    expect(await allMessages()).toHaveLength(1);
  });
});

test("a text from a phone goes to the other side of the booking that it names, if it is the sender's", async () => {
  await verified("sms");
  const [id, foreign] = await Promise.all([
    book(context, client, otherPlumber, starts.at(-5)!),
    book(context, town.otherClient, otherPlumber, starts.at(-6)!),
  ]);
  const referenceOf = async (bookingId: string) => (await rowOf(context, bookingId)).reference;
  await db.run(
    sql`update contacts set active_at = 9999999999999 where user_id = ${client.id} and other_id = ${plumber.id}`,
  );
  await write("sms", PHONE, `About ${(await referenceOf(id)).toLowerCase()}: bring a ladder`);
  await write("sms", PHONE, `About ${await referenceOf(foreign)}: who is this?`);
  expect((await allMessages()).map(({ recipientId }) => recipientId)).toEqual([otherPlumber.id, plumber.id]);
});

test("a text of a user without a conversation goes to the office under their name", async () => {
  const newcomer = await createUser(context, "client", { firstName: "Nyasha", lastName: "New" });
  await verified("sms", newcomer.id);
  await write("sms", PHONE, "Hello?");
  expect(await allEnquiries()).toMatchObject([{ name: "Nyasha New", message: "Hello?" }]);
});

test("a text of a suspended account is no message", async () => {
  const someone = await createUser(context, "client");
  await verified("sms", someone.id);
  await db.run(sql`update users set suspended_at = 1 where id = ${someone.id}`);
  await write("sms", PHONE, "Hello");
  expect([await allMessages(), (await allEnquiries()).length]).toEqual([[], 1]);
});

test("a text that may be a STOP goes to the office, never to the other side", async () => {
  await verified("sms");
  await write("sms", PHONE, "The leak doesn't stop");
  expect([await allMessages(), await allEnquiries()]).toMatchObject([[], [{ message: "The leak doesn't stop" }]]);
});

/** The office's page about the only enquiry. */
const enquiryPage = async () => `/admin-dashboard/inbox/${(await allEnquiries())[0]!.id}`;
const read = async (path: string) => textOf(await visit(path, { cookie: cookies.admin }));
const reply = (page: string, answer: string, settings?: Record<string, unknown>) =>
  visit(page, { cookie: cookies.admin, form: { answer }, settings });

test("the office answers a WhatsApp message from its page, and sees who did and how far it got", async () => {
  await write("whatsapp", STRANGER, "Do you come to Norton?");
  const page = await enquiryPage();
  expect(await read(page)).toContain("Answer by WhatsApp");
  await expectRedirect(reply(page, "Yes, on Tuesdays.", SENDING), page);
  const said = [/Yes, on Tuesdays\.[^]*Grace Desk, /, /WhatsApp: (Sent|Delivered|Seen) /];
  const text = await expectPage(visit(page, { cookie: cookies.admin }), 200, ...said);
  expect(text).toContain("Send another answer");
});

test("the office reads why WhatsApp takes no answer after a day, and is refused one", async () => {
  await write("whatsapp", STRANGER, "Do you come to Norton?");
  await db.update(enquiries).set({ createdAt: currentInstant() - DAY });
  const page = await enquiryPage();
  const text = await read(page);
  expect(text).toContain("WhatsApp takes an answer for 24 hours");
  expect(text).not.toContain("Answer by WhatsApp");
  expect((await reply(page, "Yes.")).status).toBe(409);
  expect(await db.$count(notices, eq(notices.kind, "enquiryAnswered"))).toBe(0);
});

test("the office is told that a text message is too long, and keeps what it wrote", async () => {
  await write("sms", STRANGER, "Do you come to Norton?");
  const said = ["Answer by text message", "This doesn't fit into one text message", "word word word"];
  await expectPage(reply(await enquiryPage(), "word ".repeat(50)), 400, ...said);
});

const queueSent = async (channel: "whatsapp" | "sms", more: Partial<typeof notices.$inferInsert> = {}) => {
  const id = newId();
  return queueNotice(context, { id, channel, status: "sent", sentAt: 1, providerId: `p-${id}`, ...more });
};
const noticeOf = async (id: string) => (await db.select().from(notices).where(eq(notices.id, id)))[0]!;
const report = async (id: string, status: WhatsAppStatus, at = seconds, code = 131026) =>
  postWhatsApp(whatsAppStatuses([{ id: `p-${id}`, status, seconds: at, code }]));

test("WhatsApp's reports mark delivered, seen and failed; the first of each counts", async () => {
  const id = await queueSent("whatsapp");
  const lost = await queueSent("whatsapp");
  await report(id, "sent");
  expect(await noticeOf(id)).toMatchObject({ deliveredAt: null, seenAt: null, status: "sent" });
  await report(id, "read", seconds + 5);
  await report(id, "delivered", seconds + 9);
  const at = (seconds + 5) * 1000;
  expect(await noticeOf(id)).toMatchObject({ status: "sent", deliveredAt: at, seenAt: at });
  await report(lost, "failed");
  const lastError = "WhatsApp: Message undeliverable";
  expect(await noticeOf(lost)).toMatchObject({ status: "failed", lastErrorCode: "131026", lastError });
  await report(id, "failed");
  expect(await noticeOf(id)).toMatchObject({ status: "sent" });
  const refused = await queueSent("whatsapp");
  await report(refused, "failed", seconds, 131050);
  expect(await noticeOf(refused)).toMatchObject({ status: "dropped", lastErrorCode: "131050" });
});

test("a thousand reports of a provider at a time are one call of D1", async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => queueSent("whatsapp")));
  const statuses = Array.from({ length: 1000 }, (_, at) => {
    const status: WhatsAppStatus = at % 2 ? "delivered" : "read";
    return { id: `p-${ids[at % 30]}`, status, seconds };
  });
  const body = whatsAppStatuses(statuses);
  const response = await send("/webhooks/whatsapp", body, await signed(body));
  expect([response.status, callsOf(response)]).toEqual([200, 1]);
  expect(await db.$count(notices, sql`delivered_at is not null`)).toBe(30);
});

test("a report that comes before the lost answer to us keeps a notice from being sent again", async () => {
  const dueAt = currentInstant();
  const id = await queueSent("whatsapp", { status: "queued", sentAt: null, providerId: null, nextAttemptAt: dueAt });
  const calls: string[] = [];
  const named = { id: "wamid.1", status: "delivered" as const, seconds, biz_opaque_callback_data: id };
  const losing = {
    async send() {
      calls.push("send");
      await db.update(notices).set({ facts: "{}" });
      await postWhatsApp(whatsAppStatuses([named]));
      throw new Error("The answer is lost.");
    },
  };
  for (const now of [dueAt, dueAt + HOUR]) await sendDueNotices({ ...context, now }, { whatsapp: losing });
  expect(calls).toEqual(["send"]);
  expect(await noticeOf(id)).toMatchObject({ status: "sent", providerId: "wamid.1", facts: null });
});

test("Africa's Talking's reports mark known messages delivered, failed or dropped", async () => {
  for (const [status, expected, reason = "UserDoesNotExist"] of [
    ["Success", { status: "sent", deliveredAt: expect.any(Number) }],
    ["Sent", { status: "sent", deliveredAt: null }],
    ["Failed", { status: "failed", lastErrorCode: "Failed", lastError: "Africa's Talking: UserDoesNotExist" }],
    ["Rejected", { status: "failed" }],
    ["Failed", { status: "dropped", lastError: "Africa's Talking: UserInBlacklist" }, "UserInBlacklist"],
  ] as const) {
    const id = await queueSent("sms");
    expect(await postSms("reports", smsDeliveryReport(`p-${id}`, status, reason))).toBe(200);
    expect(await noticeOf(id), `${status} ${reason}`).toMatchObject(expected);
  }
  expect(await report("unknown", "failed")).toBe(200);
  expect(await postSms("reports", smsDeliveryReport("unknown", "Success"))).toBe(200);
});

test("a webhook call is refused without our signature, and with ours where a byte was changed", async () => {
  const body = whatsAppInbound({ from: STRANGER, id: "forged", text: "STOP", seconds });
  const signatures = [undefined, `sha256=${"0".repeat(64)}`, "sha256=00", `sha1=${"0".repeat(40)}`];
  for (const signature of signatures) {
    const headers = signature ? { "X-Hub-Signature-256": signature } : undefined;
    expect(await post("/webhooks/whatsapp", body, headers), signature).toBe(401);
  }
  expect(await post("/webhooks/whatsapp", body.replace("STOP", "STO0"), await signed(body))).toBe(401);
});

test("a forged webhook call never asks D1, and so changes nothing", async () => {
  let asked = 0;
  const DB = failingD1(() => (asked++, false));
  const headers = { "X-Hub-Signature-256": `sha256=${"ab".repeat(32)}` };
  for (const path of ["/webhooks/whatsapp", `/webhooks/sms/${"x".repeat(40)}/messages`]) {
    const { status } = await visit(path, { form: { from: PHONE, text: "STOP" }, headers, settings: { DB } });
    expect([401, 404], path).toContain(status);
  }
  expect(asked).toBe(0);
});

test("a forged webhook call gets no further with a large body", async () => {
  expect(await post("/webhooks/whatsapp", "x".repeat(1024 * 1024 + 1))).toBe(413);
  expect(await postSms("messages", new URLSearchParams({ text: "x".repeat(20_000) }))).toBe(413);
});

test("a signed but meaningless webhook call is taken and nothing happens", async () => {
  for (const odd of ["null", '{"entry":[{"changes":[{"value":{}}]}]}', '{"entry":7}', "not JSON", ""])
    expect(await postWhatsApp(odd), odd).toBe(200);
  expect([await allMessages(), await allEnquiries()]).toEqual([[], []]);
});

test("a stranger can't read or probe the webhooks' addresses, and finds none without a provider", async () => {
  for (const path of [`${SMS}/messages`, "/webhooks/whatsapp"]) expect((await visit(path)).status).toBe(404);
  for (const path of [`${SMS}/other`, `${SMS}/__proto__`, `${SMS}/constructor`, "/webhooks/sms/wrong/messages"])
    expect(await post(path, ""), path).toBe(404);
  expect((await visit("/webhooks/whatsapp", { settings: DEPLOYED, form: {} })).status).toBe(404);
});

test("a webhook call gets Meta's challenge back only with the verify token", async () => {
  const ask = (token: string) =>
    visit(`/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`);
  expect(await (await ask("local")).text()).toBe("1158201444");
  expect((await ask("guess")).status).toBe(403);
});
