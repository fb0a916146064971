import { SELF } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enquiries, messages, notices, phoneChannels, rateLimitCounters } from "~/db/schema";
import { smsDeliveryReport } from "~/domain/notices/stand-ins/sms-stand-in";
import { whatsAppSignature, whatsAppStatuses, type WhatsAppStatus } from "~/domain/notices/stand-ins/whatsapp-stand-in";
import { sendDueNotices } from "~/domain/notices/outbox.server";
import { MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { env } from "../support/env";
import { callsOf } from "../support/site";
import { seedTown } from "../support/town";
import { currentInstant } from "../support/now";

// What local mode's stand-ins sign with (workers/environment.ts).
const APP_SECRET = "local";
const SMS_SECRET = "local".repeat(8);
const PHONE = "+263772123456";

let town: Awaited<ReturnType<typeof seedTown>>;
const seconds = Math.floor(currentInstant() / 1000);
beforeAll(async () => {
  town = await seedTown();
});

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${env.ORIGIN}${path}`, { method: "POST", body, headers });
const whatsApp = async (body: string) =>
  post("/webhooks/whatsapp", body, { "X-Hub-Signature-256": await whatsAppSignature(APP_SECRET, body) });
const sms = (part: "messages" | "reports", form: URLSearchParams, secret = SMS_SECRET) =>
  post(`/webhooks/sms/${secret}/${part}`, form.toString(), { "Content-Type": "application/x-www-form-urlencoded" });

beforeEach(async () => {
  const { db } = town.context;
  for (const table of [messages, enquiries, notices, phoneChannels, rateLimitCounters]) await db.delete(table);
});

describe("reports", () => {
  const sent = async (channel: "whatsapp" | "sms", more: Partial<typeof notices.$inferInsert> = {}) => {
    const id = newId();
    await town.context.db.insert(notices).values({
      id,
      kind: "bookingReminder",
      topic: "reminders",
      channel,
      causeId: id,
      recipient: PHONE,
      subject: "S",
      payload: null,
      status: "sent",
      sentAt: 1,
      providerId: `p-${id}`,
      nextAttemptAt: 0,
      createdAt: 0,
      ...more,
    });
    return id;
  };
  const row = async (id: string) => (await town.context.db.select().from(notices).where(eq(notices.id, id)))[0]!;
  const report = async (id: string, status: WhatsAppStatus, at = seconds, code = 131026) =>
    whatsApp(whatsAppStatuses([{ id: `p-${id}`, status, seconds: at, code }]));

  test("of WhatsApp mark delivered, seen and failed; the first of each counts", async () => {
    const [id, lost] = [await sent("whatsapp"), await sent("whatsapp")];
    await report(id, "sent");
    expect(await row(id)).toMatchObject({ deliveredAt: null, seenAt: null, status: "sent" });
    await report(id, "read", seconds + 5);
    await report(id, "delivered", seconds + 9);
    expect(await row(id)).toMatchObject({
      status: "sent",
      deliveredAt: (seconds + 5) * 1000,
      seenAt: (seconds + 5) * 1000,
    });
    await report(lost, "failed");
    expect(await row(lost)).toMatchObject({
      status: "failed",
      lastErrorCode: "131026",
      lastError: "WhatsApp: Message undeliverable",
    });
    await report(id, "failed");
    expect(await row(id)).toMatchObject({ status: "sent" });
    const refused = await sent("whatsapp");
    await report(refused, "failed", seconds, 131050);
    expect(await row(refused)).toMatchObject({ status: "dropped", lastErrorCode: "131050" });
  });

  test("come a thousand at a time in one call", async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => sent("whatsapp")));
    const response = await whatsApp(
      whatsAppStatuses(
        Array.from({ length: 1000 }, (_, at) => ({
          id: `p-${ids[at % 30]}`,
          status: at % 2 ? ("delivered" as const) : ("read" as const),
          seconds,
        })),
      ),
    );
    expect(response.status).toBe(200);
    expect(callsOf(response)).toBe(1);
    expect(await town.context.db.$count(notices, sql`delivered_at is not null`)).toBe(30);
  });

  test("before our own mark, when the answer was lost: what has arrived is not sent again", async () => {
    const { db } = town.context;
    const id = await sent("whatsapp", { status: "queued", sentAt: null, providerId: null, payload: "{}" });
    const calls: string[] = [];
    const body = JSON.parse(whatsAppStatuses([{ id: "wamid.1", status: "delivered", seconds }])) as {
      entry: { changes: { value: { statuses: Record<string, unknown>[] } }[] }[];
    };
    body.entry[0]!.changes[0]!.value.statuses[0]!["biz_opaque_callback_data"] = id;
    const slow = {
      async send() {
        calls.push("send");
        await whatsApp(JSON.stringify(body));
        throw new Error("The answer is lost.");
      },
    };
    await sendDueNotices(db, { whatsapp: slow }, { now: seconds * 1000, keepBodies: false });
    await sendDueNotices(db, { whatsapp: slow }, { now: seconds * 1000 + 60 * MINUTE, keepBodies: false });
    expect(calls).toEqual(["send"]);
    expect(await row(id)).toMatchObject({ status: "sent", providerId: "wamid.1", payload: null });
  });

  test.each([
    ["Success", { status: "sent", deliveredAt: expect.any(Number) }],
    ["Sent", { status: "sent", deliveredAt: null }],
    ["Failed", { status: "failed", lastErrorCode: "Failed", lastError: "Africa's Talking: UserDoesNotExist" }],
    ["Rejected", { status: "failed" }],
    ["Failed", { status: "dropped", lastError: "Africa's Talking: UserInBlacklist" }, "UserInBlacklist"],
  ])("of Africa's Talking: %s", async (status, expected, reason = "UserDoesNotExist") => {
    const id = await sent("sms");
    expect((await sms("reports", smsDeliveryReport(`p-${id}`, status, reason))).status).toBe(200);
    expect(await row(id)).toMatchObject(expected);
  });

  test("about unknown messages change nothing and are not asked for again", async () => {
    expect((await report("unknown", "failed")).status).toBe(200);
    expect((await sms("reports", smsDeliveryReport("unknown", "Success"))).status).toBe(200);
  });
});
