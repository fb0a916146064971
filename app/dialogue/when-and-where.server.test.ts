import { expect, test } from "vitest";
import { eq, sql } from "drizzle-orm";
import { bookings, cityPrices, plumberProfiles } from "~/db/schema";
import { findDialogue } from "~/domain/dialogues/dialogues.server";
import { sayWhen } from "~/domain/time/harare";
import type { Answers } from "./answers";
import { findOffers } from "./offers.server";
import { addPhone } from "../../tests/support/notices";
import { openPhones } from "../../tests/support/phones";
import { seedTown } from "../../tests/support/town";

// Times, places and prices as people say them on the way to a request, and about a job.

const town = await seedTown();
const { context, db } = town;
const phones = openPhones(context.now);
const answersOf = async (phone: string) => (await findDialogue<Answers>(db, phone))!;

test("a suburb says the city, where one city alone has it", async () => {
  const phone = phones.open("+263771000101");
  expect(await phone.write("a pipe leaks in avondale pls")).toContain("Who comes");
  expect((await answersOf(phone.phone)).answers).toMatchObject({ city: "Harare", suburb: "Avondale" });
  const other = phones.open("+263771000102");
  await other.write("a pipe leaks");
  expect(await other.write("Avondale")).toContain("Who comes");
  const elsewhere = phones.open("+263771000103");
  expect(await elsewhere.write("a pipe leaks in avondale, Bulawayo")).toContain("Which suburb or area of Bulawayo?");
});

test("a wished time is looked for, from the first words or later", async () => {
  const phone = phones.open("+263771000111");
  const asked = await phone.write("a pipe leaks in avondale, can you come tomorrow afternoon");
  expect(asked).toMatch(/^Hello.* Who comes \w+ \d+ \w+ in the afternoon\?/);
  for (const { title } of phone.last().choices.slice(0, -2)) expect(title).toMatch(/ (?:12|[1-4]):\d\d pm$/);
  expect(await phone.write("3am")).toMatch(/^Nobody is free \w+ \d+ \w+ at 3:00 am\. These times are the nearest\./);
  expect(await phone.write("other times")).toContain("Which day suits you?");
  await phone.tap(phone.last().choices[1]!.title);
  expect(phone.last().text).toMatch(/^Nobody is free|^Who comes/);
  await phone.write("6pm");
  expect(await phone.write("Farai")).toContain("The street and number");
  expect(sayWhen((await answersOf(phone.phone)).answers.startsAt!)).toMatch(/ at 6:00 pm$/);
});

test("of two who can come at the same time the cheaper one is named first", async () => {
  for (const dearer of [town.plumber, town.otherPlumber]) {
    await db.update(plumberProfiles).set({ feeCents: sql`iif(user_id = ${dearer.id}, 4000, 2500)` });
    const offers = await findOffers(context, { problem: "leak", city: "Harare", wish: { date: null, at: "morning" } });
    const fees = Map.groupBy(offers, ({ startsAt }) => startsAt).values();
    expect([...fees].map((of) => of.map(({ feeCents }) => feeCents))).toContainEqual([2500, 4000]);
  }
});

test("neither a time nor a question is taken for a place or a name", async () => {
  const phone = phones.open("+263771000151", null);
  await phone.write("pipe leaking Hre");
  expect(await phone.write("sat morning")).toContain("Which suburb or area of Harare?");
  expect(await phone.write("asap pls")).toContain("Which suburb or area of Harare?");
  expect(await phone.write("borowdale")).toMatch(/Who comes \w+ \d+ \w+ in the morning\?/);
  await phone.tap("Farai");
  expect(await phone.write("tomorrow 3pm")).toMatch(/at 3:00 pm\?/);
  await phone.tap("Farai");
  await phone.write("by the gate");
  expect(await phone.write("12 Baker Avenue")).toBe("Your first name and surname?");
  expect(await phone.write("tap is closed already wat now")).toContain("Your first name and surname?");
  expect(await phone.write("chipo dube")).toMatch(/at 3:00 pm\*\nFor Chipo Dube\nLeak, 12 Baker Avenue,/);
  await phone.tap("Change something");
  await phone.write("my name");
  await phone.write("Chipo Moyo");
  expect(await phone.write("ok send it pls")).toContain("Sent to Farai");
});

