import { beforeEach, expect, test } from "vitest";
import { bookings, messages, privatePhotos } from "~/db/schema";
import { findDialogue } from "~/domain/dialogues/dialogues.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { HOUR, MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { verifyBothSides } from "../../tests/support/phones";
import { book, dropNotices, makeTransition, rowOf, seedTown } from "../../tests/support/town";

// Whom words are for, and whether they are a step of a job, where nothing was asked.

const town = await seedTown();
const { context, db } = town;
const openBoth = await verifyBothSides(town);

let { phones, client, plumber } = openBoth();
beforeEach(() => {
  ({ phones, client, plumber } = openBoth());
});
const sent = async () =>
  (await db.select().from(messages)).map(({ recipientId, content }) => [recipientId, content] as const);
/** A second client of the same plumber. */
const bookOther = async () => {
  const id = await book(context, town.otherClient, town.plumber, town.starts.at(-16)!);
  await makeTransition(context, town.plumber, id, "confirm");
  await dropNotices(context);
  return id;
};

test("of two people whom words may be for, neither gets them unasked", async () => {
  await bookOther();
  await phones.wait(phones.now() + 2 * HOUR);
  expect(await plumber.write("I bring a ladder")).toBe("“I bring a ladder”: for whom is that?");
  expect(
    plumber
      .last()
      .choices.map(({ title }) => title)
      .toSorted(),
  ).toEqual(["Kuda", "Our office", "Rudo"]);
  expect(await sent()).toEqual([]);
  expect(await plumber.write("kuda")).toBe("Sent to Kuda.");
  await plumber.write("It is a long one");
  expect(await sent()).toEqual([
    [town.otherClient.id, "I bring a ladder"],
    [town.otherClient.id, "It is a long one"],
  ]);
});

test("of many answers at once one sends the words, and none keeps the others from ending", async () => {
  const other = await bookOther();
  const { clientId } = await rowOf(context, other);
  await phones.wait(phones.now() + 2 * HOUR);
  await plumber.write("I bring a ladder");
  await Promise.all(Array.from({ length: 3 }, () => plumber.write("Kuda")));
  expect(await sent()).toContainEqual([clientId, "I bring a ladder"]);
});

test("words that come before it is said for whom the first ones are go with them", async () => {
  await bookOther();
  await phones.wait(phones.now() + 2 * HOUR);
  await plumber.write("I bring a ladder");
  expect(await plumber.write("And a saw")).toContain("for whom is that?");
  expect(await plumber.write("kuda")).toBe("Sent to Kuda.");
  expect(await sent()).toEqual([[town.otherClient.id, "I bring a ladder\nAnd a saw"]]);
});

test("a picture whose words were asked about arrives with them", async () => {
  await client.write("new");
  await client.write("A pipe leaks");
  await client.send({ text: "this is the old one", picture: "photo" });
  await client.tap("For Tendai");
  const [message] = await db.select().from(messages);
  expect(message?.content).toBe("this is the old one");
  expect(await db.select().from(privatePhotos)).toMatchObject([{ kind: "message", messageSeq: message!.seq }]);
});

test("a picture with words that may be a step arrives with them, and prices under a picture are words", async () => {
  const { startsAt } = await rowOf(context, town.confirmed);
  await phones.wait(startsAt - HOUR);
  await plumber.send({ text: "on my way", picture: "photo" });
  await plumber.tap("Only tell Rudo");
  await plumber.send({ text: "valve 35, labour 40", picture: "photo-2" });
  expect((await sent()).map(([, content]) => content)).toEqual(["on my way", "valve 35, labour 40"]);
  expect(await db.$count(privatePhotos)).toBe(2);
});

test("words that are a step of a job are asked about, and a yes takes it", async () => {
  const { startsAt } = await rowOf(context, town.confirmed);
  await bookOther();
  await phones.wait(startsAt - HOUR);
  expect(await plumber.write("On my way")).toContain("shall we note that, or only tell Rudo?");
  expect(await plumber.write("yes")).toContain("When will you be there?");
  await plumber.tap("In 15");
  expect((await rowOf(context, town.confirmed)).onTheWayAt).not.toBe(null);
  await phones.wait(startsAt + 40 * MINUTE);
  await client.write("he didnt come");
  await client.tap("Only tell Tendai");
  expect((await rowOf(context, town.confirmed)).frozenAt).toBe(null);
  expect(await sent()).toEqual([[town.plumber.id, "he didnt come"]]);
  await client.write("nobody came");
  await client.tap("Tendai didn't come");
  expect((await rowOf(context, town.confirmed)).frozenAt).not.toBe(null);
});

