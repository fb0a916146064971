import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";

import * as tables from "~/db/schema";
import { ownData } from "~/api/schemas/message-objects";
import { addDevice, addPhone } from "../../../tests/support/notices";
import { context, createUser, db, hashForTests, inSession, now } from "../../../tests/support/users";
import { deleteExpired } from "../accounts/expiry.server";
import { DAY } from "../time/harare";
import { makePersonalToken } from "../accounts/program-access.server";
import { saveNoticeChoices } from "../notices/choices.server";
import { addWebhook } from "../notices/webhooks/webhook-endpoints.server";
import type { SteppedUpUser } from "../values/user";
import { eraseOwnAccount } from "./erasure.server";
import { collectOwnData } from "./own-data.server";
import { ROW_LIMIT } from "./own-words.server";
import { beginPasswordCheck } from "../accounts/password-checks.server";

const PASSWORD = "a fine password";
const { enquiries, notices, personalTokens, phoneChannels, phoneCodes, pushDevices, users, webhookDeliveries } = tables;

const user = await createUser(context, "client", { passwordHash: await hashForTests(PASSWORD) });
const made = await inSession(context, user, (one) =>
  makePersonalToken(context, one, { name: "My calendar", scopes: ["read"] }),
);
const hook = await inSession(context, user, (one) =>
  addWebhook(context, one, { url: "https://hooks.example.com/pombi", topics: ["changes"] }, false),
);
if (!made.ok || !hook.ok) throw new Error("Refused");
const delivery = { id: "delivery", endpointId: hook.id, noticeId: "notice", kind: "test", payload: "{}" };
await db.insert(webhookDeliveries).values({ ...delivery, took: 5, at: now });
const endpoint = "https://fcm.googleapis.com/fcm/send/the-endpoint";
await addDevice(context, user, { endpoint, p256dh: "the-key", auth: "the-auth" });
const phone = { userId: user.id, channel: "sms", phone: "+263772123456" } as const;
await addPhone(context, { ...phone, consentWords: "Yes, by text message.", endedAt: now + 1 });
await db.insert(phoneCodes).values({ ...phone, codeHash: "the-code", createdAt: now, expiresAt: now + 1 });
await saveNoticeChoices(context, user, { on: ["news-email"], quiet: { from: 20 * 60, until: 7 * 60 } }, ["email"]);
const { tokenHash } = (await db.select().from(personalTokens))[0]!;
const { sessionHash } = (await db.select().from(pushDevices))[0]!;
const secrets = [made.token, tokenHash, hook.secret, sessionHash, "the-endpoint", "the-key", "the-auth", "the-code"];

test("the download holds programs, devices, phones and choices, but no secret and no hash", async () => {
  const data = await collectOwnData(db, user);
  const time = expect.any(String);
  const webhook = { url: "https://hooks.example.com/pombi", topics: ["changes"], failingSince: null, endedAt: null };
  const consent = "Yes, by text message.";
  const quietHours = { from: "8:00 pm", until: "7:00 am" };
  const held = {
    personalTokens: [{ name: "My calendar", scopes: ["read"], createdAt: time, lastUsedAt: null }],
    webhooks: [{ ...webhook, createdAt: time }],
    devices: [{ name: "Chrome on Android", createdAt: time }],
    phones: [{ channel: "sms", phone: "+263772123456", consent, createdAt: time, endedAt: time }],
    noticeChoices: { on: expect.arrayContaining(["news-email", "changes-email"]), quietHours },
  };
  expect(data).toMatchObject(held);
  expect(data.noticeChoices.on).not.toContain("messages-email");
  // Programs get the same.
  expect(ownData.parse(data)).toMatchObject(held);
  for (const secret of secrets) expect(JSON.stringify(data)).not.toContain(secret);
});

test("the download says which of its lists are cut", async () => {
  const { id, role } = await createUser(context, "client");
  expect((await collectOwnData(db, { id, role })).incomplete).toEqual([]);
  await db.run(sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${ROW_LIMIT})
    insert into messages (id, conversation_id, sender_id, recipient_id, content, created_at)
      select 'm' || i, ${`${id}.x`}, ${id}, ${user.id}, 'Hello', i from n`);
  const { incomplete, messagesWritten } = await collectOwnData(db, { id, role });
  expect(incomplete).toEqual(["messagesWritten"]);
  expect(messagesWritten).toHaveLength(ROW_LIMIT);
});

test("messages to the office from a phone are only in the download of whom the phone is known to be", async () => {
  const owner = await createUser(context, "client");
  const other = await createUser(context, "client");
  const phone = "+263772111999";
  const enquiry = { id: "their", topic: "sms", name: "Chipo", phone, message: "My gate code is 77" } as const;
  await db.insert(enquiries).values({ ...enquiry, createdAt: now });
  const reads = async ({ id, role }: SteppedUpUser) =>
    JSON.stringify(await collectOwnData(db, { id, role })).includes("My gate code is 77");
  await db.update(users).set({ phone }).where(eq(users.id, other.id));
  expect(await reads(other)).toBe(false);
  await addPhone(context, { userId: owner.id, channel: "sms", phone });
  expect([await reads(owner), await reads(other)]).toEqual([true, false]);
  // Another person has the number by now, and wrote what came after.
  await db
    .update(phoneChannels)
    .set({ endedAt: now - 1 })
    .where(eq(phoneChannels.userId, owner.id));
  expect(await reads(owner)).toBe(false);
});

test("an account that its owner erases leaves neither deliveries nor notices", async () => {
  const admitted = await beginPasswordCheck(context, "no session", user.id);
  if (!admitted.ok) throw new Error(admitted.reason);
  expect(await eraseOwnAccount(context, user, admitted, PASSWORD)).toEqual({ ok: true });
  expect(await db.$count(webhookDeliveries)).toBe(0);
  expect(await db.$count(notices, eq(notices.userId, user.id))).toBe(0);
});

test("a message to the office is deleted a year after it was closed", async () => {
  const enquiry = { topic: "contact", name: "Rudo", email: "a@b.test", message: "Hello", createdAt: now } as const;
  await db.insert(enquiries).values([now, null].map((doneAt) => ({ ...enquiry, id: `done ${doneAt}`, doneAt })));
  await deleteExpired(db, now + 365 * DAY - 1);
  expect(await db.$count(enquiries)).toBe(2);
  await deleteExpired(db, now + 365 * DAY);
  expect(await db.$count(enquiries)).toBe(1);
});
