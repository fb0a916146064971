import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { MINUTE } from "~/domain/time/harare";
import { conversationIdOf } from "~/domain/contacts/contacts.server";
import { newId } from "~/domain/values/id";
import { atTime } from "../support/clock";
import { env } from "../support/env";
import { createSignedInUser, hashForTests, signedIn } from "../support/users";
import { listen, mustListen, type Listener } from "../support/sockets";
import { PASSWORD } from "../support/sign-up";
import { cookieOf, expectPage, visit } from "../support/site";
import { book, seedTown } from "../support/town";
import { currentInstant } from "../support/now";
import { publish } from "../../workers/channels";

const town = await seedTown();

const conversationWith = (id: string) => `/sockets/conversation/${id}`;
const ID = "request-of-the-test";
/** The id of the request that opened the socket, which an error frame names. */
const ID_HEADER = { "CF-Ray": ID };
const say = (cookie: string, to: string, content: string) =>
  visit(`/messages/${to}`, { cookie, form: { id: newId(), content } });

test("a socket without a session, or with one that has ended, is closed with 4401, and no object wakes", async () => {
  const forged = `${town.cookies.client.slice(0, -4)}AAAA`;
  for (const cookie of [null, forged, "__Host-session=garbage"]) {
    const listener = (await listen("/sockets/feed", cookie, ID_HEADER)) as Listener;
    expect(await listener.closed).toBe(4401);
    expect(listener.frames).toEqual([{ type: "error", code: 4401, message: "Signed out.", requestId: ID }]);
  }
});

test("a socket from another origin, or at a path that isn't ours, is refused", async () => {
  expect(await listen("/sockets/feed", town.cookies.client, { Origin: "https://evil.test" })).toBe(403);
  expect(await listen("/sockets/feed", town.cookies.client, { Origin: "" })).toBe(403);
  const foreign = [`/sockets/feed/${town.plumber.id}`, `/parties/feed/${town.plumber.id}`];
  for (const path of ["/sockets/", "/sockets/other", "/sockets/conversation/", ...foreign])
    expect(await listen(path, town.cookies.client), path).toBe(404);
});

test("a socket into someone else's conversation, or the admins' feed, is closed with 4404", async () => {
  for (const [cookie, path] of [
    [town.cookies.otherClient, conversationWith(town.plumber.id)],
    [town.cookies.client, conversationWith(town.otherPlumber.id)],
    [town.cookies.client, conversationWith("nobody")],
    [town.cookies.client, conversationWith(town.client.id)],
    [town.cookies.client, "/sockets/desk"],
    [town.cookies.plumber, "/sockets/desk"],
  ] as const)
    expect(await ((await listen(path, cookie)) as Listener).closed, path).toBe(4404);
});

test("the admins' feed tells every admin that something changed, and nothing of what", async () => {
  const colleague = await createSignedInUser(town.context, "admin");
  const offices = await Promise.all(
    [town.cookies.admin, colleague.cookie].map((cookie) => mustListen("/sockets/desk", cookie)),
  );
  const job = `/plumber-dashboard/jobs/${town.pending}`;
  await visit(job, { cookie: town.cookies.plumber, form: { intent: "confirm" } });
  for (const office of offices) expect(await office.next("officeChanged")).toEqual({ type: "officeChanged" });
  await visit("/contact", { form: { name: "Chipo", email: "chipo@example.test", message: "Hello" } });
  for (const office of offices) expect(await office.next("officeChanged")).toEqual({ type: "officeChanged" });
});

test("the admins' feed closes the socket of an admin whose role is revoked, after telling them", async () => {
  const colleague = await createSignedInUser(town.context, "admin");
  const office = await mustListen("/sockets/desk", colleague.cookie);
  await visit(`/admin-dashboard/people/${colleague.id}/revoke-admin`, { cookie: town.cookies.admin, form: {} });
  expect(await office.next("signedOut")).toEqual({ type: "signedOut" });
  expect(await office.closed).toBe(4401);
});