test("a bare yes shows the job that they were told of last", async () => {
  await phones.wait(phones.now() + MINUTE);
  const other = await book(phones.context(), town.otherClient, town.plumber, town.starts.at(-4)!);
  await phones.deliver();
  const { reference } = await rowOf(context, other);
  expect(await plumber.write("ok")).toContain(reference);
  expect(plumber.last().choices[0]!.id).toContain(`job.${other}.confirm.`);
});

test("the answer to a question goes on with it, whatever was asked about in between", async () => {
  await client.write("new");
  await client.write("A pipe leaks");
  expect(await client.write("the blue gate")).toContain("is that for Tendai?");
  expect(await client.write("Harare")).toContain("Which suburb or area of Harare?");
  expect((await findDialogue(db, client.phone))?.state).toBe("suburb");
  expect(await sent()).toEqual([]);
  expect(await db.$count(bookings)).toBe(2);
});

test("a quote that nobody asked for is for the job that the plumber has just looked at", async () => {
  const other = await bookOther();
  for (const [id, name] of [
    [other, "Kuda"],
    [town.confirmed, "Rudo"],
  ] as const) {
    await plumber.send({ text: "See the job", choice: `job.${id}.see.` });
    expect(await plumber.write("tap 15, labour 40")).toContain(`Send this quote to ${name}?`);
    await plumber.write("no");
  }
});

test("neither a no nor a name takes a step", async () => {
  const { startsAt } = await rowOf(context, town.confirmed);
  await phones.wait(startsAt + 40 * MINUTE);
  await client.write("he didnt come");
  expect(await client.write("no")).toBe("Nothing is noted, and nothing is sent.");
  expect((await rowOf(context, town.confirmed)).frozenAt).toBe(null);
  await client.send({ text: "See the job", choice: `job.${town.confirmed}.see.` });
  expect(client.last().choices.map(({ title }) => title)).toContain("Tendai didn't come");
  await client.write("Tendai");
  await client.write("Tendai, come");
  expect((await rowOf(context, town.confirmed)).frozenAt).toBe(null);
  expect((await sent()).map(([, content]) => content)).toEqual(["Tendai", "Tendai, come"]);
});

test("a word of a reason cancels nothing", async () => {
  await client.send({ text: "More", choice: `job.${town.confirmed}.more.` });
  await client.tap("Cancel the visit");
  await client.write("time");
  expect((await rowOf(context, town.confirmed)).status).toBe("confirmed");
});

test.each(["i dont want anymore, cancel it", "pls cancell my tendai booking", "i no longer need him"])(
  "“%s” is asked about, and cancels nothing by itself",
  async (words) => {
    expect(await client.write(words)).toContain("shall we note that, or only tell Tendai?");
    expect(client.last().choices[0]!.title).toBe("Cancel the visit");
    expect(await sent()).toEqual([]);
    expect((await rowOf(context, town.confirmed)).status).toBe("confirmed");
  },
);

test("that nobody came is no reason to cancel, though one is asked for", async () => {
  const { startsAt } = await rowOf(context, town.confirmed);
  await client.write("cancel");
  await phones.wait(startsAt + 40 * MINUTE);
  await client.write("he didnt come");
  expect(client.last().choices.map(({ title }) => title)).toContain("Tendai didn't come");
});

test("words are for nobody unasked where somebody else has written since the last ones", async () => {
  const other = await bookOther();
  const { clientId } = await rowOf(context, other);
  await plumber.send({ text: "See the job", choice: `job.${town.confirmed}.see.` });
  await phones.wait(phones.now() + MINUTE);
  await sendMessage(phones.context(), town.otherClient, {
    recipientId: town.plumber.id,
    id: newId(),
    content: "3 Bath Road",
  });
  expect(await plumber.write("thanks, see you")).toContain("for whom is that?");
  await plumber.write("Kuda");
  expect(await sent()).toContainEqual([clientId, "thanks, see you"]);
});

test.each(["confirm kuda", "ok confirm Kuda"])(
  "a plumber's “%s” confirms the request of that client",
  async (words) => {
    const id = await book(phones.context(), town.otherClient, town.plumber, town.starts.at(-4)!);
    expect(await plumber.write(words)).toContain("Kuda");
    expect((await rowOf(context, id)).status).toBe("confirmed");
  },
);
