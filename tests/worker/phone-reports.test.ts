import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { notices } from "~/db/schema";
import { smsDeliveryReport } from "~/domain/notices/stand-ins/sms-stand-in";
import { whatsAppStatuses, type WhatsAppStatus } from "~/domain/notices/stand-ins/whatsapp-stand-in";
import { sendDueNotices } from "~/domain/notices/outbox.server";
import { MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { queueNotice } from "../support/notices";
import { postSms, postWhatsApp, seconds } from "../support/phone-providers";
import { callsOf } from "../support/site";
import { seedTown } from "../support/town";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
  await town.context.db.delete(notices);
});

const sent = async (channel: "whatsapp" | "sms", more: Partial<typeof notices.$inferInsert> = {}) => {
  const id = newId();
  return queueNotice(town.context, { id, channel, status: "sent", sentAt: 1, providerId: `p-${id}`, ...more });
};
const row = async (id: string) => (await town.context.db.select().from(notices).where(eq(notices.id, id)))[0]!;
const report = async (id: string, status: WhatsAppStatus, at = seconds, code = 131026) =>
  postWhatsApp(whatsAppStatuses([{ id: `p-${id}`, status, seconds: at, code }]));

test("reports of WhatsApp mark delivered, seen and failed; the first of each counts", async () => {
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

test("a thousand reports at a time are one call of D1", async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => sent("whatsapp")));
  const response = await postWhatsApp(
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

test("what has arrived is not sent again, though the provider's answer to us was lost", async () => {
  const { db } = town.context;
  const id = await sent("whatsapp", { status: "queued", sentAt: null, providerId: null, payload: "{}" });
  const calls: string[] = [];
  const body = JSON.parse(whatsAppStatuses([{ id: "wamid.1", status: "delivered", seconds }])) as {
    entry: { changes: { value: { statuses: Record<string, unknown>[] } }[] }[];
  };
  body.entry[0]!.changes[0]!.value.statuses[0]!["biz_opaque_callback_data"] = id;
  const losing = {
    async send() {
      calls.push("send");
      await postWhatsApp(JSON.stringify(body));
      throw new Error("The answer is lost.");
    },
  };
  await sendDueNotices(db, { whatsapp: losing }, { now: seconds * 1000, keepBodies: false });
  await sendDueNotices(db, { whatsapp: losing }, { now: seconds * 1000 + 60 * MINUTE, keepBodies: false });
  expect(calls).toEqual(["send"]);
  expect(await row(id)).toMatchObject({ status: "sent", providerId: "wamid.1", payload: null });
});

test("reports of Africa's Talking mark delivered, failed and dropped; about unknown messages they change nothing", async () => {
  for (const [status, expected, reason = "UserDoesNotExist"] of [
    ["Success", { status: "sent", deliveredAt: expect.any(Number) }],
    ["Sent", { status: "sent", deliveredAt: null }],
    ["Failed", { status: "failed", lastErrorCode: "Failed", lastError: "Africa's Talking: UserDoesNotExist" }],
    ["Rejected", { status: "failed" }],
    ["Failed", { status: "dropped", lastError: "Africa's Talking: UserInBlacklist" }, "UserInBlacklist"],
  ] as const) {
    const id = await sent("sms");
    expect((await postSms("reports", smsDeliveryReport(`p-${id}`, status, reason))).status).toBe(200);
    expect(await row(id), `${status} ${reason}`).toMatchObject(expected);
  }
  expect((await report("unknown", "failed")).status).toBe(200);
  expect((await postSms("reports", smsDeliveryReport("unknown", "Success"))).status).toBe(200);
});