test("pushes of a message reach both open pages and the recipient's counts; reading takes the counts back", async () => {
  const { context, starts } = town;
  const client = await createSignedInUser(context, "client");
  const plumber = await createSignedInUser(context, "plumber");
  await book(context, client, plumber, starts.at(-1)!);
  const here = await mustListen(conversationWith(plumber.id), client.cookie);
  const there = await mustListen(conversationWith(client.id), plumber.cookie);
  const feed = await mustListen("/sockets/feed", plumber.cookie);
  await say(client.cookie, plumber.id, "Hello");
  for (const listener of [here, there]) {
    expect(await listener.next("newMessage")).toMatchObject({
      message: { content: "Hello", senderId: client.id, recipientId: plumber.id },
      previousSeq: expect.any(Number),
    });
  }
  const unread = await feed.next("unread");
  expect(unread).toMatchObject({ otherId: client.id, unread: 1, unreadTotal: 1 });
  await visit(`/messages/${client.id}`, { cookie: plumber.cookie, form: { intent: "read", seq: "999999" } });
  expect(await feed.next("unread")).toMatchObject({ unread: 0, unreadTotal: 0 });
});

test("a page hears at once that it missed one, unless it was loaded after the last", async () => {
  await say(town.cookies.client, town.plumber.id, "Are you there?");
  const loadedBefore = `/sockets/feed?since=${currentInstant() - 1000}`;
  const before = await mustListen(loadedBefore, town.cookies.plumber);
  expect(await before.next("missed")).toEqual({ type: "missed" });

  // The clocks of two machines may differ by five seconds.
  const skewed = await mustListen(`/sockets/feed?since=${currentInstant() + 3000}`, town.cookies.plumber);
  await skewed.next("missed");
  for (const query of [`?since=${currentInstant() + 6000}`, "?since=yesterday", ""]) {
    const listener = await mustListen(`/sockets/feed${query}`, town.cookies.plumber);
    await listener.caughtUp();
    expect(listener.frames).toEqual([]);
  }

  const feed = env.FEED.get(env.FEED.idFromName(town.plumber.id));
  await evictDurableObject(feed);
  expect(await (await mustListen(loadedBefore, town.cookies.plumber)).next("missed")).toEqual({ type: "missed" });
});

test("a pong comes for every ping, however it is spelled, and counts as no frame", async () => {
  const listener = await mustListen("/sockets/feed", town.cookies.client);
  for (let turn = 0; turn < 25; turn++) await listener.caughtUp();
  listener.socket.send('{ "type": "ping" }');
  await listener.next("pong");
  expect(listener.socket.readyState).toBe(WebSocket.OPEN);
});

test("pushes about typing and who is online reach the other side", async () => {
  const here = await mustListen(conversationWith(town.plumber.id), town.cookies.client);
  expect(await here.next("here")).toEqual({ type: "here", userIds: [town.client.id] });
  const there = await mustListen(conversationWith(town.client.id), town.cookies.plumber);
  const both = await here.next("here");
  expect((both["userIds"] as string[]).sort()).toEqual([town.client.id, town.plumber.id].sort());
  there.socket.send(JSON.stringify({ type: "typing" }));
  expect(await here.next("typing")).toEqual({ type: "typing", userId: town.plumber.id });
  expect(there.frames.some(({ type }) => type === "typing")).toBe(false);
  there.socket.close(1000);
  expect(await here.next("here")).toEqual({ type: "here", userIds: [town.client.id] });
});

test("a user with two pages of a conversation is online until both are closed", async () => {
  const here = await mustListen(conversationWith(town.plumber.id), town.cookies.client);
  await here.next("here");
  const first = await mustListen(conversationWith(town.client.id), town.cookies.plumber);
  await Promise.all([here, first].map((one) => one.next("here")));
  const second = await mustListen(conversationWith(town.client.id), town.cookies.plumber);
  await second.next("here");
  await first.leave();
  const ids = { readerId: town.plumber.id, otherId: town.client.id };
  await publish(env, env.ORIGIN, { type: "conversationRead", ...ids, seq: 7, unread: 0, unreadTotal: 0 });
  await Promise.all([here, second].map((one) => one.caughtUp()));
  expect(here.frames.splice(0)).toEqual([{ type: "read", userId: town.plumber.id, seq: 7 }]);
  expect(second.frames).toEqual([]);
  await second.leave();
  expect(await here.next("here")).toEqual({ type: "here", userIds: [town.client.id] });
});

const CLIENT = town.client.id;
const PLUMBER = town.plumber.id;
const CHANGED = { type: "bookingChanged", bookingId: "b1", status: "confirmed", clientId: CLIENT } as const;
const UPDATED = { type: "bookingUpdated", bookingId: "b1", status: "confirmed" };
const COUNTS = { unread: 2, unreadTotal: 5 };
const WORDS = `Hello\n there ${"a".repeat(100)}`;
const MESSAGE = { id: "m1", seq: 9, senderId: CLIENT, recipientId: PLUMBER, content: WORDS, createdAt: 5 };
const LAST = { words: `Hello there ${"a".repeat(67)}`, isOwn: false, at: 5 };

