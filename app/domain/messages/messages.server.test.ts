import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "~/db/client.server";
import { contacts, notices, messages, users, requestDrafts } from "~/db/schema";
import { failingD1 } from "../../../tests/support/failing-d1";
import { createUser, createUsers, contextAt, rowsRead } from "../../../tests/support/users";
import { seededRandom } from "../../../tests/support/random";
import type { SignedInUser } from "../values/user";
import { conversationIdOf, introduce } from "../contacts/contacts.server";
import type { DomainEvent } from "../domain-context.server";
import { LIMITS } from "../rate-limits/limits";
import { HOUR, MINUTE } from "../time/harare";
import { newId } from "../values/id";
import { findContact, listAdmins, listContacts, listMessages } from "./message-lists.server";
import { sendMessage } from "./messages.server";
import { emailUnreadMessages, markConversationRead } from "./unread.server";
import { noticesInWords } from "../../../tests/support/notice-words";
import { findKeptQuestion, keepDraft } from "../bookings/commands/request-drafts.server";
import { askPlumber, setConversationClosed } from "./questions.server";

const events: DomainEvent[] = [];
// These people write more in a minute than the limit allows, which has a test of its own below.
const limits = { ...LIMITS, messagePerUser: { max: 1_000_000, minutes: 1 } };
const context = contextAt(undefined, { limits, emit: (one) => void events.push(one) });
const { db, now } = context;

const [client, plumber, stranger, admin] = await createUsers(context, "client", "plumber", "plumber", "admin");
await introduce(db, client.id, plumber.id, sql`true`, now);

const NOT_FOUND = { ok: false, reason: "contactNotFound" };
const write = (sender: SignedInUser, recipient: SignedInUser, content: string, id = newId(), at = context) =>
  sendMessage(at, sender, { recipientId: recipient.id, id, content });
/** Stores so many messages of one to another, without what else a message does. */
const pile = (one: SignedInUser, two: SignedInUser, count: number) =>
  db.run(sql`insert into messages (id, conversation_id, sender_id, recipient_id, content, created_at)
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})
    select hex(randomblob(12)), ${conversationIdOf(one.id, two.id)}, ${one.id}, ${two.id}, 'Message ' || i, ${now} from n`);
const talk = async (one: SignedInUser, other: SignedInUser) => (await listMessages(db, one, other.id, {})).messages;

test("anyone and an admin may write to each other, and are in touch from then on", async () => {
  expect(await write(stranger, admin, "Help")).toMatchObject({ ok: true });
  expect(await write(admin, stranger, "Coming")).toMatchObject({ ok: true });
  expect((await listContacts(db, admin, null)).contacts.map(({ id }) => id)).toContain(stranger.id);
  expect((await listAdmins(db, stranger)).find(({ id }) => id === admin.id)).toMatchObject({
    role: "admin",
    unread: 1,
  });
});

test("strangers, oneself and made-up people are not found as recipients", async () => {
  for (const [sender, to] of [
    [client, stranger.id],
    [stranger, client.id],
    [client, client.id],
    [client, "nobody"],
  ] as const) {
    expect(await sendMessage(context, sender, { recipientId: to, id: newId(), content: "Psst" })).toEqual(NOT_FOUND);
    expect(await findContact(db, sender, to)).toBeNull();
  }
  expect(await listMessages(db, stranger, client.id, {})).toMatchObject({ messages: [] });
});

test("the same id and text is one message however often it is sent; another text gets its own id", async () => {
  const id = newId();
  const results = await Promise.all(Array.from({ length: 10 }, () => write(client, plumber, "Only once", id)));
  expect(new Set(results.map((result) => result.ok && result.message.seq)).size).toBe(1);
  expect(results.filter((result) => result.ok && !result.repeated)).toHaveLength(1);
  const other = await write(client, plumber, "Another text", id);
  expect(other).toMatchObject({ ok: true, message: { content: "Another text" } });
  expect(other.ok && other.message.id).not.toBe(id);
});

