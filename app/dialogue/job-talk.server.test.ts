import { desc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  bookings,
  dialogues,
  enquiries,
  messages,
  notices,
  onlinePayments,
  phoneChannels,
  quotes,
  receipts,
  reviews,
  users,
} from "~/db/schema";
import { giveBack } from "./giving-back.server";
import { findDialogue, findDialogueById, takeDialogue } from "~/domain/dialogues/dialogues.server";
import { HOUR, MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { failingD1, forgetfulD1, saysInSql } from "../../tests/support/failing-d1";
import { addPhone } from "../../tests/support/notices";
import { verifyBothSides } from "../../tests/support/phones";
import { book, makeTransition, rowOf, seedTown } from "../../tests/support/town";

// What the walk of a whole job doesn't come by: the other answers, and what goes wrong.

const town = await seedTown();
const { context, db } = town;
const openBoth = await verifyBothSides(town);
await addPhone(context, { userId: town.otherPlumber.id, channel: "whatsapp", phone: "+263772000013" });

let { phones, client, plumber } = openBoth();
beforeEach(() => {
  ({ phones, client, plumber } = openBoth());
});

const see = (phone: typeof client, id: string) => phone.send({ text: "See the job", choice: `job.${id}.see.` });
const more = async (phone: typeof client, id: string, action: string) => {
  await phone.send({ text: "More", choice: `job.${id}.more.` });
  return phone.tap(action);
};
const choices = (phone: typeof client) => phone.last().choices.map(({ title }) => title);
/** The confirmed job of the town, a minute after its start. */
async function startJob(agreed: string | null = null) {
  const { startsAt } = await rowOf(context, town.confirmed);
  if (agreed) {
    await more(plumber, town.confirmed, "Write a quote");
    await plumber.write(agreed);
    await plumber.tap("Send it");
    await see(client, town.confirmed);
    await client.tap("Accept");
  }
  await phones.wait(startsAt + MINUTE);
  await see(plumber, town.confirmed);
  await plumber.tap("Start the job");
  return town.confirmed;
}

test("a visit is moved by one side's suggestion and the other's yes", async () => {
  const id = town.confirmed;
  const { startsAt } = await rowOf(context, id);
  expect(await more(client, id, "Another time")).toContain("Which time do you suggest?");
  const [first] = client.last().choices;
  await client.tap(first!.id);
  await phones.wait(phones.now() + 10 * MINUTE);
  await see(plumber, id);
  await plumber.tap("Yes, move it");
  expect((await rowOf(context, id)).startsAt).toBe(Number(first!.id.split(".").at(-1)));
  expect((await rowOf(context, id)).startsAt).not.toBe(startsAt);
});

test("of more jobs than a list holds, those that ask come first, then the soonest; the rest have a page", async () => {
  const later: string[] = [];
  for (const start of town.starts.slice(-30, -20)) {
    const id = await book(context, town.otherClient, town.plumber, start);
    await makeTransition(context, town.plumber, id, "confirm");
    later.push(id);
  }
  expect(await plumber.write("jobs")).toContain(`All of them: ${context.origin}/bookings`);
  const shown = plumber.last().choices.map(({ id }) => id);
  expect(shown).toEqual([town.pending, ...later.slice(0, 9)].map((id) => `job.${id}.see.`));
});

test("cancelling says what it costs, and takes a tapped reason, words, or a change of mind", async () => {
  const id = town.confirmed;
  const { startsAt } = await rowOf(context, id);
  await phones.wait(startsAt - HOUR);
  expect(await more(client, id, "Cancel the visit")).toContain("counts as late");
  expect(await client.tap("Keep the visit")).toContain("Nothing has changed.");
  expect((await rowOf(context, id)).status).toBe("confirmed");
  await more(client, id, "Cancel the visit");
  // Words are read back: they may be a question.
  expect(await client.write("My landlord came and did it")).toContain("“My landlord came and did it”");
  expect((await rowOf(context, id)).status).toBe("confirmed");
  await client.tap("Cancel the visit");
  expect(await rowOf(context, id)).toMatchObject({ status: "cancelled", cancelledLateBy: "client" });
});

test("after a refusal another plumber is asked for the same", async () => {
  await see(plumber, town.pending);
  await plumber.tap("Refuse");
  await plumber.tap("No reason");
  expect((await rowOf(context, town.pending)).status).toBe("refused");
  await see(client, town.pending);
  expect(await client.tap("Ask another plumber")).toContain("Whom shall we ask instead?");
  await client.tap("Farai");
  const [asked] = await db.select().from(bookings).where(eq(bookings.plumberId, town.otherPlumber.id));
  expect(asked).toMatchObject({ clientId: town.client.id, status: "pending", street: "1 Secret Street" });
});

test("a final amount above what was agreed needs a reason, and the client says yes or no to it", async () => {
  const id = await startJob();
  await plumber.tap("Finish the job");
  expect(await plumber.write("95")).toContain("and why");
  expect(await plumber.write("95 new valve")).toContain("$95 in all: new valve.");
  await plumber.tap("Finish the job");
  expect(await rowOf(context, id)).toMatchObject({ status: "completed", finalAmount: 95_00, finalReason: "new valve" });
  await client.write("jobs");
  expect(client.last().choices.map((choice) => choice.id)).toContain(`job.${id}.see.`);
  expect(await client.write("ok fine")).toContain("Please tap an answer:");
  expect(choices(client)).toContain("Agree to $95");
  expect(await client.tap("I don't agree")).toContain("What is wrong?");
  await client.write("The valve was mine");
  await client.tap("Send it");
  expect(await rowOf(context, id)).toMatchObject({ finalAnswer: "disputed" });
});

test("an unusual amount is asked about, and a quote is checked as the page checks it", async () => {
  const id = town.confirmed;
  await more(plumber, id, "Write a quote");
  expect(await plumber.write("pipe 9000")).toContain("SURE");
  expect(await plumber.write("tap 15, deposit 40")).toContain("A deposit is up to the total.");
  expect(await plumber.write("tap, labour")).toContain("is that for Rudo?");
  await plumber.tap("No, ask me again");
  expect(await plumber.write("2 pipes 8000\nlabour 1000, sure")).toContain(
    "2 pipes: $8,000\nlabour: $1,000\nIn all $9,000",
  );
  await plumber.tap("Send it");
  await see(client, id);
  expect(choices(client)).toContain("Accept $9,000");
});

test("a button of an older quote accepts nothing, and says what is so by now", async () => {
  const id = town.confirmed;
  for (const amount of [40, 50]) {
    await more(plumber, id, "Write a quote");
    await plumber.write(`labour ${amount}`);
    await plumber.tap("Send it");
    await see(client, id);
  }
  const offered = phones.all.flatMap((message) => message.choices);
  const old = offered.find(({ title }) => title === "Accept $40")!;
  const said = await client.send({ text: old.title, choice: old.id });
  expect(said).toContain("That isn't possible any more.");
  expect(said).toContain("$50");
  expect((await rowOf(context, id)).agreedPrice).toBeNull();
});

test("a payment that their phone refuses is told, and can be tried again", async () => {
  const id = await startJob("labour 80");
  await see(client, id);
  await more(client, id, "Pay $80");
  await client.write("077 333 3333");
  await client.tap("EcoCash");
  await phones.pay();
  expect(client.last().text).toContain("Your payment of $80 didn't work. Nothing was paid.");
  await more(client, id, "Pay $80");
  await client.write("0771111111");
  await client.tap("EcoCash");
  await phones.pay();
  expect(await rowOf(context, id)).toMatchObject({ paidAmount: 80_00 });
  await more(client, id, "Receipts");
  const [file, said] = phones.all.slice(-2).toSorted((one) => (one.file ? -1 : 1));
  expect(said?.text).toMatch(/^PR-\d+: \$80\.00, /);
  expect(file).toMatchObject({ text: expect.stringMatching(/^Receipt PR-\d+$/), file: expect.any(String) });
});

test("a voice note is passed on to the office, and the same is asked again", async () => {
  const stranger = phones.open("+263771000021");
  await stranger.write("A pipe leaks in Harare");
  expect(await stranger.send({ unseen: "audio" })).toMatch(/^We can't play or open that here.*Which suburb/s);
  expect(await db.select().from(enquiries)).toMatchObject([{ message: expect.stringContaining("audio") }]);
  expect(await findDialogue(db, stranger.phone)).toMatchObject({ state: "suburb" });
});

test("an admin answers in Pombi's place, and gives the conversation back where it was", async () => {
  const stranger = phones.open("+263771000021");
  await stranger.write("A pipe leaks in Harare");
  const find = async () => (await findDialogueById(db, (await findDialogue(db, stranger.phone))!.id))!;
  const enquiry = await takeDialogue(phones.context(), town.admin, await find());
  expect(await db.select().from(enquiries)).toMatchObject([
    { id: enquiry, assignedTo: town.admin.id, message: expect.stringContaining("A pipe leaks in Harare") },
  ]);
  // Taken already: it is not taken twice.
  expect(await takeDialogue(phones.context(), town.admin, await find())).toBeNull();
  const heard = phones.all.length;
  await stranger.write("Avondale");
  expect(phones.all.length).toBe(heard);
  expect(await db.$count(enquiries)).toBe(2);
  expect(await giveBack(phones.context(), town.admin, await find())).toBe(true);
  await phones.deliver();
  expect(stranger.last().text).toBe("Pombi answers here again. Which suburb or area of Harare?");
  expect(await giveBack(phones.context(), town.admin, await find())).toBe(false);
  // What they say next was for the person: it is no answer.
  expect(await stranger.write("ok thank you")).toBe("Which suburb or area of Harare?");
  expect(await stranger.write("Avondale")).toContain("Who comes, and when?");
});

test("messages of one phone at once are answered one after the other, each once", async () => {
  const stranger = phones.open("+263771000021");
  await stranger.write("A pipe leaks in Harare");
  const texts = ["Avondale", "Borrowdale", "Mbare"].map((text) => ({ id: newId(), text }));
  await Promise.all([...texts, ...texts].map((message) => stranger.send(message)));
  const [row] = await db.select().from(dialogues);
  const said: { by: string; text: string }[] = JSON.parse(row!.said);
  expect(
    said
      .filter(({ by }) => by === "them")
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual(["A pipe leaks in Harare", ...texts.map(({ text }) => text)].toSorted());
  expect(await db.$count(notices, eq(notices.kind, "dialogueAnswer"))).toBe(4);
});

test("where an answer cannot be written, the message is asked for again and answered once", async () => {
  const stranger = phones.open("+263771000021");
  const message = { id: newId(), text: "A pipe leaks in Harare" };
  const failing = failingD1((statements) => statements.some((one) => saysInSql(one, "insert into dialogues")));
  await expect(stranger.send(message, failing)).rejects.toThrow();
  expect(await findDialogue(db, stranger.phone)).toBeNull();
  expect(await stranger.send(message)).toContain("Which suburb");
});

test("where the Worker is killed after its answer, the message posted again is not answered again", async () => {
  const stranger = phones.open("+263771000021");
  const message = { id: newId(), text: "A pipe leaks in Harare" };
  await expect(stranger.send(message, forgetfulD1("insert into dialogues"))).rejects.toThrow();
  await stranger.send(message);
  expect(phones.all.filter(({ to }) => to === stranger.phone)).toMatchObject([
    { text: expect.stringContaining("Which suburb") },
  ]);
});

test("a payment in cash is answered under its message, and a review is written in one line", async () => {
  const id = await startJob("labour 80");
  await plumber.write("jobs");
  await more(plumber, id, "Finish the job");
  await plumber.write("80");
  await plumber.tap("Finish the job");
  await more(client, id, "I paid in cash");
  await client.write("80");
  expect(choices(plumber)).toEqual(["Yes, $80", "No, not $80", "See the job"]);
  await plumber.tap("Yes, $80");
  expect(await rowOf(context, id)).toMatchObject({ isPaid: true });
  await more(client, id, "Leave a review");
  expect(await client.write("5 stars, very good")).toMatch(/^Thank you for your review\./);
  expect(await db.select().from(reviews)).toMatchObject([{ rating: 5, comment: "very good" }]);
});

test("the newest receipts are sent", async () => {
  const id = await startJob("labour 80");
  for (const amount of [10, 11, 12, 13]) {
    await more(client, id, "I paid in cash");
    await client.write(`${amount}$`);
    await more(plumber, id, `Yes, $${amount}`);
    await phones.wait(phones.now() + MINUTE);
  }
  const numbers = (await db.select().from(receipts).orderBy(desc(receipts.number))).map(({ number }) => number);
  await more(client, id, "Receipts");
  const sent = phones.all.filter(({ file }) => file).map(({ text }) => text);
  expect(sent.toSorted().reverse()).toEqual(numbers.slice(0, 3).map((number) => `Receipt PR-${number}`));
});

test("a phone that neither EcoCash nor OneMoney has is not asked to pay", async () => {
  const abroad = "+447700900123";
  await db.update(users).set({ phone: abroad }).where(eq(users.id, town.client.id));
  const id = await startJob("labour 80");
  expect(await more(client, id, "Pay $80")).toContain("Pay $80 from +263 77 200 0011?");
  await db.update(phoneChannels).set({ phone: abroad }).where(eq(phoneChannels.userId, town.client.id));
  client = phones.open(abroad);
  const asked = "Pay $80 by EcoCash or OneMoney? Write the mobile number that pays, like 077 123 4567.";
  expect(await more(client, id, "Pay $80")).toContain(asked);
  for (const words of ["+44 7700 900123", "024 270 0700", "ecocash"]) {
    expect(await client.write(words)).toContain(asked);
    expect(choices(client)).toEqual(["Not now"]);
  }
  expect(await db.$count(onlinePayments)).toBe(0);
  expect(await client.write("071 111 1111")).toContain("Pay $80 from +263 71 111 1111?");
  await client.tap("OneMoney");
  expect(await db.select().from(onlinePayments)).toMatchObject([{ phone: "+263711111111" }]);
});

test("someone who wants to pay is shown what is due, or reads that nothing is", async () => {
  const nothing = "Nothing is due now. Write JOBS for your jobs, or NEW for a plumber.";
  expect(await client.write("How do I pay?")).toBe(nothing);
  await client.write("new");
  expect(await client.write("can i pay by ecocash pls")).toMatch(/^Nothing is due now.*What is wrong\?/s);
  await startJob("labour 80");
  await plumber.tap("Finish the job");
  await plumber.tap("$80");
  for (const words of ["I want to pay", "pay", "hi how do i pay him"]) {
    expect(await client.write(words)).toContain("$80 is due.");
    expect(choices(client).slice(0, 2)).toEqual(["Pay $80", "I paid in cash"]);
  }
  expect(await client.tap("Pay $80")).toContain("Pay $80 from");
  // The other job, which is still to come, has nothing due.
  expect(client.last().choices.map((choice) => choice.id)).not.toContain(`job.${town.pending}.see.`);
  expect(await db.$count(messages)).toBe(0);
});

test("a quote that nobody asked for is sent as one after a yes, or told as words", async () => {
  const id = town.confirmed;
  const quoted = () => db.select().from(quotes);
  expect(await plumber.write("tap 15, labour 40")).toBe(
    "tap: $15\nlabour: $40\nIn all $55 with the visit fee\nSend this quote to Rudo?",
  );
  const [send] = plumber.last().choices;
  expect(await quoted()).toEqual([]);
  await plumber.write("yes");
  expect(await quoted()).toMatchObject([{ bookingId: id, total: 55_00 }]);
  expect(await plumber.write("Labour 60")).toContain("Send this quote to Rudo?");
  expect(await plumber.send({ text: send!.title, choice: send!.id })).toContain("That was answered already.");
  await plumber.tap("Only tell Rudo");
  for (const words of ["I will be there at 3", "The tap is 15 mm"]) await plumber.write(words);
  expect(await quoted()).toHaveLength(1);
  expect((await db.select().from(messages)).map(({ content }) => content)).toEqual([
    "Labour 60",
    "I will be there at 3",
    "The tap is 15 mm",
  ]);
  // More words after it are no part of what was shown.
  await plumber.write("valve 20, labour 30");
  await plumber.write("pipe 90, bend 10");
  expect(await plumber.tap("Send it")).toContain("Write what it costs");
  expect(await quoted()).toHaveLength(1);
});

test("of several requests the plumber taps the one that they confirm", async () => {
  const first = await book(phones.context(), town.client, town.plumber, town.starts.at(-5)!);
  await book(phones.context(), town.otherClient, town.plumber, town.starts.at(-4)!);
  expect(await plumber.write("Confirm")).toBe("Which one would you like to confirm?");
  await plumber.tap(`job.${first}.confirm`);
  expect(await rowOf(context, first)).toMatchObject({ status: "confirmed" });
});
