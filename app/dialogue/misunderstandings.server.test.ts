import { eq, isNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  bookings,
  dialogues,
  enquiries,
  freeDays,
  messages,
  phoneChannels,
  plumberProfiles,
  reviews,
  users,
} from "~/db/schema";
import { collectOwnData } from "~/domain/personal-data/own-data.server";
import { eraseUser } from "~/domain/personal-data/erasure.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { findDialogue, findDialogueById, takeDialogue } from "~/domain/dialogues/dialogues.server";
import { DAY, HOUR, MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import type { Answers } from "./answers";
import { addPhone } from "../../tests/support/notices";
import { openPhones, verifyBothSides } from "../../tests/support/phones";
import { book, completedJob, makeTransition, rowOf, seedTown } from "../../tests/support/town";

// What people write and tap otherwise than the questions expect: nothing is done that they didn't mean, nobody reads what
// wasn't for them, and nobody waits for an answer in vain.

const town = await seedTown();
const { context, db } = town;
const openBoth = await verifyBothSides(town);

let { phones, client, plumber } = openBoth();
let stranger: typeof client;
beforeEach(() => {
  ({ phones, client, plumber } = openBoth());
  stranger = phones.open("+263771000021");
});
const more = async (phone: typeof client, id: string, action: string) => {
  await phone.send({ text: "More", choice: `job.${id}.more.` });
  return phone.tap(action);
};
const written = async () => (await db.select().from(messages)).map(({ content }) => content);
const toSummary = async (phone = stranger) => {
  for (const words of ["A pipe leaks in Harare", "Avondale"]) await phone.write(words);
  await phone.tap("Farai");
  await phone.write("12 Baker Avenue");
  return phone.tap("Chipo Zulu");
};

test("a number that is an answer is not the place of one in a list", async () => {
  const id = await completedJob(context, town.client, town.plumber);
  await more(client, id, "Leave a review");
  await client.write("5");
  await client.tap("No words");
  expect(await db.select().from(reviews)).toMatchObject([{ rating: 5 }]);
});

test("a tap on another question's answer does nothing, and nobody reads it", async () => {
  await more(client, town.confirmed, "Cancel the visit");
  const old = client.last().choices[0]!;
  await more(client, town.pending, "Cancel the visit");
  await client.send({ text: old.title, choice: old.id });
  expect((await rowOf(context, town.confirmed)).status).toBe("confirmed");
  expect((await rowOf(context, town.pending)).status).toBe("pending");
  await client.tap("Keep the visit");
  expect(await client.send({ text: old.title, choice: old.id })).toContain("That was answered already.");
  expect(await written()).toEqual([]);
});

test("a question in answer to “why?” cancels nothing", async () => {
  await more(client, town.confirmed, "Cancel the visit");
  await client.write("no, wait, how much does it cost?");
  await client.send({ unseen: "audio" });
  expect((await rowOf(context, town.confirmed)).status).toBe("confirmed");
});

test("an amount among other numbers is asked again, and minutes are read as people say them", async () => {
  const { startsAt } = await rowOf(context, town.confirmed);
  await phones.wait(startsAt - 90 * MINUTE);
  await more(plumber, town.confirmed, "I'm on my way");
  await plumber.write("1 hour");
  expect((await rowOf(context, town.confirmed)).expectedAt).toBeGreaterThan(phones.now() + 59 * MINUTE);
  await phones.wait(startsAt + MINUTE);
  await plumber.send({ text: "See the job", choice: `job.${town.confirmed}.see.` });
  await plumber.tap("Start the job");
  await plumber.tap("Finish the job");
  await plumber.write("2 hours and a new valve, 95");
  expect((await rowOf(context, town.confirmed)).status).toBe("in-progress");
});

test("a client known by WhatsApp alone gets a plumber's words there, and theirs go to that plumber", async () => {
  await toSummary();
  await stranger.tap("Send");
  const [made] = await db.select().from(bookings).where(eq(bookings.street, "12 Baker Avenue"));
  await makeTransition(phones.context(), town.otherPlumber, made!.id, "confirm");
  const said = { recipientId: made!.clientId, id: newId(), content: "I come at ten" };
  expect(await sendMessage(phones.context(), town.otherPlumber, said)).toMatchObject({ ok: true });
  await phones.deliver();
  expect(stranger.last().text).toBe("Farai Other\nI come at ten");
  await stranger.write("The gate is blue");
  const [answer] = await db.select().from(messages).where(eq(messages.content, "The gate is blue"));
  expect(answer).toMatchObject({ recipientId: town.otherPlumber.id });
  // Days later it is a template that brings them.
  await phones.wait(phones.now() + 2 * DAY);
  const later = { recipientId: made!.clientId, id: newId(), content: "Is it dry now?" };
  await sendMessage(phones.context(), town.otherPlumber, later);
  await phones.deliver();
  expect(stranger.last().text).toContain("Is it dry now?");
});

test("a suspended account is nobody new, by whatever phone it is known", async () => {
  await db.update(users).set({ suspendedAt: 1, phone: null }).where(eq(users.id, town.client.id));
  await client.write("A pipe leaks in Harare");
  expect(client.last().text).toContain("Our office has your message");
  expect(await db.$count(enquiries)).toBe(1);
});

test("a look at a job leaves the request where it was, and the next answer is one", async () => {
  await client.write("new");
  await client.write("A pipe leaks in Harare");
  await client.write("Avondale");
  const asked = await findDialogue<{ suburb?: string }>(db, client.phone);
  await client.send({ text: "See the job", choice: `job.${town.confirmed}.see.` });
  expect((await findDialogue(db, client.phone))?.state).toBe(asked?.state);
  await client.write("jobs");
  expect((await findDialogue(db, client.phone))?.state).toBe(asked?.state);
});

test("what to change is named by a number without sending anything, and another city has another suburb", async () => {
  await toSummary();
  await stranger.tap("Change something");
  expect(await stranger.write("2")).toContain("In which city?");
  expect(await stranger.tap("Bulawayo")).toContain("Which suburb or area of Bulawayo?");
  expect(await db.$count(bookings, eq(bookings.street, "12 Baker Avenue"))).toBe(0);
});

test("a fee that was raised meanwhile is said before anything is sent", async () => {
  await toSummary();
  await db.update(plumberProfiles).set({ feeCents: 99_00 }).where(eq(plumberProfiles.userId, town.otherPlumber.id));
  expect(await stranger.tap("Send")).toContain("costs $99 now");
  expect(await db.$count(bookings, eq(bookings.street, "12 Baker Avenue"))).toBe(0);
});

test("two sends of one summary at once make one request", async () => {
  await stranger.write("A pipe leaks in Harare");
  await stranger.write("Avondale");
  await stranger.tap("Let the office choose");
  await stranger.write("1");
  await stranger.write("12 Baker Avenue");
  await stranger.tap("Chipo Zulu");
  const send = stranger.last().choices.find(({ title }) => title === "Send")!;
  const tap = () => stranger.send({ text: send.title, choice: send.id });
  await Promise.all([tap(), tap(), tap()]);
  expect(await db.$count(bookings, eq(bookings.street, "12 Baker Avenue"))).toBe(1);
});

test("a plumber's picture goes where they say, and a button of another time confirms nothing", async () => {
  const { startsAt } = await rowOf(context, town.confirmed);
  await phones.wait(startsAt - HOUR);
  expect(await plumber.send({ picture: "photo" })).toBe("What does the photo show?");
  expect(plumber.last().choices.map(({ title }) => title)).toEqual([
    "Before the job",
    "Send it to Rudo",
    "Don't keep it",
  ]);
  await plumber.tap("Send it to Rudo");
  expect(await written()).toEqual(["Photo"]);
  const old = { text: "Confirm", choice: `job.${town.pending}.confirm.${startsAt}` };
  expect(await plumber.send(old)).toContain("That isn't possible any more.");
});

test("with our office something can still be tapped, and BACK goes on", async () => {
  await plumber.write("office");
  expect(await plumber.write("Where is my money?")).toContain("Our office has that, too.");
  const { startsAt } = await rowOf(context, town.pending);
  await plumber.send({ text: "Confirm", choice: `job.${town.pending}.confirm.${startsAt}` });
  expect((await rowOf(context, town.pending)).status).toBe("confirmed");
});

test("words to the other side that sound like a wish for us reach the other side", async () => {
  await client.write("call me");
  await plumber.write("Please talk to the person at the gate when you are there");
  expect(await written()).toEqual(["call me", "Please talk to the person at the gate when you are there"]);
  await more(plumber, town.confirmed, "Another time");
  await plumber.write("I'm in traffic");
  await plumber.tap("For Rudo");
  expect(await written()).toContain("I'm in traffic");
  expect(await db.$count(enquiries)).toBe(0);
});

test("a plumber's “new” is no request, and a client after a month begins anew", async () => {
  expect(await plumber.write("start")).not.toContain("What is wrong?");
  expect(await plumber.write("new")).toContain("Your open jobs");
  await phones.wait(context.now + 30 * DAY);
  expect(await client.write("hi")).toContain("What is wrong?");
});

test("after STOP a START opens the channel again, for its owner alone", async () => {
  await client.write("A pipe leaks in Harare");
  expect(await client.write("stop")).toContain("Write START to get them again.");
  expect(await findDialogue(db, client.phone)).toBeNull();
  expect(await stranger.write("START")).toContain("What is wrong?");
  expect(await client.write("Start")).toContain("You get our messages again");
  const open = await db.select().from(phoneChannels).where(isNull(phoneChannels.endedAt));
  expect(open.map(({ phone }) => phone)).toEqual(expect.arrayContaining([client.phone]));
  expect(open.map(({ phone }) => phone)).not.toContain(stranger.phone);
});

test("after STOP a new request asks for consent again, and opens the channel", async () => {
  await db.update(users).set({ phone: "+263772000011" }).where(eq(users.id, town.client.id));
  await client.write("STOP");
  expect(await db.$count(phoneChannels, eq(phoneChannels.phone, client.phone))).toBe(1);
  await client.write("A pipe leaks in Harare");
  await client.write("Avondale");
  await client.tap("Farai");
  expect(await client.write("12 Baker Avenue")).toContain("STOP ends that.");
  await client.tap("Send");
  expect(await client.last().text).toContain("Sent to Farai");
  expect(await db.select().from(phoneChannels).where(eq(phoneChannels.phone, client.phone))).toMatchObject([
    { endedAt: expect.any(Number) },
    { endedAt: null, userId: town.client.id },
  ]);
});

test("a message that names a job that doesn't exist reaches our office, and says so", async () => {
  expect(await client.write("PB-ZZZZZZ are you coming?")).toContain("Our office has your message");
  expect(await db.select().from(enquiries)).toMatchObject([{ message: "PB-ZZZZZZ are you coming?" }]);
});

test("words that we don't know are what the plumber reads", async () => {
  await stranger.write("the thing behind my wall makes a noise");
  await stranger.tap("Something else");
  await stranger.tap("Harare");
  await stranger.write("Avondale");
  expect((await findDialogue<object>(db, stranger.phone))?.answers).toMatchObject({
    problem: "other",
    notes: "the thing behind my wall makes a noise",
  });
});

test("a leaver is erased, taken over or not, and has no words of the next owner of their phone", async () => {
  const phone = phones.open("+263772000014");
  const owner = { userId: town.otherClient.id, channel: "whatsapp", phone: phone.phone } as const;
  await addPhone(context, owner);
  await phone.write("office");
  const talk = (await findDialogueById(db, (await findDialogue(db, phone.phone))!.id))!;
  await takeDialogue(phones.context(), town.admin, talk);
  await db
    .update(phoneChannels)
    .set({ endedAt: context.now + HOUR })
    .where(eq(phoneChannels.phone, phone.phone));
  const at = context.now + DAY;
  const said = JSON.stringify([{ by: "them", text: "I am somebody else", at }]);
  const next = { channel: "whatsapp", phone: phone.phone, state: "city", answers: "{}", said } as const;
  await db.insert(dialogues).values({ id: newId(), ...next, beganAt: at, heardAt: at, endedAt: at });
  const data = JSON.stringify(await collectOwnData(db, town.otherClient));
  expect(data).toContain("office");
  expect(data).not.toContain("I am somebody else");
  await eraseUser(phones.context(), town.admin, { ...town.otherClient, isErased: false }, "Asked for");
  expect((await db.select().from(dialogues)).map((row) => row.said)).toEqual([said]);
});

test("places, names and plumbers are understood as people say them", async () => {
  await stranger.write("A pipe leaks");
  expect(await stranger.write("Greencroft, Harare")).toContain("Who comes, and when? The soonest is");
  await stranger.write("back");
  expect(await stranger.write("I don't know the name, its where the pin is")).toContain("We didn't understand that.");
  expect(await stranger.write("avondale please")).toContain("Who comes");
  expect(await stranger.write("ok farai at 10")).toContain("street");
  expect(await stranger.write("12 Baker Avenue")).toContain("first name");
  expect(await stranger.write("mrs chipo")).toBe("And your surname, Chipo?");
  expect(await stranger.write("ndlovu")).toContain("12 Baker Avenue, Avondale, Harare");
  await stranger.tap("Send");
  const [made] = await db.select().from(bookings).where(eq(bookings.street, "12 Baker Avenue"));
  expect(await db.select().from(users).where(eq(users.id, made!.clientId))).toMatchObject([
    { firstName: "Chipo", lastName: "Ndlovu" },
  ]);
});

test("someone whose pipe has burst is told what to do first", async () => {
  expect(await stranger.write("my pipe has burst water everywhere")).toContain("Close the main tap");
});

test("“cancel” and a bare yes are answered with what they may be about", async () => {
  expect(await client.write("pls cancel")).toBe("Your open jobs:");
  await more(plumber, town.confirmed, "Write a quote");
  await plumber.write("labour 40");
  await plumber.tap("Send it");
  expect(await client.write("ok i agree")).toContain("Please tap an answer:");
  expect(client.last().choices.map(({ title }) => title)).toContain("Accept $40");
  expect(await written()).toEqual([]);
});

test("a bare yes after a message is for who wrote it, whatever job waits", async () => {
  await client.write("jobs");
  await more(plumber, town.confirmed, "Write a quote");
  await plumber.write("labour 40");
  await plumber.tap("Send it");
  await phones.wait(phones.now() + MINUTE);
  await plumber.write("Is the gate open?");
  expect(await client.write("yes")).toBe("Sent to Tendai.");
  expect(await written()).toEqual(["Is the gate open?", "yes"]);
});

test("a plumber who is named and not among the offers is looked for in that city", async () => {
  const only = (id: string) => eq(plumberProfiles.userId, id);
  await db.update(plumberProfiles).set({ speciality: "Gas Fitting" }).where(only(town.plumber.id));
  await stranger.write("A pipe leaks in Harare");
  await stranger.write("Avondale");
  const offered = stranger.last().choices.map(({ title }) => title);
  expect(offered.filter((title) => title.startsWith("Tendai"))).toEqual([]);
  for (const words of ["I want Tatenda Nobody", "Can John Nobody come?"])
    expect(await stranger.write(words)).toContain("We know nobody of that name in Harare.");
  expect(stranger.last().choices.map(({ title }) => title)).toEqual(offered);
  await stranger.write("Can Tendai come?");
  const [first, ...others] = stranger.last().choices.map(({ title }) => title);
  expect(first).toMatch(/^Tendai, /);
  expect(others).toContain("Let the office choose");
  await db.delete(freeDays).where(eq(freeDays.plumberId, town.plumber.id));
  await stranger.write("Farai Other please");
  expect(stranger.last().choices[0]!.title).toMatch(/^Farai, /);
  expect(await stranger.write("Tendai please")).toContain("Tendai Own has no free time in the coming week.");
});

test("a plumber and a city that were named before the problem are offered for it", async () => {
  expect(await stranger.write("Tendai in Harare please")).toContain("What is wrong?");
  expect(await stranger.write("burst geyser")).toContain("Which suburb or area of Harare?");
  await stranger.write("Avondale");
  const titles = () => stranger.last().choices.map(({ title }) => title);
  expect(
    titles()
      .slice(0, -2)
      .every((title) => title.startsWith("Tendai, ")),
  ).toBe(true);
  await stranger.tap("Other times");
  await stranger.tap("Thu");
  expect(
    titles()
      .slice(0, -2)
      .every((title) => title.startsWith("Tendai, Thu")),
  ).toBe(true);
  expect(await stranger.write("another plumber")).toContain("Who comes");
  expect(titles().some((title) => title.startsWith("Farai, "))).toBe(true);
});

test("a plumber who is named where a suburb or a street is asked is no place, and is offered", async () => {
  const answers = async () => (await findDialogue<Answers>(db, stranger.phone))?.answers;
  await stranger.write("A pipe leaks in Harare");
  expect(await stranger.write("I want Farai Other")).toBe(
    "Then you see when Farai is free. Which suburb or area of Harare?",
  );
  expect(await answers()).not.toHaveProperty("suburb");
  await stranger.write("I need Westlea Gardens");
  expect(await answers()).toMatchObject({ suburb: "I need Westlea Gardens" });
  const first = () => stranger.last().choices[0]!.title;
  expect(first()).toMatch(/^Farai, /);
  await stranger.tap(first());
  expect(await stranger.write("Can you send Tendai")).toContain("Who comes");
  expect(first()).toMatch(/^Tendai, /);
  expect(await answers()).toMatchObject({ suburb: "I need Westlea Gardens" });
  expect(await answers()).not.toHaveProperty("street");
});

test("a plumber who was wanted and has no time is said to have none, and what begins like one is nobody", async () => {
  await db.delete(freeDays).where(eq(freeDays.plumberId, town.plumber.id));
  await stranger.write("I want Tendai Own, a pipe leaks in Harare");
  expect(await stranger.write("Avondale")).toMatch(/^Tendai Own has no free time in the coming week. Who comes/);
  const other = phones.open("+263771000022");
  await other.write("a pipe leaks behind the Farai Hall in Harare");
  await other.write("Avondale");
  expect((await findDialogue<Answers>(db, other.phone))?.answers.wants).toBe(undefined);
});

test("what is wrong can be corrected later in words, and the day that was wished for stays", async () => {
  await stranger.write("My toilet is blocked in Harare");
  await stranger.write("Avondale, can you come tomorrow morning?");
  expect(await stranger.write("actually its the geyser that is leaking")).toContain("Switch the geyser off");
  expect(stranger.last().text).toMatch(/Who comes \w{3} \d+ \w{3} in the morning/);
  await stranger.tap("Farai");
  await stranger.write("back");
  expect(stranger.last().text).toContain("in the morning");
  const { answers } = (await findDialogue<Answers>(db, stranger.phone))!;
  expect(answers).toMatchObject({ problem: "geyser-leak", notes: expect.stringContaining("My toilet is blocked") });
});

test("who writes to somebody reads to whom it went, once in a while", async () => {
  expect(await client.write("I am at the gate")).toBe("Sent to Tendai.");
  const heard = phones.all.length;
  await client.write("The blue one");
  expect(phones.all.slice(heard).filter(({ to }) => to === client.phone)).toEqual([]);
  expect(await written()).toEqual(["I am at the gate", "The blue one"]);
});

test("who changes their mind in the middle sends nothing, and reads so", async () => {
  await toSummary();
  expect(await stranger.write("cancel please")).toContain("Nothing was sent.");
  expect(await stranger.write("yes")).not.toContain("Sent to");
  expect(await db.$count(bookings, eq(bookings.street, "12 Baker Avenue"))).toBe(0);
});

test("a photo that waits for its job is asked about again after other words", async () => {
  const { startsAt } = await rowOf(context, town.confirmed);
  await phones.wait(startsAt - HOUR);
  await plumber.send({ picture: "photo" });
  await plumber.write("this part here");
  expect(await plumber.tap("No, ask me again")).toBe("What does the photo show?");
});

test("of two times tapped at once one is suggested, and both taps are answered", async () => {
  await more(client, town.confirmed, "Another time");
  const times = client.last().choices.slice(0, 2);
  const heard = phones.all.length;
  await Promise.all(times.map(({ id, title }) => client.send({ text: title, choice: id })));
  expect((await rowOf(context, town.confirmed)).proposals).toBe(1);
  expect(phones.all.slice(heard).filter(({ to }) => to === client.phone)).toHaveLength(2);
  expect(await written()).toEqual([]);
});

test("words after a look at a job are for its other side, whoever else was met last", async () => {
  await toSummary();
  await stranger.tap("Send");
  const [made] = await db.select().from(bookings).where(eq(bookings.street, "12 Baker Avenue"));
  await addPhone(context, { userId: town.otherPlumber.id, channel: "whatsapp", phone: "+263772000013" });
  const farai = phones.open("+263772000013", "Farai");
  await farai.send({ text: "Confirm", choice: `job.${made!.id}.confirm.${made!.startsAt}` });
  const other = await book(context, town.otherClient, town.otherPlumber, town.starts.at(-5)!);
  await makeTransition(phones.context(), town.otherPlumber, other, "confirm");
  await phones.wait(phones.now() + MINUTE);
  const later = { recipientId: town.otherPlumber.id, id: newId(), content: "And me?" };
  expect(await sendMessage(phones.context(), town.otherClient, later)).toMatchObject({ ok: true });
  await farai.send({ text: "See the job", choice: `job.${made!.id}.see.` });
  expect(await farai.write("I will be there")).toBe("Sent to Chipo.");
});

test("at night, news comes to who is just writing", async () => {
  phones = openPhones(context.now + 13 * HOUR);
  client = phones.open("+263772000011", "Rudo");
  plumber = phones.open("+263772000012", "Tendai");
  await client.write("jobs");
  await more(plumber, town.confirmed, "Write a quote");
  await plumber.write("labour 40");
  await plumber.tap("Send it");
  expect(client.last().text).toContain("quote: $40");
});
