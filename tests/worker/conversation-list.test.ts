import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { users } from "~/db/schema";
import { listContacts } from "~/domain/messages/message-lists.server";
import { newId } from "~/domain/values/id";
import { mustListen } from "../support/sockets";
import { visit } from "../support/site";
import { seedTown } from "../support/town";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
  await town.context.db.update(users).set({ phone: "+263771234567" }).where(eq(users.id, town.plumber.id));
});

const textOf = async (path: string, cookie: string) =>
  (await (await visit(path, { cookie })).text()).replace(/<script[^]*?<\/script>|<!-- -->/g, "");
const write = async (content: string, from: "client" | "plumber" = "client") => {
  const to = from === "client" ? town.plumber.id : town.client.id;
  const answer = await visit(`/messages/${to}`, { cookie: town.cookies[from], form: { id: newId(), content } });
  return (await answer.json<{ message: { seq: number } }>()).message.seq;
};

test("a list of conversations shows the last words to both sides, and whose they are", async () => {
  await write("The first words");
  await write("The tap\n drips again", "plumber");
  const [seen] = (await listContacts(town.context.db, town.client, null)).contacts;
  expect(seen).toMatchObject({ id: town.plumber.id, unread: 1, last: { isOwn: false } });
  const list = await textOf("/client-dashboard/messages", town.cookies.client);
  expect(list).toContain("drips again");
  expect(list).not.toContain("You: The tap");
  expect(list).not.toContain("The first words");
  expect(await textOf("/plumber-dashboard/messages", town.cookies.plumber)).toContain("You: The tap");
  expect(await textOf("/client-dashboard/messages", town.cookies.otherClient)).not.toContain("drips again");
});

test("the list hears of new words and of typing over the owner's feed", async () => {
  const feed = await mustListen("/sockets/feed", town.cookies.plumber);
  const chat = await mustListen(`/sockets/conversation/${town.plumber.id}`, town.cookies.client);
  chat.socket.send(JSON.stringify({ type: "typing" }));
  expect(await feed.next("contactTyping")).toEqual({ type: "contactTyping", otherId: town.client.id });
  await write("Are you there?");
  expect(await feed.next("unread")).toMatchObject({ otherId: town.client.id, last: { words: "Are you there?" } });
  for (const { socket } of [feed, chat]) socket.close();
});

test("a message is marked as read for its sender: on the open page at once, else on the next load", async () => {
  const seq = await write("Read me");
  const path = `/client-dashboard/messages/${town.plumber.id}`;
  expect(await textOf(path, town.cookies.client)).toContain('aria-label="Sent"');
  const chat = await mustListen(`/sockets/conversation/${town.plumber.id}`, town.cookies.client);
  await visit(`/messages/${town.client.id}`, {
    cookie: town.cookies.plumber,
    form: { intent: "read", seq: String(seq) },
  });
  expect(await chat.next("read")).toEqual({ type: "read", userId: town.plumber.id, seq });
  chat.socket.close();
  const page = await textOf(path, town.cookies.client);
  expect(page).toContain('aria-label="Read"');
  expect(page).not.toContain('aria-label="Sent"');
});

test("on top of a conversation stands the open job, with the phone while it is shared", async () => {
  const page = await textOf(`/client-dashboard/messages/${town.plumber.id}`, town.cookies.client);
  expect(page).toMatch(new RegExp(`/client-dashboard/bookings/(${town.pending}|${town.confirmed})"`));
  const other = await textOf(`/plumber-dashboard/messages/${town.client.id}`, town.cookies.plumber);
  expect(other).toMatch(new RegExp(`/plumber-dashboard/jobs/(${town.pending}|${town.confirmed})"`));
  // The confirmed job is the one that comes first.
  expect(page).toContain("tel:+263771234567");
  const office = await textOf(`/admin-dashboard/messages/${town.client.id}`, town.cookies.admin);
  expect(office).not.toContain(town.confirmed);
});
