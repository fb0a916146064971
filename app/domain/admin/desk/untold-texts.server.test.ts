import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { notices, users } from "~/db/schema";
import { createBooking } from "../../../../tests/support/money";
import { booking } from "../../../../tests/support/money-rows";
import { queueNotice, takeAll } from "../../../../tests/support/notices";
import { admin, client, plumber, seedPayers } from "../../../../tests/support/payers";
import { context, contextAt, db, now } from "../../../../tests/support/users";
import { transitionBooking } from "../../bookings/commands/booking-transitions.server";
import { DeliveryError, type Sender } from "../../notices/notice";
import { recordDeliveryReports } from "../../notices/notice-states.server";
import { sendDueNotices } from "../../outbox/outbox.server";
import { changeSetting } from "../../settings/setting-changes.server";
import { HOUR } from "../../time/harare";
import { newId } from "../../values/id";
import { stopPhone } from "../../accounts/phone-channels.server";
import { endConsent, recordConsent } from "../callers/caller-accounts.server";
import { findCall } from "./today.server";

await seedPayers();
const onThePhone = { email: null, emailVerifiedAt: null, passwordHash: "none", phone: "+263773000001" };
await db.update(users).set(onThePhone).where(eq(users.id, client.id));
await recordConsent(context, admin, client.id, "Yes, text me");
const { senders } = takeAll();

/** A booking that its plumber cancels, of which a text message tells the client. */
async function cancelled() {
  const id = await createBooking();
  await transitionBooking(context, plumber, await booking(id), "cancel");
  return id;
}
const send = (sms: Sender = senders.sms) => sendDueNotices(contextAt(now + 12 * HOUR), { ...senders, sms });
const linesOf = async (id: string) => (await findCall(db, id, now + 12 * HOUR))?.lines ?? [];

test("what a text message has told a client without an email our office need not tell", async () => {
  const id = await cancelled();
  await send();
  expect(await linesOf(id)).toEqual([]);
});

test("our office tells what the day's budget kept from a client without an email", async () => {
  await changeSetting(context, admin, "budgets", { whatsapp: 500, sms: 1 });
  await queueNotice(contextAt(now + 12 * HOUR), { channel: "sms", recipient: "+263770000009" });
  await send();
  const id = await cancelled();
  for (const turn of [1, 2])
    await send().then(async () => expect([turn, await linesOf(id)]).toEqual([turn, ["News of the booking"]]));
});

test.each([
  { verdict: "final" as const, code: "403" },
  { verdict: "drop" as const, code: "409" },
])("our office tells what a text message didn't: refused with $code", async ({ verdict, code }) => {
  const id = await cancelled();
  await send({ send: () => Promise.reject(new DeliveryError("Not taken.", verdict, code)) });
  expect(await linesOf(id)).toHaveLength(1);
});

test("our office tells what a text message didn't, by the provider's later report", async () => {
  const id = await cancelled();
  await send({ send: async () => "text-1" });
  expect(await linesOf(id)).toEqual([]);
  const failed = { code: "Failed", reason: "Africa's Talking: AbsentSubscriber", isRefused: false };
  for (const turn of [1, 2]) {
    await recordDeliveryReports(db, [{ providerId: "text-1", failed }]);
    expect([turn, (await linesOf(id)).length]).toEqual([turn, 1]);
  }
});

test.each<[string, () => Promise<unknown>]>([
  ["the client's STOP", () => stopPhone(context, { channel: "sms", phone: onThePhone.phone, causeId: newId() })],
  ["the client's word on the phone", () => endConsent(context, admin, client.id)],
])("our office tells what a text message didn't, dropped by %s", async (_, end) => {
  const id = await cancelled();
  await end();
  await send();
  expect(await linesOf(id)).toHaveLength(1);
});

test("nobody calls about what is over by the time that it would be sent", async () => {
  const id = await createBooking({ status: "pending" });
  await transitionBooking(context, plumber, await booking(id), "confirm");
  await db.update(notices).set({ claimedUntil: null });
  await transitionBooking(context, client, await booking(id), "cancel");
  await send();
  expect(await linesOf(id)).toEqual([]);
});
