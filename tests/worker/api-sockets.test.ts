import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions, socketTickets } from "~/db/schema";
import { suspendUser } from "~/domain/admin/people/user-access.server";
import { redeemSocketTicket } from "~/domain/accounts/program-access.server";
import { newId } from "~/domain/values/id";
import { publish } from "../../workers/channels";
import { expectFrameAsDocumented } from "../support/api-document";
import { env } from "../support/env";
import { createUser } from "../support/users";
import { visit, call, tokenOf } from "../support/site";
import { listen, mustListen, type Listener } from "../support/sockets";
import { assignTo, seedTown } from "../support/town";
import { currentInstant } from "../support/now";

const town = await seedTown();
const { context, db, tokens } = town;

const ticketOf = async (token: string): Promise<string> =>
  ((await call("POST", "/api/socket-ticket", { token })).body as { ticket: string }).ticket;

/**
 * Opens a socket as an app does: with a ticket, without Origin or cookie; every frame has to be one of the documented
 * ones.
 */
async function byTicket(path: string, ticket: string): Promise<Listener> {
  const listener = await mustListen(`${path}?ticket=${ticket}`, null, { Origin: "" });
  listener.socket.addEventListener("message", ({ data }) => expectFrameAsDocumented(JSON.parse(String(data))));
  return listener;
}
const join = async (path: string, token: string) => byTicket(path, await ticketOf(token));

const conversationWith = (id: string) => `/sockets/conversation/${id}`;

test("a ticket opens one socket, once: one of two who bring it at the same time gets in", async () => {
  const ticket = await ticketOf(tokens.client);
  const both = await Promise.all([byTicket("/sockets/feed", ticket), byTicket("/sockets/feed", ticket)]);
  const third = await byTicket("/sockets/feed", ticket);
  expect(await third.closed).toBe(4408);
  await call("PATCH", `/api/bookings/${town.pending}/seen`, { token: tokens.plumber });
  const told = () => both.filter(({ frames }) => frames.some(({ type }) => type === "bookingUpdated"));
  await expect.poll(told).toHaveLength(1);
  expect(both.flatMap(({ frames }) => frames.filter(({ type }) => type === "error"))).toMatchObject([
    { type: "error", code: 4408, message: "That ticket was used, or is too old." },
  ]);
});

test("a ticket lasts thirty seconds, and not past its session; only its hash is kept", async () => {
  const { client, otherClient } = tokens;
  const early = await ticketOf(client);
  const late = await ticketOf(client);
  const orphan = await ticketOf(otherClient);
  expect(JSON.stringify(await db.select().from(socketTickets))).not.toContain(early);
  expect(await redeemSocketTicket(db, early, currentInstant() + 15_000, 0)).toMatchObject({
    id: town.client.id,
    role: "client",
  });
  expect(await redeemSocketTicket(db, late, currentInstant() + 30_001, 0)).toBeNull();
  const outlived = await ticketOf(otherClient);
  const expiresAt = currentInstant() + 10_000;
  await db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, town.otherClient.id));
  expect(await redeemSocketTicket(db, outlived, expiresAt, 0)).toBeNull();
  await call("POST", "/api/auth/logout", { token: tokens.otherClient });
  expect(await redeemSocketTicket(db, orphan, currentInstant(), 0)).toBeNull();
});

test("a ticket that isn't ours opens nothing, nor does a bearer token", async () => {
  for (const ticket of ["x", "", tokens.client, "x".repeat(5000)])
    expect(await (await byTicket("/sockets/feed", encodeURIComponent(ticket))).closed).toBe(4408);
  expect(await listen("/sockets/feed", null, { Origin: "", Authorization: `Bearer ${tokens.client}` })).toBe(403);
  expect(await listen("/sockets/feed", town.cookies.client, { Origin: "https://evil.test" })).toBe(403);
});

test("a ticket opens no conversation of others, nor the admins' feed", async () => {
  for (const [path, token] of [
    [conversationWith(town.plumber.id), tokens.otherClient],
    [conversationWith(town.client.id), tokens.client],
    ["/sockets/desk", tokens.admin],
  ] as const)
    expect(await (await byTicket(path, await ticketOf(token))).closed, path).toBe(4404);
});

test("a ticket of a page of another origin works: the ticket is what counts", async () => {
  const Origin = "https://app.example.com";
  const listener = await mustListen(`/sockets/feed?ticket=${await ticketOf(tokens.client)}`, null, { Origin });
  await listener.caughtUp();
  expect(listener.frames).toEqual([]);
});

/** The domain's events, published as the Worker does it. */
function publishing() {
  const published: Promise<unknown>[] = [];
  const emit = (event: Parameters<typeof publish>[2]) => void published.push(publish(env, env.ORIGIN, event));
  return { context: { ...context, emit }, published };
}

/** The two sides' apps, an app of someone else, and the client's page. */
async function openFeeds() {
  const [client, plumber, stranger, page] = await Promise.all([
    join("/sockets/feed", tokens.client),
    join("/sockets/feed", tokens.plumber),
    join("/sockets/feed", tokens.otherPlumber),
    mustListen("/sockets/feed", town.cookies.client),
  ]);
  return { client, plumber, stranger, page };
}
async function expectNoMore(feeds: Listener[]) {
  await Promise.all(feeds.map((listener) => listener.caughtUp()));
  expect(feeds.flatMap(({ frames }) => frames)).toEqual([]);
}