test.each<{ event: Parameters<typeof publish>[2]; client?: object | null; plumber?: object | null; office?: boolean }>([
  { event: { ...CHANGED, plumberId: PLUMBER }, client: UPDATED, plumber: UPDATED, office: true },
  { event: { ...CHANGED, plumberId: null }, client: UPDATED, office: true },
  {
    event: { type: "reviewLeft", plumberId: PLUMBER, clientId: CLIENT },
    client: { type: "reviewLeft" },
    plumber: { type: "reviewLeft" },
    office: true,
  },
  { event: { type: "officeChanged" }, office: true },
  {
    event: { type: "messageSent", message: MESSAGE, previousSeq: 8, ...COUNTS, senderListens: false },
    plumber: { type: "unread", otherId: CLIENT, ...COUNTS, last: LAST },
  },
  {
    event: { type: "conversationRead", readerId: PLUMBER, otherId: CLIENT, seq: 9, ...COUNTS },
    plumber: { type: "unread", otherId: CLIENT, ...COUNTS },
  },
])(
  "the event $event reaches the feeds of those whom it is about, and no one else's",
  async ({ event, client = null, plumber = null, office = false }) => {
    const feeds = await Promise.all([
      mustListen("/sockets/feed", town.cookies.client),
      mustListen("/sockets/feed", town.cookies.plumber),
      mustListen("/sockets/desk", town.cookies.admin),
      mustListen("/sockets/feed", town.cookies.otherPlumber),
      mustListen("/sockets/feed", town.cookies.otherClient),
    ]);
    await publish(env, env.ORIGIN, event);
    await Promise.all(feeds.map((feed) => feed.caughtUp()));
    const expected = [client, plumber, office ? { type: "officeChanged" } : null, null, null];
    expect(feeds.map(({ frames }) => frames)).toEqual(expected.map((frame) => (frame ? [frame] : [])));
  },
);

test.each([
  { from: CLIENT, told: ["mine", undefined, "mine"] },
  { from: PLUMBER, told: [undefined, "mine", "mine"] },
  { from: town.otherClient.id, told: [undefined, undefined, "mine"] },
])("a step of $from is named in the frames of their own feed and the office's alone", async ({ from, told }) => {
  const feeds = await Promise.all([
    mustListen("/sockets/feed", town.cookies.client),
    mustListen("/sockets/feed", town.cookies.plumber),
    mustListen("/sockets/desk", town.cookies.admin),
  ]);
  for (const event of [
    { ...CHANGED, plumberId: PLUMBER },
    { type: "reviewLeft", plumberId: PLUMBER, clientId: CLIENT },
  ] as const)
    await publish(env, env.ORIGIN, event, { userId: from, step: "mine" });
  await Promise.all(feeds.map((feed) => feed.caughtUp()));
  expect(feeds.map(({ frames }) => frames.map(({ step }) => step))).toEqual(told.map((step) => [step, step]));
});

test("a socket that claims to be someone else by `_pk` or partykit's headers gets neither tag nor frames", async () => {
  const spoofed = await mustListen(`/sockets/feed?_pk=${town.plumber.id}`, town.cookies.otherClient, {
    "x-partykit-room": town.plumber.id,
    "x-partykit-namespace": "feed",
    "x-partykit-props": '{"a":1}',
    "x-pombi-ticket": JSON.stringify({ userId: town.plumber.id, sessionHash: "x", until: 9e15 }),
  });
  await say(town.cookies.client, town.plumber.id, "For the plumber alone");
  await spoofed.caughtUp();
  expect(spoofed.frames).toEqual([]);
  const stub = env.FEED.getByName(town.otherClient.id);
  const tags = await runInDurableObject(stub, (_, state) =>
    state.getWebSockets().flatMap((socket) => state.getTags(socket)),
  );
  expect(tags).toContain(town.otherClient.id);
  expect(tags).not.toContain(town.plumber.id);
});

test("joining as someone else closes the socket with 4404, joining as oneself doesn't", async () => {
  const listener = await mustListen("/sockets/feed", town.cookies.client);
  listener.socket.send(JSON.stringify({ type: "join", userId: town.client.id }));
  listener.socket.send(JSON.stringify({ type: "join", userId: town.plumber.id }));
  expect(await listener.closed).toBe(4404);
});

