import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { bookings, enquiries, messages, privatePhotos } from "~/db/schema";
import { findDialogue, findDialogueById } from "~/domain/dialogues/dialogues.server";
import { answerEnquiry, findEnquiry } from "~/domain/enquiries/enquiries.server";
import { HOUR } from "~/domain/time/harare";
import type { Answers } from "./answers";
import { LOST_PICTURE, verifyBothSides } from "../../tests/support/phones";
import { rowOf, seedTown } from "../../tests/support/town";

// Photos as WhatsApp shows them: above a request, a job and a message.

const town = await seedTown();
const { context, db } = town;
const openBoth = await verifyBothSides(town);

let { phones, client, plumber } = openBoth();
beforeEach(() => {
  ({ phones, client, plumber } = openBoth());
});
const photosOf = (phone: typeof plumber) => phones.all.filter(({ to, file }) => to === phone.phone && file);

/** Both have written, and the client has asked the plumber, with two photos. */
async function request() {
  await plumber.write("jobs");
  await client.write("new");
  await client.write("My geyser is leaking");
  await client.send({ picture: "photo-1" });
  await client.send({ picture: "photo-2" });
  await client.write("Avondale, Harare");
  await client.write("Tendai");
  await client.write("12 Oak Avenue");
  await client.tap("Send");
}

test("a plumber sees the first photo above a request, and all of them where they ask", async () => {
  await request();
  const [asked] = photosOf(plumber);
  expect(asked?.text).toContain("Rudo");
  expect(asked?.choices.map(({ title }) => title)).toEqual(["Confirm", "Refuse", "See the job"]);
  await plumber.tap("See the job");
  await plumber.tap("More");
  await plumber.tap("See photos (2)");
  const photos = await db.select().from(privatePhotos).where(eq(privatePhotos.kind, "problem"));
  expect(photos).toHaveLength(2);
  expect(photosOf(plumber)).toHaveLength(2 + 2);
  expect(photosOf(plumber).find(({ choices }) => choices.length === 0)?.text).toBe("Photo 2 of 2");
});

test("another plumber who is asked for the same gets the photos too", async () => {
  await request();
  await plumber.tap("Refuse");
  await plumber.tap("No reason");
  const [refused] = await db.select().from(bookings).where(eq(bookings.status, "refused"));
  await client.send({ text: "See the job", choice: `job.${refused!.id}.see.` });
  await client.tap("Ask another plumber");
  await client.tap("Farai");
  const [asked] = await db.select().from(bookings).where(eq(bookings.plumberId, town.otherPlumber.id));
  expect(await db.$count(privatePhotos, eq(privatePhotos.bookingId, asked!.id))).toBe(2);
});

test("a photo that our office has hidden is shown to nobody", async () => {
  await request();
  await db.update(privatePhotos).set({ hiddenAt: phones.now() });
  const before = photosOf(plumber).length;
  expect(await plumber.tap("See the job")).not.toContain("Photos");
  expect(photosOf(plumber)).toHaveLength(before);
});

test("a photo between the two arrives with its words", async () => {
  await plumber.write("jobs");
  const led = await client.send({ text: "This is the old one", picture: "photo" });
  expect(led).toBe("Sent to Tendai.");
  expect(photosOf(plumber)).toMatchObject([{ text: "Rudo Own\nThis is the old one" }]);
});

test("a photo between the two that can't be fetched arrives as words that say so", async () => {
  await plumber.write("jobs");
  await client.send({ text: "This is the old one", picture: LOST_PICTURE });
  expect(photosOf(plumber)).toEqual([]);
  const said = "This is the old one\n(Sent by WhatsApp: image. It can't be shown here.)";
  expect((await db.select().from(messages)).map(({ content }) => content)).toEqual([said]);
});

test("a plumber's photos without words are kept together with the job that they name", async () => {
  const { startsAt } = await rowOf(context, town.confirmed);
  await phones.wait(startsAt - HOUR);
  await plumber.send({ picture: "one" });
  expect(await plumber.send({ picture: "two" })).toBe("You have sent 2 photos. What do they show?");
  expect(await plumber.tap("Before the job")).toBe("We've kept your photos with the job.");
  const kept = await db.select().from(privatePhotos);
  expect(kept).toMatchObject([{ kind: "before", bookingId: town.confirmed }, { kind: "before" }]);
});

test("a plumber's photos that are for the client all arrive", async () => {
  const { startsAt } = await rowOf(context, town.confirmed);
  await phones.wait(startsAt - HOUR);
  for (const picture of ["one", "two", "three"]) await plumber.send({ picture });
  expect(await plumber.tap("Send it to Rudo")).toBe("Sent to Rudo.");
  expect(await db.$count(privatePhotos, eq(privatePhotos.kind, "message"))).toBe(3);
});

test("a photo that comes while our office answers belongs to the request that goes on", async () => {
  const stranger = phones.open("+263771000021");
  await stranger.write("A pipe leaks in Harare");
  await stranger.write("office");
  await stranger.send({ picture: "one" });
  await stranger.write("back");
  expect((await findDialogue<Answers>(db, stranger.phone))?.answers.pictures).toEqual(["one"]);
});

test("an answer of our office is shown in the conversation", async () => {
  const stranger = phones.open("+263771000021");
  await stranger.write("office");
  const [asked] = await db.select().from(enquiries);
  const found = await findEnquiry(db, asked!.id);
  await answerEnquiry(phones.context(), town.admin, found!, { answer: "We call you" });
  const talk = await findDialogueById(db, found!.dialogueId!);
  expect(talk).toMatchObject({ state: "office", officeAnswers: [{ text: "We call you", at: phones.now() }] });
});