test("an app's feed brings each side its own view of a booking changed on the site, pages their frame", async () => {
  const { client, plumber, stranger, page } = await openFeeds();
  const path = `/plumber-dashboard/jobs/${town.pending}`;
  await visit(path, { cookie: town.cookies.plumber, form: { intent: "confirm" } });
  for (const [listener, token] of [
    [client, tokens.client],
    [plumber, tokens.plumber],
  ] as const) {
    const { booking } = await listener.next("bookingUpdated");
    expect(booking).toMatchObject({ _id: town.pending, status: "confirmed", client: { _id: town.client.id } });
    expect(booking).toEqual((await call("GET", `/api/bookings/${town.pending}`, { token })).body);
  }
  const frame = { type: "bookingUpdated", bookingId: town.pending, status: "confirmed" };
  expect(await page.next("bookingUpdated")).toEqual(frame);
  await expectNoMore([client, plumber, stranger, page]);
});

test("an app's feed brings new messages to both, and nothing of what pages count", async () => {
  const { client, plumber, stranger, page } = await openFeeds();
  const json = { recipient: town.plumber.id, content: "Are you near?" };
  const sent = await call("POST", "/api/messages", { token: tokens.client, json });
  for (const listener of [client, plumber])
    expect(await listener.next("newMessage")).toEqual({ type: "newMessage", message: sent.body });
  const form = { id: newId(), content: "In ten minutes" };
  await visit(`/messages/${town.client.id}`, { cookie: town.cookies.plumber, form });
  for (const listener of [client, plumber])
    expect(await listener.next("newMessage")).toMatchObject({
      message: { content: "In ten minutes", sender: town.plumber.id },
    });
  expect(await page.next("unread")).toMatchObject({ otherId: town.plumber.id });
  await expectNoMore([client, plumber, stranger, page]);
});

test("an app's feed tells a plumber of a booking that was reassigned", async () => {
  const id = town.pending;
  const [previous, next] = await Promise.all([
    join("/sockets/feed", tokens.plumber),
    join("/sockets/feed", tokens.otherPlumber),
  ]);
  const { context, published } = publishing();
  const otherId = town.otherPlumber.id;
  expect(await assignTo(context, town.admin, id, { to: otherId, from: town.plumber.id })).toEqual({ ok: true });
  await Promise.all(published);
  expect(await previous.next("bookingGone")).toEqual({ type: "bookingGone", bookingId: id });
  expect(await next.next("bookingUpdated")).toMatchObject({ booking: { _id: id, plumber: { _id: otherId } } });
});

test("an app's conversation brings messages, who is online and who is typing, to apps and pages alike", async () => {
  const app = await join(conversationWith(town.plumber.id), tokens.client);
  const page = await mustListen(conversationWith(town.client.id), town.cookies.plumber);
  expect(((await app.next("here"))["userIds"] as string[]).length).toBeGreaterThan(0);
  app.socket.send(JSON.stringify({ type: "join", userId: town.client.id }));
  app.socket.send(JSON.stringify({ type: "typing" }));
  expect(await page.next("typing")).toEqual({ type: "typing", userId: town.client.id });
  const sent = await call("POST", "/api/messages", {
    token: tokens.client,
    json: { recipient: town.plumber.id, content: "Here", id: "from-an-app" },
  });
  expect(await app.next("newMessage")).toEqual({ type: "newMessage", message: sent.body });
  expect(await page.next("newMessage")).toMatchObject({
    message: { id: "from-an-app", senderId: town.client.id, content: "Here" },
  });
});

test("a frame that is wrong is answered with an error frame, and closes an app's socket too", async () => {
  const listener = await join("/sockets/feed", tokens.client);
  listener.socket.send(JSON.stringify({ type: "join", userId: town.plumber.id }));
  expect(await listener.closed).toBe(4404);
  expect(listener.frames).toMatchObject([{ type: "error", code: 4404 }]);
});

test("signing out closes an app's sockets at once, and says so", async () => {
  const token = await tokenOf(context, town.client);
  const feed = await join("/sockets/feed", token);
  const talk = await join(conversationWith(town.plumber.id), token);
  await call("POST", "/api/auth/logout", { token });
  for (const listener of [feed, talk]) {
    expect(await listener.next("signedOut")).toEqual({ type: "signedOut" });
    expect(await listener.closed).toBe(4401);
  }
});

test("being suspended closes an app's sockets at once, says so, and voids the token and its tickets", async () => {
  const user = await createUser(town.context, "client");
  const token = await tokenOf(town.context, user);
  const feed = await join("/sockets/feed", token);
  const ticket = await ticketOf(token);
  const { context, published } = publishing();
  await suspendUser(context, town.admin, user.id, "Rude");
  await Promise.all(published);
  expect(await feed.closed).toBe(4401);
  expect(await (await byTicket("/sockets/feed", ticket)).closed).toBe(4408);
  expect((await call("GET", "/api/auth/profile", { token })).status).toBe(401);
  expect(await db.$count(socketTickets, sql`session_hash not in (select token_hash from sessions)`)).toBe(0);
});
