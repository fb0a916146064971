import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { messages, sessions, users } from "~/db/schema";
import { listContacts } from "~/domain/messages/message-lists.server";
import { DAY } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { ownerTag } from "~/domain/values/user";
import { REVALIDATION_HEADER } from "~/realtime/page-state";
import { textOf, visit, expectAnswer } from "../support/site";
import { insertBooking } from "../support/money-rows";
import { mustListen } from "../support/sockets";
import { seedTown } from "../support/town";
import { createUser, signedIn } from "../support/users";

const town = await seedTown();
const { context, db, plumber, admin, cookies } = town;
await db.update(users).set({ phone: "+263771234567" }).where(eq(users.id, plumber.id));

const post = async (
  form: Record<string, string>,
  { cookie = cookies.client as string | null, to = plumber.id } = {},
) => {
  const answer = await visit(`/messages/${to}`, { cookie: cookie ?? undefined, form });
  return {
    status: answer.status,
    retryAfter: answer.headers.get("Retry-After"),
    body: await answer.json<Record<string, unknown>>(),
  };
};
/** Writes to the client, or from them to the plumber; gives the message's number. */
const write = async (from: "client" | "plumber" | "admin", content: string) => {
  const to = from === "client" ? plumber.id : town.client.id;
  const { body } = await post({ id: newId(), content }, { cookie: cookies[from], to });
  return (body as { message: { seq: number } }).message.seq;
};
const read = async (path: string, cookie: string, headers = {}) => textOf(await visit(path, { cookie, headers }));

test("a message that a page's script sends gets 200 with the message and the previous one's number", async () => {
  const first = await post({ id: newId(), content: "First" });
  await post({ id: newId(), content: "Elsewhere" }, { to: admin.id });
  const second = await post({ id: newId(), content: "Second" });
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toMatchObject({
    message: { content: "Second" },
    previousSeq: (first.body["message"] as { seq: number }).seq,
  });
  expect((await post({ id: "sent-before", content: "Third" })).body).toEqual(
    (await post({ id: "sent-before", content: "Third" })).body,
  );
});

test("a message that a page's script sends gets 401 where someone else has signed in since", async () => {
  const written = { id: newId(), content: "Mine", for: ownerTag(town.client.id) };
  const other = await post(written, { cookie: cookies.otherClient });
  expect([other.status, (await post(written)).status]).toEqual([401, 200]);
});

test("a message that a page's script sends gets 400 for nothing or too much, 404 for a wrong recipient", async () => {
  for (const [content, problem] of [
    ["\u200e\u200e", "Message is required."],
    ["x".repeat(2001), "Please use at most 2,000 characters."],
  ] as const)
    await expectAnswer(post({ id: newId(), content }), 400, { problem });
  await expectAnswer(post({ id: newId(), content: "Psst" }, { to: town.otherPlumber.id }), 404, {
    problem: "There is nobody here you can write to.",
  });
});

test("a page's message, note of reading or question gets 401 once its writer is signed out", async () => {
  const signedOut = { status: 401, body: { problem: "You must be logged in." } };
  for (const form of [
    { id: newId(), content: "Hello" },
    { intent: "read", seq: "1" },
  ] as Record<string, string>[]) {
    expect(await post(form, { cookie: null })).toMatchObject(signedOut);
    expect(await post(form, { cookie: "__Host-session=garbage" })).toMatchObject(signedOut);
  }
  const question = await visit(`/messages/${plumber.id}?after=0`);
  expect(question.status).toBe(401);
  expect(await question.json()).toEqual(signedOut.body);
});

test("a list of conversations shows the last words to both sides, and whose they are", async () => {
  await write("client", "The first words");
  await write("plumber", "The tap\n drips again");
  const [seen] = (await listContacts(db, town.client, null)).contacts;
  expect(seen).toMatchObject({ id: plumber.id, unread: 1, last: { isOwn: false } });
  const list = await read("/client-dashboard/messages", cookies.client);
  expect(list).toContain("drips again");
  expect(list).not.toContain("You: <bdi>The tap");
  expect(list).not.toContain("The first words");
  expect(await read("/plumber-dashboard/messages", cookies.plumber)).toContain("You: <bdi>The tap");
  expect(await read("/client-dashboard/messages", cookies.otherClient)).not.toContain("drips again");
});

