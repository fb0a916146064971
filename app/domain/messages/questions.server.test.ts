import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { contacts, requestDrafts, users } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { createUser } from "../../../tests/support/users";
import { introduce } from "../contacts/contacts.server";
import { DAY, HOUR } from "../time/harare";
import { newId } from "../values/id";
import type { AuthenticatedUser } from "../values/user";
import { sendMessage } from "./messages.server";
import { findKeptQuestion, keepDraft } from "../bookings/commands/request-drafts.server";
import { askPlumber, setConversationClosed } from "./questions.server";

const context = contextAt();
const { db, now } = context;
const plumbers = await Promise.all(Array.from({ length: 5 }, () => createUser(context, "plumber")));
const client = await createUser(context, "client");

const ask = (by: AuthenticatedUser, of: AuthenticatedUser, id = newId(), at = context) =>
  askPlumber(at, by, { recipientId: of.id, id, content: "Do you do copper?" });
const write = (by: AuthenticatedUser, to: AuthenticatedUser) =>
  sendMessage(context, by, { recipientId: to.id, id: newId(), content: "Words" });

test("a client asks once, waits for the answer, and then writes on; the plumber closes it and opens it again (C16)", async () => {
  const plumber = plumbers[0]!;
  expect(await write(client, plumber)).toEqual({ ok: false, reason: "contactNotFound" });
  const id = newId();
  expect(await ask(client, plumber, id)).toEqual({ ok: true });
  // The same form again, and another question.
  expect(await ask(client, plumber, id)).toEqual({ ok: true });
  expect(await ask(client, plumber)).toEqual({ ok: false, reason: "alreadyInTouch" });
  expect((await db.select().from(users).where(eq(users.id, plumber.id)))[0]?.unreadMessages).toBe(1);
  expect(await write(client, plumber)).toEqual({ ok: false, reason: "questionWaits" });
  expect(await write(plumber, client)).toMatchObject({ ok: true });
  expect(await write(client, plumber)).toMatchObject({ ok: true });

  // The client can't close it, nor can the plumber close one that a booking opened.
  await setConversationClosed(context, client, plumber.id, true);
  expect(await write(client, plumber)).toMatchObject({ ok: true });
  await setConversationClosed(context, plumber, client.id, true);
  for (const [by, to] of [
    [client, plumber],
    [plumber, client],
  ] as const)
    expect(await write(by, to)).toEqual({ ok: false, reason: "conversationClosed" });
  expect(await ask(client, plumber)).toEqual({ ok: false, reason: "alreadyInTouch" });
  await setConversationClosed(context, plumber, client.id, false);
  expect(await write(client, plumber)).toMatchObject({ ok: true });
  await setConversationClosed(context, plumber, client.id, true);
  // They book: an ordinary conversation from then on.
  await introduce(db, client.id, plumber.id, sql`true`, now);
  expect(await write(client, plumber)).toMatchObject({ ok: true });
  await setConversationClosed(context, plumber, client.id, true);
  expect(await write(plumber, client)).toMatchObject({ ok: true });
});

test("a question to a plumber of theirs is a message in the conversation that a booking has opened", async () => {
  const [one, two] = [await createUser(context, "client"), await createUser(context, "plumber")];
  await introduce(db, one.id, two.id, sql`true`, now);
  const id = newId();
  expect(await ask(one, two, id)).toEqual({ ok: true });
  expect(await ask(one, two, id)).toEqual({ ok: true });
  expect(await ask(one, two)).toEqual({ ok: true });
  expect((await db.select().from(users).where(eq(users.id, two.id)))[0]?.unreadMessages).toBe(2);
});

test("three questions in 24 hours, by clients alone, to listed plumbers alone", async () => {
  const asker = await createUser(context, "client");
  expect(await ask(plumbers[0]!, plumbers[1]!)).toEqual({ ok: false, reason: "onlyClientsAsk" });
  expect(await ask(asker, client)).toEqual({ ok: false, reason: "plumberNotFound" });
  const results = await Promise.all(plumbers.slice(0, 4).map((plumber) => ask(asker, plumber)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(3);
  expect(results.find(({ ok }) => !ok)).toMatchObject({ reason: "tooMany" });
  expect(await db.select().from(contacts).where(eq(contacts.userId, asker.id))).toHaveLength(3);
  const tomorrow = contextAt(now + DAY);
  expect(await ask(asker, plumbers[4]!, newId(), tomorrow)).toEqual({ ok: true });
});

test("a visitor's question is kept for its plumber, and for 48 hours", async () => {
  const [one, two] = [plumbers[0]!, plumbers[1]!];
  const keep = (draftId: string | null, plumberId: string, question: string) =>
    keepDraft(context, { draftId, plumberId, question, clientAddress: "192.0.2.1" });
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