test("something that isn't a frame gets an error, closes its socket with its code, and isn't passed on", async () => {
  const other = await mustListen(conversationWith(town.client.id), town.cookies.plumber);
  for (const [name, frame, code] of [
    ["no JSON", "hello", 4400],
    ["an unknown kind", '{"type":"publish","message":"x"}', 4400],
    ["a kind with more in it", '{"type":"typing","userId":"x"}', 4400],
    ["null", "null", 4400],
    ["one that is too large", JSON.stringify({ type: "join", userId: "x".repeat(2000) }), 4413],
    ["a binary one", new Uint8Array([1, 2, 3]), 4400],
  ] as const) {
    const path = conversationWith(town.plumber.id);
    const sender = (await listen(path, town.cookies.client, ID_HEADER)) as Listener;
    sender.socket.send(frame);
    expect(await sender.closed, name).toBe(code);
    expect(sender.frames.at(-1), name).toMatchObject({ type: "error", code, requestId: ID });
    expect(JSON.stringify(sender.frames), name).not.toMatch(/stack|at .*\.ts|Error/);
  }
  await other.caughtUp();
  expect(other.frames.filter(({ type }) => type !== "here")).toEqual([]);
});

test("the end of a session closes its feed and conversations at once with 4401, and no other session's", async () => {
  const context = town.context;
  const ending = await signedIn(context, town.client);
  const staying = await signedIn(context, town.client);
  const feed = await mustListen("/sockets/feed", ending);
  const talk = await mustListen(conversationWith(town.plumber.id), ending);
  const other = await mustListen("/sockets/feed", staying);
  await visit("/signout", { cookie: ending, form: {} });
  expect(await feed.closed).toBe(4401);
  expect(await talk.closed).toBe(4401);
  await say(town.cookies.plumber, town.client.id, "Still there?");
  expect(await other.next("unread")).toMatchObject({ otherId: town.plumber.id });
});

test("a new password closes the sockets of the other sessions, and leaves the one that chose it open", async () => {
  const passwordHash = await hashForTests(PASSWORD);
  const { cookie, ...user } = await createSignedInUser(town.context, "client", { passwordHash });
  const there = await signedIn(town.context, user);
  const here = await mustListen("/sockets/feed", cookie);
  const elsewhere = await mustListen("/sockets/feed", there);
  const form = { current: PASSWORD, password: "another password" };
  const changed = await visit("/change-password", { cookie, form });
  expect(changed.status).toBe(303);
  const next = [cookieOf(changed) || cookie, cookieOf(changed, "flash")].join("; ");
  const said = "Your password is changed. Other devices were signed out.";
  await expectPage(visit(changed.headers.get("Location")!, { cookie: next }), 200, said);
  expect(await elsewhere.closed).toBe(4401);
  await here.caughtUp();
  expect(here.socket.readyState).toBe(WebSocket.OPEN);
});

test("a socket that doesn't authenticate again within 15 minutes is closed with 4408 and gets nothing more", async () => {
  const listener = await mustListen("/sockets/feed", town.cookies.client);
  // An object that has slept reads what its sockets carry.
  await evictDurableObject(env.FEED.getByName(town.client.id));
  const later = await atTime(currentInstant() + 14 * MINUTE, async () => {
    await say(town.cookies.plumber, town.client.id, "In time");
    await listener.next("unread");
    // One that joins has a later deadline of its own.
    return mustListen("/sockets/feed", town.cookies.client);
  });
  await atTime(currentInstant() + 15 * MINUTE, async () => {
    await say(town.cookies.plumber, town.client.id, "Too late");
    await later.next("unread");
    const code = 4408;
    const over = { type: "error", code, message: "Please authenticate again.", requestId: expect.any(String) };
    await expect.poll(() => listener.frames).toEqual([over]);
    expect(await listener.closed).toBe(code);
  });
});

test("an object that was evicted knows its sockets again and delivers", async () => {
  const feed = await mustListen("/sockets/feed", town.cookies.plumber);
  const talk = await mustListen(conversationWith(town.client.id), town.cookies.plumber);
  await evictDurableObject(env.FEED.getByName(town.plumber.id));
  await evictDurableObject(env.CONVERSATION.getByName(conversationIdOf(town.client.id, town.plumber.id)));
  await say(town.cookies.client, town.plumber.id, "After the sleep");
  expect(await talk.next("newMessage")).toMatchObject({ message: { content: "After the sleep" } });
  expect(await feed.next("unread")).toMatchObject({ otherId: town.client.id });
});