test("the list hears of new words and of typing over the owner's feed", async () => {
  const feed = await mustListen("/sockets/feed", cookies.plumber);
  const chat = await mustListen(`/sockets/conversation/${plumber.id}`, cookies.client);
  chat.socket.send(JSON.stringify({ type: "typing" }));
  expect(await feed.next("contactTyping")).toEqual({ type: "contactTyping", otherId: town.client.id });
  await write("client", "Are you there?");
  expect(await feed.next("unread")).toMatchObject({ otherId: town.client.id, last: { words: "Are you there?" } });
});

test("a message is marked as read for its sender: on the open page at once, else on the next load", async () => {
  const seq = await write("client", "Read me");
  const path = `/client-dashboard/messages/${plumber.id}`;
  expect(await read(path, cookies.client)).toContain('aria-label="Sent"');
  const chat = await mustListen(`/sockets/conversation/${plumber.id}`, cookies.client);
  const reading = { cookie: cookies.plumber, form: { intent: "read", seq: String(seq) } };
  await visit(`/messages/${town.client.id}`, reading);
  expect(await chat.next("read")).toEqual({ type: "read", userId: plumber.id, seq });
  const page = await read(path, cookies.client);
  expect(page).toContain('aria-label="Read"');
  expect(page).not.toContain('aria-label="Sent"');
});

test("a conversation begins with the open job, with the phone while it is shared", async () => {
  const page = await read(`/client-dashboard/messages/${plumber.id}`, cookies.client);
  expect(page).toMatch(new RegExp(`/client-dashboard/bookings/(${town.pending}|${town.confirmed})"`));
  const other = await read(`/plumber-dashboard/messages/${town.client.id}`, cookies.plumber);
  expect(other).toMatch(new RegExp(`/plumber-dashboard/jobs/(${town.pending}|${town.confirmed})"`));
  // The confirmed job is the one that comes first.
  expect(page).toContain("tel:+263771234567");
});

test("the office's conversation begins with the next or latest job, and the phone", async () => {
  const office = (id: string) => read(`/admin-dashboard/messages/${id}`, cookies.admin);
  const job = new RegExp(`/admin-dashboard/bookings/(${town.pending}|${town.confirmed})"`);
  expect(await office(town.client.id)).toMatch(job);
  const page = await office(plumber.id);
  expect(page).toMatch(job);
  for (const way of ["tel:+263771234567", "https://wa.me/263771234567"]) expect(page).toContain(way);
  const { id: clientId } = await createUser(context, "client");
  expect(await office(clientId)).not.toContain("/admin-dashboard/bookings/");
  const sides = { clientId, plumberId: plumber.id, status: "cancelled" } as const;
  const cancelled = (daysAgo: number) => insertBooking(context, { ...sides, startsAt: context.now - daysAgo * DAY });
  await cancelled(9);
  const latest = await cancelled(2);
  await cancelled(5);
  expect(await office(clientId)).toContain(`/admin-dashboard/bookings/${latest}"`);
});

/** The counts in the menu and in the list of conversations, as the page comes from the server. */
const countsIn = (html: string) =>
  [...html.matchAll(/<span class="min-w-6[^"]*">(\d+)/g)].map((match) => Number(match[1]));
const unreadOf = async (cookie: string) => countsIn(await read("/client-dashboard", cookie))[0] ?? 0;

test("the messages of the conversation that a page shows do not count as unread on it, others do", async () => {
  await write("plumber", "One");
  await write("plumber", "Two");
  await write("admin", "From the office");
  expect(await unreadOf(cookies.client)).toBe(3);
  const page = await read(`/client-dashboard/messages/${plumber.id}`, cookies.client);
  expect(page).toContain("Two");
  // The menu twice (side and tabs), and the admin in the list.
  expect(countsIn(page)).toEqual([1, 1, 1]);
  expect(await unreadOf(cookies.client)).toBe(1);
  expect(countsIn(await read(`/client-dashboard/messages/${admin.id}`, cookies.client))).toEqual([]);
});

test("the page holds a frame for what comes next, and a way to load all of it", async () => {
  await write("plumber", "Before the page");
  const html = await read(`/client-dashboard/messages/${plumber.id}`, cookies.client);
  const [, noscript = ""] = /<noscript>(.*?)<\/noscript>/s.exec(html) ?? [];
  const [, src = ""] = /<iframe[^>]* src="([^"]+)"/.exec(noscript) ?? [];

  const text = await read(src, cookies.client);
  expect(text).toContain("New messages appear here.");
  expect(text).toContain(`<a href="/client-dashboard/messages/${plumber.id}" target="_top">Reload</a>`);
  expect(text).not.toMatch(/Before the page|<script/);

  const unread = await unreadOf(cookies.client);
  await write("plumber", "After <the> page: https://x.zw/a.");
  const link = `After &lt;the&gt; page: <a href="https://x.zw/a" target="_blank" rel="noopener noreferrer nofollow ugc">`;
  expect(await read(src, cookies.client)).toContain(link);
  expect(await unreadOf(cookies.client)).toBe(unread);
});

