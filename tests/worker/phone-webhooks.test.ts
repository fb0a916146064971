import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { enquiries, messages, notices } from "~/db/schema";
import {
  smsDeliveryReport,
  whatsAppInbound,
  whatsAppStatuses,
  type WhatsAppStatus,
} from "~/domain/notices/phone-stand-ins";
import { sendDueNotices } from "~/domain/outbox/outbox.server";
import { HOUR } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { failingD1 } from "../support/failing-d1";
import { queueNotice } from "../support/notices";
import { currentInstant } from "../support/now";
import { post, postSms, postWhatsApp, seconds, send, signed, SMS } from "../support/phone-webhooks";
import { callsOf, DEPLOYED, visit } from "../support/site";
import { contextAt } from "../support/users";

// What providers report about what we sent, and calls that are not theirs.

const STRANGER = "+263772999999";
const context = contextAt(currentInstant());
const { db } = context;

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
    const { status } = await visit(path, { form: { from: STRANGER, text: "STOP" }, headers, settings: { DB } });
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
  expect([await db.$count(messages), await db.$count(enquiries)]).toEqual([0, 0]);
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
