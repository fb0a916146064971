import { asc, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { dialogues, enquiries, messages, notices, phoneChannels, rateLimitCounters } from "~/db/schema";
import { DAY, MINUTE } from "~/domain/time/harare";
import { addPhone, queueNotice } from "../support/notices";
import { currentInstant } from "../support/now";
import { postSms, postWhatsApp, write } from "../support/phone-webhooks";
import { seededRandom } from "../support/random";
import { expectRedirect, expectPage, SENDING, textOf, visit } from "../support/site";
import { book, seedTown, leaveAttempts, rowOf } from "../support/town";
import { createUser } from "../support/users";

// Where a text goes that someone sends to our number: to the other side of their booking, or to the office's inbox.

const PHONE = "+263772123456";
const STRANGER = "+263772999999";

const town = await seedTown();
const { context, cookies, db, client, otherPlumber, plumber, starts } = town;
await db.delete(notices);

const allMessages = () => db.select().from(messages).orderBy(asc(messages.seq));
const allEnquiries = () => db.select().from(enquiries);
const verified = (channel: "whatsapp" | "sms", userId = town.client.id) =>
  addPhone(context, { userId, channel, phone: PHONE });

describe.each(["whatsapp", "sms"] as const)("what comes in by %s", (channel) => {
  test("a text from a verified phone is one message to the other side of its owner's newest conversation", async () => {
    await verified(channel);
    const sent = await Promise.all([1, 2, 3].map(() => write(channel, PHONE, "I am at the gate", "same")));
    expect([...sent, await write(channel, PHONE, "I am at the gate", "same")]).toEqual([200, 200, 200, 200]);
    expect(await allMessages()).toMatchObject([
      { senderId: town.client.id, recipientId: town.plumber.id, content: "I am at the gate" },
    ]);
    const [phone] = await db.select().from(phoneChannels);
    expect(phone!.lastInboundAt).toBeGreaterThan(currentInstant() - MINUTE);
  });

  test("a text from an unknown phone goes to the office's inbox, once, and the office is told", async () => {
    // By WhatsApp Pombi answers first (Q1).
    const message = channel === "whatsapp" ? "I want to talk to a person" : "Do you come to Norton?";
    for (let turn = 0; turn < 2; turn++) await write(channel, STRANGER, message, "same");
    expect(await allEnquiries()).toMatchObject([
      {
        topic: channel,
        phone: STRANGER,
        email: null,
        message,
        name: channel === "whatsapp" ? "Chipo" : "+263 77 299 9999",
      },
    ]);
    expect(await db.$count(notices, eq(notices.kind, "phoneEnquiry"))).toBe(1);
    expect(await allMessages()).toEqual([]);
  });

  test("STOP ends the channel, is answered there, and stands in the office's inbox", async () => {
    await verified(channel);
    expect(await write(channel, PHONE, "STOP")).toBe(200);
    expect(await db.select().from(phoneChannels)).toMatchObject([{ endedAt: expect.any(Number) }]);
    const told = await db.select().from(notices).where(eq(notices.recipient, PHONE));
    expect(told).toMatchObject([{ kind: "phoneEnded", channel }]);
    expect([await allMessages(), await allEnquiries()]).toMatchObject([[], [{ message: "STOP", name: "Rudo Own" }]]);
  });

  test("a text that comes too fast is asked for again, and nothing is lost", async () => {
    await verified(channel);
    await leaveAttempts(context, ["messagePerUser", town.client.id], 0);
    expect(await write(channel, PHONE, "Hello", "fast")).toBe(429);
    expect(await allMessages()).toEqual([]);
    await db.delete(rateLimitCounters);
    expect(await write(channel, PHONE, "Hello", "fast")).toBe(200);
    expect(await allMessages()).toHaveLength(1);
  });
});

test("a text that names a booking goes to its other side, or to the office where it has none", async () => {
  await verified("sms");
  const [id, foreign, unassigned] = await Promise.all([
    book(context, client, otherPlumber, starts.at(-5)!),
    book(context, town.otherClient, otherPlumber, starts.at(-6)!),
    book(context, client, otherPlumber, starts.at(-7)!),
  ]);
  const referenceOf = async (bookingId: string) => (await rowOf(context, bookingId)).reference;
  await db.run(sql`update bookings set plumber_id = null where id = ${unassigned}`);
  const own = await referenceOf(id);
  const others = await referenceOf(foreign);
  const without = await referenceOf(unassigned);
  await db.run(
    sql`update contacts set active_at = 9999999999999 where user_id = ${client.id} and other_id = ${plumber.id}`,
  );
  const theirs = [`About ${own.toLowerCase()}: bring a ladder`, `${own.replace("-", "–")} at the gate`];
  const offices = [
    `${others} who?`,
    `${without} the gate code is 4471`,
    "PB-7K3QF the code is 2",
    `${own} or ${others}`,
  ];
  for (const text of [...theirs, ...offices, "The PB pipe leaks"]) await write("sms", PHONE, text);
  const told = (await allMessages()).map(({ recipientId, content }) => ({ recipientId, content }));
  expect(told.slice(0, 3)).toEqual([
    ...theirs.map((content) => ({ recipientId: otherPlumber.id, content })),
    { recipientId: plumber.id, content: "The PB pipe leaks" },
  ]);
  const inbox = await db
    .select()
    .from(enquiries)
    .orderBy(sql`rowid`);
  expect(inbox.map(({ message }) => message)).toEqual(offices);
  expect(inbox[1]!.subject).toContain(without);
});

test("a text that is posted again goes where it went, whatever the newest conversation is by then", async () => {
  await verified("sms");
  await book(context, client, otherPlumber, starts.at(-5)!);
  for (const { id } of [plumber, otherPlumber]) {
    await db.run(sql`update contacts set active_at = iif(other_id = ${id}, 9, 1) where user_id = ${client.id}`);
    await write("sms", PHONE, "I am at the gate", "again");
  }
  expect(await allMessages()).toMatchObject([{ recipientId: plumber.id }]);
});

test("a text of a user without a conversation goes to the office under their name", async () => {
  const newcomer = await createUser(context, "client", { firstName: "Nyasha", lastName: "New" });
  await verified("sms", newcomer.id);
  await write("sms", PHONE, "Hello?");
  expect(await allEnquiries()).toMatchObject([{ name: "Nyasha New", message: "Hello?" }]);
});

test("a text of a suspended account is no message", async () => {
  const someone = await createUser(context, "client");
  await verified("sms", someone.id);
  await db.run(sql`update users set suspended_at = 1 where id = ${someone.id}`);
  await write("sms", PHONE, "Hello");
  expect([await allMessages(), (await allEnquiries()).length]).toEqual([[], 1]);
});

test("a text that may be a STOP goes to both the other side and the office, one about a leak doesn't", async () => {
  await verified("sms");
  for (const text of ["Can you stop the leak?", "Pls can you stop"]) await write("sms", PHONE, text);
  expect((await allMessages()).map(({ content }) => content)).toEqual(["Can you stop the leak?", "Pls can you stop"]);
  expect(await allEnquiries()).toMatchObject([{ message: "Pls can you stop" }]);
  expect(await db.select().from(phoneChannels)).toMatchObject([{ endedAt: null }]);
});

/** A post of Meta's with these elements. */
const postOf = (value: object) => postWhatsApp(JSON.stringify({ entry: [{ changes: [{ value }] }] }));
const BARE = PHONE.slice(1);
const USER = "ZW.13491208655302741918";
const inboxTexts = async () => (await allEnquiries()).map(({ message }) => message).sort();

test("someone without a phone reaches the inbox by their id at Meta, and is answered by it", async () => {
  const contacts = [{ profile: { name: "Chipo", username: "chipo1" }, user_id: USER }];
  const messages = [{ from_user_id: USER, id: "m1", type: "text", text: { body: "Do you come to Norton?" } }];
  expect(await postOf({ contacts, messages })).toBe(200);
  expect(await allEnquiries()).toMatchObject([{ name: "Chipo", phone: USER, message: "Do you come to Norton?" }]);
  const page = await enquiryPage();
  expect(await read(page)).toContain("Answer by WhatsApp");
  await expectRedirect(reply(page, "Yes.", SENDING), page);
  expect(await db.select().from(notices).where(eq(notices.recipient, USER))).toMatchObject([{ status: "sent" }]);
});

test("of several people in one post each message has its own sender's name", async () => {
  const people = [
    { phone: BARE, name: "Rudo" },
    { phone: STRANGER.slice(1), name: "Chipo" },
  ];
  const contacts = people.map(({ phone, name }) => ({ wa_id: phone, profile: { name } }));
  const messages = people.map(({ phone: from, name }) => ({
    from,
    id: name,
    type: "text",
    text: { body: `PB-XXXXXX I am ${name}` },
  }));
  expect(await postOf({ contacts, messages })).toBe(200);
  const read = (await allEnquiries()).map(({ name, message }) => `${name}: ${message}`).sort();
  expect(read).toEqual(["Chipo: PB-XXXXXX I am Chipo", "Rudo: PB-XXXXXX I am Rudo"]);
});

test("a verified phone whose owner takes a username is known by their id at Meta, and STOP works by it", async () => {
  await verified("whatsapp");
  const said = (body: string, from: object) =>
    postOf({ messages: [{ ...from, id: body, type: "text", text: { body } }] });
  await said("Here I am", { from: BARE, from_user_id: USER });
  await said("Still me", { from_user_id: USER });
  expect((await allMessages()).map(({ content }) => content)).toEqual(["Here I am", "Still me"]);
  await said("STOP", { from_user_id: USER });
  expect(await db.select().from(phoneChannels)).toMatchObject([{ endedAt: expect.any(Number) }]);
  expect(await db.select().from(notices).where(eq(notices.kind, "phoneEnded"))).toMatchObject([{ recipient: PHONE }]);
});

test("a phone that never wrote is known by its id at Meta from the report of a message that it got", async () => {
  await verified("whatsapp");
  const report = { id: "p-1", status: "delivered", timestamp: "1", recipient_id: BARE, recipient_user_id: USER };
  expect(await postOf({ statuses: [report] })).toBe(200);
  const text = { from_user_id: USER, id: "m1", type: "text", text: { body: "Here I am" } };
  expect(await postOf({ messages: [text] })).toBe(200);
  expect((await allMessages()).map(({ content }) => content)).toEqual(["Here I am"]);
});

test("captions, places and replies are words, and one odd element costs no other", async () => {
  const messages = [
    { type: "image", image: { id: "1", mime_type: "image/jpeg", caption: "The leak under the sink" } },
    { type: "document", document: { id: "2", filename: "quote.pdf", caption: "The quote" } },
    {
      type: "location",
      location: { latitude: -17.8, longitude: 31, name: "Avondale Shops", address: "King George Rd" },
    },
    { type: "interactive", interactive: { type: "button_reply", button_reply: { id: "b", title: "Yes, come" } } },
    {
      type: "interactive",
      interactive: { type: "list_reply", list_reply: { id: "l", title: "Tue", description: "9 am" } },
    },
    { type: "button", button: { text: "Call me", payload: "p" } },
    { type: "audio", audio: { id: "3" } },
    { type: "reaction", reaction: { message_id: "m", emoji: "👍" } },
  ].map((message, place) => ({ from: BARE, id: `m${place}`, ...message }));
  const odd = [null, 7, { from: 263, type: ["text"] }, { from: BARE, id: "x".repeat(300), text: { body: "Long id" } }];
  const sent = { channel: "whatsapp", status: "sent", sentAt: 1, providerId: "p-1" } as const;
  const id = await queueNotice(context, sent);
  const statuses = [
    null,
    { id: 7 },
    { id: "p-1", status: "failed", timestamp: "1", errors: [{ code: 1, title: "t".repeat(201) }] },
  ];
  const contacts = [null, { wa_id: 7 }, { profile: 3 }];
  await write("whatsapp", PHONE, "office");
  expect(await postOf({ contacts, statuses, messages: [...odd, ...messages] })).toBe(200);
  const [failed] = await db.select().from(notices).where(eq(notices.id, id));
  expect(failed).toMatchObject({ status: "failed", lastErrorCode: "1" });
  const unseen = (kind: string) => `(Sent by WhatsApp: ${kind}. It can't be shown here.)`;
  expect(await inboxTexts()).toEqual(
    [
      `The leak under the sink\n${unseen("image")}`,
      `quote.pdf\nThe quote\n${unseen("document")}`,
      "Avondale Shops\nKing George Rd\nhttps://www.google.com/maps?q=-17.8,31",
      "office",
      "Yes, come",
      "Tue\n9 am",
      "Call me",
      unseen("audio"),
      "Long id",
      unseen("message"),
    ].sort(),
  );
});

test("no text of random posts is lost, whoever wrote it, however often and beside whatever it comes", async () => {
  await verified("whatsapp");
  const random = seededRandom(72);
  const worded = (text: string, more: object) => ({ id: text, text: { body: text }, type: "text", ...more });
  const kinds: ((text: string) => object)[] = [
    (text) => worded(`${text} leaks`, { from: BARE }),
    (text) => worded(`${text} leaks`, { from: STRANGER.slice(1) }),
    (text) => worded(`${text} hello`, { from_user_id: USER }),
    (text) => worded(`Pls can you stop, ${text}`, { from: BARE }),
    (text) => worded(`PB-XXXXXX ${text}`, { from: BARE }),
    (text) => ({ id: text, from: BARE, type: "image", image: { caption: `${text} here` } }),
    (text) => ({ id: text, from: BARE, type: "interactive", interactive: { list_reply: { title: `${text} yes` } } }),
    (text) => ({ id: text, from: STRANGER.slice(1), type: "location", location: { name: `${text} shops` } }),
    (text) => worded(`${text} nobody`, { from: "odd" }),
    (text) => ({ id: text, from: BARE, type: "unheard-of", odd: { body: `${text} odd` } }),
  ];
  const elements = Array.from({ length: 150 }, (_, at) => ({ text: `text${at}.`, kind: at % kinds.length }));
  const posts = elements.flatMap((element) => Array.from({ length: 1 + random(2) }, () => element));
  posts.sort(() => random(3) - 1);
  const answers: number[] = [];
  const post = async (from: number) => {
    const messages = posts.slice(from, from + 5).flatMap(({ text, kind }) => [{ from: 7 }, kinds[kind]!(text), null]);
    return postOf({ messages, statuses: [{}], contacts: [[]] });
  };
  for (let from = 0; from < posts.length; from += 5) {
    const status = await post(from);
    answers.push(status);
    if (status === 200) continue;
    await db.delete(rateLimitCounters);
    expect(await post(from)).toBe(200);
  }
  expect(answers).toContain(429);
  const sent = (await allMessages()).map(({ content }) => content);
  // Not what was said before, with which a conversation is handed over.
  const everything = [...(await inboxTexts()), ...(await db.select().from(dialogues)).map((row) => row.said)];
  const inbox = (await inboxTexts()).filter((text) => !text.includes("Pombi: "));
  const whole = { 2: [0, 1], 3: [1, 1], 4: [0, 1], 8: [0, 1] };
  for (const { text, kind } of elements) {
    const places = [sent, inbox].map((texts) => texts.filter((one) => one.includes(text)).length);
    const expected = whole[kind as keyof typeof whole];
    if (expected) expect(places, `${text} of kind ${kind}`).toEqual(expected);
    else expect([...sent, ...everything].filter((one) => one.includes(text)).length, text).toBeGreaterThan(0);
    expect(places[0], text).toBeLessThan(2);
  }
});

test("a text from a sender that is no phone, and one without an id, reach the inbox", async () => {
  await postSms("messages", new URLSearchParams({ from: "EcoCash", text: "You have received $5", id: "1" }));
  await postSms("messages", new URLSearchParams({ from: STRANGER, text: "No id" }));
  expect(await inboxTexts()).toEqual(["No id", "You have received $5"]);
});

test("a text that is too long for a message stands whole in the inbox", async () => {
  await verified("sms");
  const text = "word ".repeat(500).trim();
  await write("sms", PHONE, text);
  expect([(await allMessages()).length, await inboxTexts()]).toEqual([1, [text]]);
});

/** The office's page about the only enquiry. */
const enquiryPage = async () => `/admin-dashboard/inbox/${(await allEnquiries())[0]!.id}`;
const read = async (path: string) => textOf(await visit(path, { cookie: cookies.admin }));
const reply = (page: string, answer: string, settings?: Record<string, unknown>) =>
  visit(page, { cookie: cookies.admin, form: { answer }, settings });

test("the office answers a WhatsApp message from its page, and sees who did and how far it got", async () => {
  await write("whatsapp", STRANGER, "I want to talk to a person");
  const page = await enquiryPage();
  expect(await read(page)).toContain("Answer by WhatsApp");
  await expectRedirect(reply(page, "Yes, on Tuesdays.", SENDING), page);
  const said = [/Yes, on Tuesdays\.[^]*Grace Desk, /, /WhatsApp: (Sent|Delivered|Seen) /];
  const text = await expectPage(visit(page, { cookie: cookies.admin }), 200, ...said);
  expect(text).toContain("Send another answer");
});

test("the office reads why WhatsApp takes no answer after a day, and is refused one", async () => {
  await write("whatsapp", STRANGER, "I want to talk to a person");
  await db.update(enquiries).set({ createdAt: currentInstant() - DAY });
  await db.update(dialogues).set({ heardAt: currentInstant() - DAY });
  const page = await enquiryPage();
  const text = await read(page);
  expect(text).toContain("WhatsApp takes an answer for 24 hours");
  expect(text).not.toContain("Answer by WhatsApp");
  expect((await reply(page, "Yes.")).status).toBe(409);
  expect(await db.$count(notices, eq(notices.kind, "enquiryAnswered"))).toBe(0);
});

test("the office is told that a text message is too long, and keeps what it wrote", async () => {
  await write("sms", STRANGER, "Do you come to Norton?");
  const said = ["Answer by text message", "This doesn't fit into one text message", "word word word"];
  await expectPage(reply(await enquiryPage(), "word ".repeat(50)), 400, ...said);
});