test("a sender's messages count, also repeats; beyond the limit nothing is stored and no one hears of it", async () => {
  const [sender, recipient] = await createUsers(context, "client", "admin");
  const strict = { ...context, limits: { ...LIMITS, messagePerUser: { max: 2, minutes: 1 } } };
  const id = newId();
  const send = (messageId: string) => write(sender, recipient, "Hello", messageId, strict);
  expect([await send(id), await send(id)]).toMatchObject([{ repeated: false }, { repeated: true }]);
  const told = events.length;
  expect(await send(newId())).toEqual({ ok: false, reason: "tooMany", retryAfterSeconds: 60 });
  expect(await send(id)).toMatchObject({ reason: "tooMany" });
  expect(await talk(sender, recipient)).toHaveLength(1);
  expect(events).toHaveLength(told);
});

test("a batch that stored nothing isn't sent again beyond the limit, or where the session has ended", async () => {
  const sent = async (max: number, isSignedIn = sql`true`) => {
    let batches = 0;
    const d1 = failingD1((statements) => statements.length > 1 && ++batches > 9);
    const sender = { id: stranger.id, role: "plumber" as const, isSignedIn };
    const at = contextAt(undefined, {
      db: openDatabase(d1),
      limits: { ...LIMITS, messagePerUser: { max, minutes: 1 } },
    });
    const result = await sendMessage(at, sender, { recipientId: client.id, id: newId(), content: "Psst" });
    return [result.ok || result.reason, batches];
  };
  expect(await sent(0)).toEqual(["tooMany", 1]);
  expect(await sent(1_000_000, sql`false`)).toEqual(["contactNotFound", 1]);
  expect(await sent(1_000_000)).toEqual(["contactNotFound", 2]);
});

test("messages come in the order in which they were accepted, a page at a time, and after one", async () => {
  const [one, two] = await createUsers(context, "client", "admin");
  await write(one, two, "First");
  await pile(one, two, 59);
  const newest = await listMessages(db, one, two.id, {});
  expect(newest.messages.map(({ content }) => content)).toEqual(
    Array.from({ length: 50 }, (_, turn) => `Message ${turn + 9}`),
  );
  expect(newest.hasOlder).toBe(true);
  const older = await listMessages(db, one, two.id, { before: newest.messages[0]!.seq });
  expect(older.messages.map(({ content }) => content)).toEqual([
    "First",
    ...Array.from({ length: 9 }, (_, turn) => `Message ${turn}`),
  ]);
  expect(older.hasOlder).toBe(false);
  const after = await listMessages(db, two, one.id, { after: newest.messages[47]!.seq });
  expect(after.messages.map(({ content }) => content)).toEqual(["Message 57", "Message 58"]);
});

test("unread counts of conversations and users match the rows after random writing and reading", async () => {
  const four = await createUsers(context, "client", "plumber", "admin", "admin");
  await introduce(db, four[0].id, four[1].id, sql`true`, now);
  const random = seededRandom(11);
  for (let step = 0; step < 50; step++) {
    const one = four[random(4)]!;
    const other = four[random(4)]!;
    if (random(3) > 0) await write(one, other, `Step ${step}`);
    else {
      const list = await talk(one, other);
      const message = list[random(list.length || 1)];
      if (message) await markConversationRead(context, one, other.id, message.seq);
    }
  }
  for (const user of four) {
    let total = 0;
    for (const row of await db.select().from(contacts).where(eq(contacts.userId, user.id))) {
      const received = (await db.select().from(messages).where(eq(messages.conversationId, row.conversationId))).filter(
        ({ recipientId, seq }) => recipientId === user.id && seq > row.readSeq,
      );
      expect(row.unread).toBe(received.length);
      total += row.unread;
    }
    expect((await db.select().from(users).where(eq(users.id, user.id)))[0]?.unreadMessages).toBe(total);
  }
  expect(events.some(({ type }) => type === "messageSent")).toBe(true);
});

