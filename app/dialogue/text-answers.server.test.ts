import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { receiveInbound } from "~/dialogue/inbound.server";
import { bookings, enquiries, messages, settings, users } from "~/db/schema";
import { smsText, TWO_SMS_LENGTH } from "~/domain/notices/sms-text";
import { sendDueNotices } from "~/domain/outbox/outbox.server";
import { newId } from "~/domain/values/id";
import { addPhone, takeAll } from "../../tests/support/notices";
import { png } from "../../tests/support/png";
import { rowOf, seedTown } from "../../tests/support/town";
import { contextAt } from "../../tests/support/users";

const town = await seedTown();
const { context, db } = town;
const { sent, senders } = takeAll();
const switchOn = () =>
  db.insert(settings).values({ name: "text-answers", value: '{"textAnswers":"on"}', updatedAt: 1 });

/** Sends a text message; gives what came back to this phone, as text messages. */
async function text(phone: string, words: string): Promise<string[]> {
  sent.length = 0;
  const nothing = { whatsAppId: null, name: null, choice: null, place: null, picture: null, unseen: null };
  const given = { ...contextAt(context.now), openPicture: () => png(1, 1) };
  await receiveInbound(given, { channel: "sms", phone, providerId: newId(), text: words, ...nothing });
  await sendDueNotices(contextAt(context.now), senders);
  const back = sent.filter(({ channel, recipient }) => channel === "sms" && recipient === phone);
  return back.map(({ short }) => smsText(short!, context.origin));
}
const NEW = "+263771000031";

test("text messages of new people go to the office until it lets Pombi answer them", async () => {
  expect(await text(NEW, "A pipe leaks in Harare")).toEqual([]);
  expect(await db.select().from(enquiries)).toMatchObject([{ message: "A pipe leaks in Harare" }]);
});

test("a request is made by text messages alone, each of two at most, by those whom we know", async () => {
  await switchOn();
  const heard: string[] = [];
  for (const words of ["A pipe leaks in my kitchen", "1", "Avondale", "1", "12 Baker Avenue", "Chipo Zulu", "1"])
    heard.push(...(await text(NEW, words)));
  expect(heard).toHaveLength(7);
  expect(heard[0]).toContain("1 Harare, 2 Bulawayo");
  expect(heard[5]).toMatch(/12 Baker Avenue, Avondale\. The visit costs \$25\..*\/terms.*\n1 Send, 2 Change/s);
  for (const one of heard) expect(one.length, one).toBeLessThanOrEqual(TWO_SMS_LENGTH);
  // Who sends a text message can be made up: our office calls them.
  expect(heard[6]).toContain("Our office has your message");
  expect(await db.select().from(enquiries)).toMatchObject([
    { message: expect.stringContaining("12 Baker Avenue, Avondale") },
  ]);
  expect(await db.$count(users, eq(users.phone, NEW))).toBe(0);

  await addPhone(context, { userId: town.otherClient.id, channel: "sms", phone: "+263771000032" });
  for (const words of ["A pipe leaks in my kitchen", "1", "Avondale", "1", "12 Baker Avenue", "1"])
    await text("+263771000032", words);
  const made = await db.select().from(bookings).where(eq(bookings.street, "12 Baker Avenue"));
  expect(made).toMatchObject([
    { status: "pending", city: "Harare", suburb: "Avondale", clientId: town.otherClient.id },
  ]);
});

test("a plumber confirms or refuses the request that waits, from the phone that they have verified alone", async () => {
  await switchOn();
  await addPhone(context, { userId: town.plumber.id, channel: "whatsapp", phone: "+263772000031" });
  await text("+263772000031", "CONFIRM");
  expect(await rowOf(context, town.pending)).toMatchObject({ status: "pending" });
  await addPhone(context, { userId: town.plumber.id, channel: "sms", phone: "+263772000031" });
  const [said] = await text("+263772000031", "confirm.");
  expect(said).toContain("Rudo expects you");
  expect(await rowOf(context, town.pending)).toMatchObject({ status: "confirmed" });
  expect(await db.$count(messages)).toBe(0);
});