test("a revalidation marks nothing as read: no one may be looking at the page", async () => {
  const before = await unreadOf(cookies.client);
  await write("plumber", "Is anybody there?");
  await read(`/client-dashboard/messages/${plumber.id}.data`, cookies.client, { [REVALIDATION_HEADER]: "1" });
  expect(await unreadOf(cookies.client)).toBe(before + 1);
  await read(`/client-dashboard/messages/${plumber.id}.data`, cookies.client);
  expect(await unreadOf(cookies.client)).toBe(before);
});

test("the admins' message page lists all users but oneself, a page at a time", async () => {
  await Promise.all(Array.from({ length: 40 }, () => createUser(context, "client")));
  const allUsers = async (query: string) =>
    (await read(`/admin-dashboard/messages${query}`, cookies.admin)).split("All users")[1]!;
  const first = await allUsers("");
  const second = await allUsers(/href="[^"]*(\?[^"]*users=[^"]*)"/.exec(first)![1]!.replaceAll("&amp;", "&"));
  const idsIn = (html: string) =>
    [...html.matchAll(/href="\/admin-dashboard\/messages\/([\w-]+)"/g)].map(([, id]) => id);
  const listed = [...idsIn(first), ...idsIn(second)];
  expect([idsIn(first).length, new Set(listed).size]).toEqual([30, listed.length]);
  for (const { id } of [town.client, plumber, town.otherPlumber]) expect(listed).toContain(id);
  expect(listed).not.toContain(admin.id);
  expect(await allUsers("?users=nonsense")).toBeDefined();
});

test("a message beyond the Worker's capacity is refused for now, and a form gets its words back", async () => {
  const forms = Array.from({ length: 50 }, (_, at) => ({ id: newId(), content: `Of many ${at}` }));
  const gone = await createUser(context, "client");
  const ended = await signedIn(context, gone);
  await db.delete(sessions).where(eq(sessions.userId, gone.id));
  const write = (path: string, form: Record<string, string>, cookie = cookies.client) =>
    visit(path, { cookie, form, settings: { D1_DELAY_MS: "300", LIMIT_FACTOR: "1000" } });
  const path = `/messages/${plumber.id}`;
  const [answers, page, signedOut] = await Promise.all([
    Promise.all(forms.map((form) => write(path, form))),
    write(`/client-dashboard${path}`, { id: newId(), content: "Without a script" }),
    write(`/client-dashboard${path}`, { id: newId(), content: "Without a session" }, ended),
  ]);
  expect([signedOut.status, signedOut.headers.get("Location")]).toEqual([303, expect.stringMatching(/^\/signin/)]);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, headers }) => [status, headers.get("Retry-After")])).toEqual(Array(2).fill([503, "1"]));
  expect([page.status, await textOf(page)]).toEqual([
    503,
    expect.stringMatching(/send yours again[^]*Without a script/),
  ]);
  for (const [at, { status }] of answers.entries())
    if (status !== 200) expect((await write(path, forms[at]!)).status).toBe(200);
  const ids = forms.map(({ id }) => id);
  expect(await db.$count(messages, inArray(messages.id, ids))).toBe(50);
});