test("a place that was sent for the street stands in the summary as a link to the map", async () => {
  const phone = phones.open("+263771000161");
  await phone.write("a pipe leaks in avondale");
  await phone.tap("Farai");
  await phone.send({ place: { latitude: -17.8, longitude: 31.04 } });
  expect(await phone.tap("Chipo Zulu")).toContain(
    "Avondale, Harare\nhttps://www.google.com/maps?q=-17.800000,31.040000\n",
  );
});

test("our office is told the time that somebody writes", async () => {
  const phone = phones.open("+263771000121");
  await phone.write("a pipe leaks in avondale");
  await phone.tap("Let the office choose");
  expect(await phone.write("tomorrow 3pm")).toContain("street");
  const { startsAt } = (await answersOf(phone.phone)).answers;
  expect(sayWhen(startsAt!)).toMatch(/at 3:00 pm$/);
});

test("who asks for the price is told, and asked on", async () => {
  await db.insert(cityPrices).values({
    cityKey: "harare",
    serviceType: "Leak Fixing",
    jobs: 42,
    low: 3000,
    median: 4000,
    high: 6000,
    oldestAt: context.now,
  });
  const phone = phones.open("+263771000131");
  const first = await phone.write("how much to fix a leaking pipe in avondale");
  expect(first).toContain("Leak Fixing: usually $30 to $60, from 42 jobs.");
  expect(first).toContain("Who comes");
  const again = await phone.write("how much?");
  expect(again).toMatch(/^Leak Fixing: usually \$30 to \$60.* Who comes/s);
  expect((await answersOf(phone.phone)).misses).toBe(0);
});

test("another time for a job can be written", async () => {
  await addPhone(context, { userId: town.client.id, channel: "whatsapp", phone: "+263772000141" });
  const client = phones.open("+263772000141", "Rudo");
  await client.send({ text: "More", choice: `job.${town.confirmed}.more.` });
  await client.tap("Another time");
  const offered = await client.write("the evening of tomorrow");
  expect(offered).toContain("Which time do you suggest?");
  for (const { title } of client.last().choices) expect(title).toMatch(/(?:[5-9]|1\d):\d\d pm$/);
  await client.tap(client.last().choices[0]!.title);
  const [moved] = await db.select().from(bookings).where(eq(bookings.id, town.confirmed));
  expect(moved?.proposedStart).toBeGreaterThan(context.now);
});

test("somebody who had a visit before is offered the same place, in each question about it", async () => {
  await addPhone(context, { userId: town.client.id, channel: "whatsapp", phone: "+263772000142" });
  await db
    .update(bookings)
    .set({ city: "Harare", suburb: "Avondale", street: "4 King George Rd", pin: "-17.8,31.04" })
    .where(eq(bookings.clientId, town.client.id));
  const client = phones.open("+263772000142", "Rudo");
  const titles = () => client.last().choices.map(({ title }) => title);
  const begin = async (words: string) => {
    await client.write("new");
    return client.write(words);
  };
  await begin("a pipe leaks");
  expect(titles()[0]).toBe("The same place");
  expect(await client.tap("The same place")).toContain("Who comes");
  await client.write("1");
  expect(client.last().text).toContain("4 King George Rd, Avondale, Harare");
  await begin("a pipe leaks in Harare");
  expect(titles()).toEqual(["The same place"]);
  expect(await client.write("same place")).toContain("Who comes");
  await begin("a pipe leaks in Avondale");
  await client.write("1");
  expect(titles()).toEqual(["The same place"]);
  expect(await client.write("my house")).toContain("4 King George Rd, Avondale, Harare");
  expect((await answersOf(client.phone)).answers).toMatchObject({ pin: "-17.8,31.04" });
  // It is in another suburb, where somebody else was found.
  await begin("a pipe leaks in Borrowdale");
  await client.write("1");
  await client.write("my house");
  expect(client.last().text).not.toContain("4 King George Rd");
});