test("a conversation costs the same with 100 as with 3,000 messages, and a list with 60 as with 560", async () => {
  const [one, two] = await createUsers(context, "client", "admin");
  await write(one, two, "First");
  const cost = async () => [
    await rowsRead((metered) => listMessages(metered, one, two.id, {})),
    await rowsRead((metered) => findContact(metered, one, two.id)),
    await rowsRead((metered) => listContacts(metered, one, null)),
  ];
  // A user with 500 conversations gets a page of them.
  const acquaint = async (from: number, to: number) => {
    const numbers = sql`with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})`;
    await db.run(sql`insert into users (id, email, role, first_name, last_name, password_hash, created_at, updated_at)
      ${numbers} select 'other' || i, 'other' || i || '@pombi.test', 'client', 'Other', 'Person', '-', 0, 0 from n`);
    await db.run(sql`insert into contacts (user_id, other_id, conversation_id, active_at)
      ${numbers} select ${one.id}, 'other' || i, 'other' || i, i from n`);
  };
  await pile(one, two, 100);
  await acquaint(0, 60);
  const before = await cost();
  await pile(one, two, 3000);
  await acquaint(61, 560);
  expect(await cost()).toEqual(before);
  expect(before[0]).toBeLessThanOrEqual(102);
});

const at = (minutes: number) => contextAt(now + minutes * MINUTE, { limits });
const emailsTo = (user: SignedInUser) => noticesInWords(db, eq(notices.recipient, user.email));

test("an unread message is emailed after ten minutes, once, at most one an hour, and not once it is read", async () => {
  const [one, two] = await createUsers(context, "client", "admin");
  await write(one, two, "Are you there?");
  await emailUnreadMessages(at(9));
  expect(await emailsTo(two)).toEqual([]);
  await Promise.all([emailUnreadMessages(at(10)), emailUnreadMessages(at(10))]);
  expect(await emailsTo(two)).toHaveLength(1);
  expect((await emailsTo(two))[0]?.text).toContain(`/admin-dashboard/messages/${one.id}`);
  await write(one, two, "Hello?", newId(), at(12));
  await emailUnreadMessages(at(30));
  expect(await emailsTo(two)).toHaveLength(1);
  await emailUnreadMessages(at(10 + 60));
  expect(await emailsTo(two)).toHaveLength(2);
  await emailUnreadMessages(contextAt(now + 5 * HOUR));
  expect(await emailsTo(two)).toHaveLength(2);

  await write(two, one, "Here I am");
  const seen = (await talk(one, two)).at(-1)!.seq;
  await markConversationRead(context, one, two.id, seen);
  await emailUnreadMessages(at(20));
  expect(await emailsTo(one)).toEqual([]);
});

test("an unread message counts as seen once its conversation is read, and that of another doesn't", async () => {
  const [one, two, three] = await createUsers(context, "client", "admin", "client");
  await Promise.all([write(one, two, "Are you there?"), write(three, two, "And you?")]);
  await emailUnreadMessages(at(10));
  await markConversationRead(at(11), two, one.id, (await talk(two, one)).at(-1)!.seq);
  const seen = (await emailsTo(two)).map(({ causeId, seenAt }) => [causeId.split(".")[1], seenAt]);
  expect(Object.fromEntries(seen)).toEqual({ [one.id]: now + 11 * MINUTE, [three.id]: null });
});

const plumbers = await Promise.all(Array.from({ length: 2 }, () => createUser(context, "plumber")));

const ask = (by: SignedInUser, of: SignedInUser, id = newId(), at = context) =>
  askPlumber(at, by, { recipientId: of.id, id, content: "Do you do copper?" });

