import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { privatePhotos } from "~/db/schema";
import { verifyBothSides } from "../../tests/support/phones";
import { seedTown } from "../../tests/support/town";

// Photos as WhatsApp shows them: above a request, a job and a message.

const town = await seedTown();
const { db } = town;
const openBoth = await verifyBothSides(town);

let { phones, client, plumber } = openBoth();
beforeEach(() => {
  ({ phones, client, plumber } = openBoth());
});
const picturesOf = (phone: typeof plumber) => phones.all.filter(({ to, picture }) => to === phone.phone && picture);

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
  const [asked] = picturesOf(plumber);
  expect(asked?.text).toContain("Rudo");
  expect(asked?.choices.map(({ title }) => title)).toEqual(["Confirm", "Refuse", "See the job"]);
  await plumber.tap("See the job");
  await plumber.tap("More");
  await plumber.tap("See photos (2)");
  const photos = await db.select().from(privatePhotos).where(eq(privatePhotos.kind, "problem"));
  expect(photos).toHaveLength(2);
  expect(picturesOf(plumber)).toHaveLength(2 + 2);
  expect(picturesOf(plumber).at(-1)).toMatchObject({ text: "Photo", choices: [] });
});

test("a photo that our office has hidden is shown to nobody", async () => {
  await request();
  await db.update(privatePhotos).set({ hiddenAt: phones.now() });
  const before = picturesOf(plumber).length;
  expect(await plumber.tap("See the job")).not.toContain("Photos");
  expect(picturesOf(plumber)).toHaveLength(before);
});

test("a photo between the two arrives with its words", async () => {
  await plumber.write("jobs");
  const led = await client.send({ text: "This is the old one", picture: "photo" });
  expect(led).toBe("Sent to Tendai.");
  expect(picturesOf(plumber)).toMatchObject([{ text: "Rudo Own\nThis is the old one" }]);
});
