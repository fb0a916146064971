import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, dialogues, enquiries, messages, phoneChannels, privatePhotos, reviews, users } from "~/db/schema";
import { MINUTE } from "~/domain/time/harare";
import { addPhone } from "../../tests/support/notices";
import { openPhones } from "../../tests/support/phones";
import { seedTown } from "../../tests/support/town";

const town = await seedTown();
const { context, db } = town;

test("a job is done by WhatsApp alone, on both sides, from the first words to the review", async () => {
  await addPhone(context, { userId: town.otherPlumber.id, channel: "whatsapp", phone: "+263772000001" });
  const phones = openPhones(context.now);
  const client = phones.open("+263772999999");
  const plumber = phones.open("+263772000001", "Farai");

  expect(await client.write("A pipe leaks in my kitchen since morning")).toContain("In which city?");
  expect(await client.send({ picture: "photo-1" })).toContain("kept your photo");
  expect(await client.tap("Harare")).toBe("Which suburb or area of Harare?");
  expect(await client.write("Avondale")).toContain("Who comes");
  expect(await client.tap("Farai")).toContain("street");
  expect(await client.write("12 Baker Avenue")).toBe("Your first name and surname?");
  expect(await client.tap("Chipo Zulu")).toContain("Farai Other");
  expect(await client.tap("Send")).toContain("Sent to Farai Other");

  const [booking] = await db.select().from(bookings).where(eq(bookings.street, "12 Baker Avenue"));
  const { id, clientId, startsAt } = booking!;
  expect(booking).toMatchObject({ status: "pending", suburb: "Avondale", city: "Harare", serviceType: "Leak Fixing" });
  expect(await db.select().from(users).where(eq(users.id, clientId))).toMatchObject([
    { firstName: "Chipo", lastName: "Zulu", phone: client.phone, email: null },
  ]);
  expect(await db.$count(phoneChannels, eq(phoneChannels.userId, clientId))).toBe(1);
  expect(await db.$count(privatePhotos, eq(privatePhotos.bookingId, id))).toBe(1);

  const row = async () => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
  await plumber.tap("Confirm");
  expect(await row()).toMatchObject({ status: "confirmed" });

  await client.write("The gate is blue");
  expect(await db.$count(messages, eq(messages.content, "The gate is blue"))).toBe(1);

  await phones.wait(startsAt - 20 * MINUTE);
  await plumber.write("jobs");
  await plumber.tap(`job.${id}`);
  await plumber.tap("I'm on my way");
  await plumber.tap("In 15");
  await phones.wait(startsAt + MINUTE);
  await plumber.tap("More");
  await plumber.tap("Write a quote");
  await plumber.write("tap 15, labour 40, deposit 20");
  await plumber.tap("Send it");
  expect(await client.tap(`job.${id}.see`)).toContain(
    "tap: $15\nlabour: $40\nIn all $55 with the visit fee, $20 of it in advance",
  );
  await client.tap("Accept $55");
  expect(await row()).toMatchObject({ agreedPrice: 5500, agreedDeposit: 2000 });
  await client.tap("Pay $20");
  await client.write("077 111 1111");
  expect(await client.tap("EcoCash")).toContain("```*151*2*4#``` and enter your PIN");
  await phones.pay();
  expect(client.last().text).toContain("$20");
  expect(await row()).toMatchObject({ paidAmount: 2000, heldAmount: 2000 });
  await plumber.tap("Start");
  expect(await row()).toMatchObject({ status: "in-progress" });
  await plumber.tap("Finish the job");
  await plumber.tap("$55");
  expect(await row()).toMatchObject({ status: "completed", finalAmount: 5500 });
  await client.tap(`job.${id}.see`);
  await client.tap("More");
  expect(await client.tap("Release the money")).toContain("The money is released. We've told Farai.");
  expect(await row()).toMatchObject({ heldAmount: 0 });
  await client.tap("More");
  await client.tap("Leave a review");
  await client.tap("★★★★★");
  await client.write("Quick and clean");
  expect(await db.select().from(reviews)).toMatchObject([{ rating: 5, comment: "Quick and clean" }]);
  expect(await db.$count(enquiries)).toBe(0);
  expect(await db.$count(dialogues, eq(dialogues.bookingId, id))).toBe(1);
});