test("a client asks once, waits for the answer, then writes on; the plumber closes and opens it (C16)", async () => {
  const plumber = plumbers[0]!;
  expect(await write(client, plumber, "Words")).toEqual(NOT_FOUND);
  const id = newId();
  expect(await ask(client, plumber, id)).toEqual({ ok: true });
  // The same form again, and another question.
  expect(await ask(client, plumber, id)).toEqual({ ok: true });
  expect(await ask(client, plumber)).toEqual({ ok: false, reason: "alreadyInTouch" });
  expect((await db.select().from(users).where(eq(users.id, plumber.id)))[0]?.unreadMessages).toBe(1);
  expect(await write(client, plumber, "Words")).toEqual({ ok: false, reason: "questionWaits" });
  expect(await write(plumber, client, "Words")).toMatchObject({ ok: true });
  expect(await write(client, plumber, "Words")).toMatchObject({ ok: true });

  // The client can't close it, nor can the plumber close one that a booking opened.
  await setConversationClosed(context, client, plumber.id, true);
  expect(await write(client, plumber, "Words")).toMatchObject({ ok: true });
  await setConversationClosed(context, plumber, client.id, true);
  for (const refused of [await write(client, plumber, "Words"), await write(plumber, client, "Words")])
    expect(refused).toEqual({ ok: false, reason: "conversationClosed" });
  expect(await ask(client, plumber)).toEqual({ ok: false, reason: "alreadyInTouch" });
  await setConversationClosed(context, plumber, client.id, false);
  expect(await write(client, plumber, "Words")).toMatchObject({ ok: true });
  await setConversationClosed(context, plumber, client.id, true);
  // They book: an ordinary conversation from then on.
  await introduce(db, client.id, plumber.id, sql`true`, now);
  expect(await write(client, plumber, "Words")).toMatchObject({ ok: true });
  await setConversationClosed(context, plumber, client.id, true);
  expect(await write(plumber, client, "Words")).toMatchObject({ ok: true });
});

test("a question to a plumber of theirs is a message in the conversation that a booking has opened", async () => {
  const [one, two] = await createUsers(context, "client", "plumber");
  await introduce(db, one.id, two.id, sql`true`, now);
  const id = newId();
  expect(await ask(one, two, id)).toEqual({ ok: true });
  expect(await ask(one, two, id)).toEqual({ ok: true });
  expect(await ask(one, two)).toEqual({ ok: true });
  expect((await db.select().from(users).where(eq(users.id, two.id)))[0]?.unreadMessages).toBe(2);
});

test("questions are asked by clients alone, and of listed plumbers alone", async () => {
  expect(await ask(plumbers[0]!, plumbers[1]!)).toEqual({ ok: false, reason: "onlyClientsAsk" });
  expect(await ask(await createUser(context, "client"), client)).toEqual({ ok: false, reason: "plumberNotFound" });
});

test("questions that no plumber gets use up none of the day's three", async () => {
  const one = await createUser(context, "client");
  const unlisted = await createUser(context, "plumber", { listed: false });
  for (let turn = 0; turn < 4; turn++) expect(await ask(one, unlisted)).toMatchObject({ reason: "plumberNotFound" });
  expect(await ask(one, plumbers[0]!)).toEqual({ ok: true });
});

test("a visitor's question is kept for its plumber, and for 48 hours", async () => {
  const one = plumbers[0]!;
  const two = plumbers[1]!;
  const keep = (draftId: string | null, plumberId: string, question: string) =>
    keepDraft(context, { draftId, plumberId, question });
  const draftId = (await keep(null, one.id, "First?"))!;
  expect(await findKeptQuestion(db, draftId, one.id, now)).toBe("First?");
  expect(await findKeptQuestion(db, draftId, two.id, now)).toBeNull();
  expect(await findKeptQuestion(db, null, one.id, now)).toBeNull();
  expect(await keep(draftId, two.id, "Second?")).toBe(draftId);
  expect(await findKeptQuestion(db, draftId, one.id, now)).toBeNull();
  expect(await findKeptQuestion(db, draftId, two.id, now)).toBe("Second?");
  expect(await findKeptQuestion(db, draftId, two.id, now + 48 * HOUR)).toBeNull();
  expect(await keep(null, client.id, "Not a plumber")).toBeNull();
  expect(await db.select().from(requestDrafts).where(eq(requestDrafts.id, draftId))).toHaveLength(1);
});
