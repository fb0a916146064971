import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, dialogues, enquiries, phoneChannels, users } from "~/db/schema";
import { openPhone } from "../support/phone-webhooks";
import { seedTown } from "../support/town";

const STRANGER = "+263772999999";

const town = await seedTown();
const { db } = town;

test("a stranger books by WhatsApp alone, from the first words to the request, in seven messages", async () => {
  const phone = openPhone(db, STRANGER);
  expect(await phone.write("A pipe leaks in my kitchen since morning")).toMatchObject({
    text: expect.stringContaining("In which city?"),
  });
  expect(await phone.tap("Harare")).toMatchObject({ text: "Which suburb or area of Harare?" });
  const offers = await phone.write("Avondale");
  expect(offers).toMatchObject({ text: expect.stringContaining("Who comes") });
  console.info(JSON.stringify(offers));
  expect(await phone.tap("offer.0")).toMatchObject({ text: expect.stringContaining("street") });
  expect(await phone.write("12 Baker Avenue")).toMatchObject({ text: "Your first name and surname?" });
  const summary = await phone.tap("Chipo Zulu");
  console.info(summary!.text);
  const sent = await phone.tap("Send");
  expect(sent!.text).toContain("Sent to");
  const [booking] = await db.select().from(bookings).where(eq(bookings.street, "12 Baker Avenue"));
  expect(booking).toMatchObject({ status: "pending", suburb: "Avondale", city: "Harare" });
  expect(await db.select().from(users).where(eq(users.id, booking!.clientId))).toMatchObject([
    { firstName: "Chipo", lastName: "Zulu", phone: STRANGER, email: null },
  ]);
  expect(await db.select().from(phoneChannels)).toMatchObject([{ phone: STRANGER, channel: "whatsapp" }]);
  expect(await db.select().from(dialogues)).toMatchObject([{ state: "done", bookingId: booking!.id }]);
  expect(await db.$count(enquiries)).toBe(0);
});
