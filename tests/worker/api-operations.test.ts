import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookings, notices } from "~/db/schema";
import { call, type ApiCall, type One, tokenOf, wish } from "../support/api";
import { createUser, hashForTests } from "../support/users";
import { visit } from "../support/site";
import { book, completedJob, seedTownForAdmin, type TownUser } from "../support/town";
import { noticesInWords } from "../support/notice-words";

// What clients and plumbers do on the site, done by calls.

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
});
const as = (user: TownUser, more: ApiCall = {}): ApiCall => ({ token: town.tokens[user], ...more });
const send = (user: TownUser, method: "POST" | "PUT" | "PATCH", path: string, json: object) =>
  call(method, path, as(user, { json }));
const get = async (user: TownUser, path: string) => (await call("GET", path, as(user))).body;

test("a plumber is shown in public as in the directory, with reviews that name clients by first name and initial", async () => {
  const [listed] = ((await call("GET", "/api/auth/plumbers")).body as One[]).filter(({ id }) => id === town.plumber.id);
  const path = `/api/auth/plumbers/${town.plumber.id}`;
  expect(await call("GET", path)).toMatchObject({ status: 200, body: listed });
  expect((await call("GET", `${path}/reviews`)).body).toEqual([
    {
      _id: town.review,
      id: town.review,
      rating: 2,
      comment: "He was late.",
      answer: null,
      createdAt: expect.any(String) as string,
      client: { name: "Rudo O." },
    },
  ]);
  for (const id of [town.client.id, town.waiting.id])
    for (const part of ["", "/reviews"])
      expect(await call("GET", `/api/auth/plumbers/${id}${part}`)).toMatchObject({
        status: 404,
        body: { code: "plumber_not_found" },
      });
});

describe("another time", () => {
  const at = (start: number) => new Date(start).toISOString();
  const eventsOf = async (id: string) =>
    ((await get("client", `/api/bookings/${id}/history`)) as One[]).map(({ event }) => event);

  test("is proposed and declined, proposed by the other side and accepted", async () => {
    const [first, second] = [town.starts.at(-9)!, town.starts.at(-10)!];
    const path = `/api/bookings/${town.confirmed}/reschedule`;
    expect(await send("client", "POST", path, {})).toMatchObject({
      status: 422,
      body: { errors: [{ field: "appointmentDate", code: "required" }] },
    });
    for (const [user, method, json, body] of [
      ["client", "POST", wish(first), { proposedBy: "client", proposedStart: at(first) }],
      ["plumber", "PATCH", { answer: "decline", startsAt: at(first) }, { proposedBy: null, proposedStart: null }],
      ["plumber", "POST", { startsAt: at(second) }, { proposedBy: "plumber", proposedStart: at(second) }],
      ["client", "PATCH", { answer: "accept", startsAt: at(second) }, { ...wish(second), proposedStart: null }],
    ] as const)
      expect(await send(user, method, path, json)).toMatchObject({
        status: 200,
        body: { ...body, status: "confirmed" },
      });
    expect(await eventsOf(town.confirmed)).toEqual(["request", "confirm", "propose", "decline", "propose", "accept"]);
  });

  test("of a request without a plumber: its client changes it at once, until the office has assigned it", async () => {
    const [wished, later] = [town.starts.at(-12)!, town.starts.at(-13)!];
    const move = (user: TownUser, startsAt: number) =>
      send(user, "POST", `/api/bookings/${town.request}/reschedule`, { startsAt: at(startsAt) });
    for (let time = 0; time < 2; time++)
      expect(await move("client", wished)).toMatchObject({
        status: 200,
        body: { startsAt: at(wished), plumber: null, status: "pending", proposedStart: null },
      });
    for (const stranger of ["otherClient", "plumber"] as const)
      expect(await move(stranger, wished)).toMatchObject({ status: 404, body: { code: "booking_not_found" } });
    expect(await eventsOf(town.request)).toEqual(["request", "reschedule"]);

    const { db } = town.context;
    await db.update(bookings).set({ plumberId: town.otherPlumber.id }).where(eq(bookings.id, town.request));
    expect(await move("client", later)).toMatchObject({
      status: 200,
      body: { startsAt: at(wished), proposedStart: at(later), proposedBy: "client" },
    });
  });
});

test("a report can be written once the job is confirmed, and both sides read it", async () => {
  const write = (id: string) => send("plumber", "PUT", `/api/bookings/${id}/report`, { report: "A new washer" });
  expect(await write(town.pending)).toMatchObject({ status: 409, body: { code: "report_not_possible" } });
  expect(await write(town.reviewed)).toMatchObject({ status: 200, body: { report: "A new washer" } });
  expect(await get("client", `/api/bookings/${town.reviewed}`)).toMatchObject({ report: "A new washer" });
});

test("a review is answered once, in public", async () => {
  const reply = (answer: string) => send("plumber", "POST", `/api/reviews/${town.review}/answer`, { answer });
  for (let turn = 0; turn < 2; turn++) expect((await reply("I am sorry")).status).toBe(200);
  expect(await reply("I am not")).toMatchObject({ status: 409, body: { code: "already_answered" } });
  expect((await call("GET", `/api/auth/plumbers/${town.plumber.id}/reviews`)).body).toMatchObject([
    { answer: "I am sorry" },
  ]);
});

describe("a plumber", () => {
  test("sets the hours, and the free slots follow", async () => {
    const hours = {
      opensAt: "11:00 am",
      closesAt: "3:00 pm",
      jobMinutes: 60,
      daysOff: ["Saturday", "Sunday"],
      paused: false,
    };
    const set = (json: object) => send("otherPlumber", "PUT", "/api/plumber/hours", json);
    expect(await set(hours)).toMatchObject({ status: 200, body: hours });
    expect(await get("otherPlumber", "/api/plumber/hours")).toEqual(hours);
    const slots = (await call("GET", `/api/auth/plumbers/${town.otherPlumber.id}/slots`)).body as One[];
    expect([...new Set(slots.map(({ appointmentTime }) => appointmentTime))].sort()).toEqual(
      ["11:00 am", "11:30 am", "12:00 pm", "12:30 pm", "1:00 pm", "1:30 pm", "2:00 pm", "2:30 pm"].sort(),
    );
    for (const wrong of [
      { closesAt: "11:00 am" },
      { opensAt: "9:00 am" },
      { opensAt: "11:10 am" },
      { jobMinutes: 45 },
      { daysOff: ["Sun"] },
    ])
      expect((await set({ ...hours, ...wrong })).status, JSON.stringify(wrong)).toBe(422);
  });

  test("changes one thing of the trade, and the rest stays", async () => {
    const before = (await get("plumber", "/api/auth/profile")) as One;
    const form = { name: "Tendai", fees: "31.50", addressLine2: "Avondale" };
    expect(await call("PUT", "/api/auth/profile", as("plumber", { form }))).toMatchObject({
      status: 200,
      body: { ...before, fees: 31.5, address: { ...(before["address"] as object), line2: "Avondale" } },
    });
  });

  test("gets an address for the calendar, and ends it", async () => {
    const { address } = (await call("POST", "/api/plumber/calendar-feed", as("plumber"))).body as { address: string };
    const path = new URL(address).pathname;
    expect((await visit(path)).status).toBe(200);
    expect((await call("DELETE", "/api/plumber/calendar-feed", as("plumber"))).status).toBe(200);
    expect((await visit(path)).status).toBe(404);
  });

  test("has figures", async () => {
    expect(await get("plumber", "/api/plumber/stats")).toMatchObject({
      totalJobs: 3,
      completedJobs: 1,
      completionRate: 33,
      average: 2,
      count: 1,
      weeks: expect.any(Array) as unknown[],
    });
  });

  test("takes the steps of the day, and the client none of theirs or too early", async () => {
    const { now, db } = town.context;
    await db
      .update(bookings)
      .set({ startsAt: now + 7_200_000 })
      .where(eq(bookings.id, town.confirmed));
    const take = (user: TownUser, json: object) => send(user, "POST", `/api/bookings/${town.confirmed}/steps`, json);
    const onTheWay = await take("plumber", { step: "on-the-way", minutes: 20 });
    expect(onTheWay).toMatchObject({ status: 200, body: { onTheWayAt: expect.any(String) as string } });
    const { onTheWayAt, expectedAt } = onTheWay.body as Record<string, string>;
    expect(Date.parse(expectedAt!) - Date.parse(onTheWayAt!)).toBe(20 * 60_000);
    expect(await take("plumber", { step: "not-on-the-way" })).toMatchObject({
      status: 200,
      body: { onTheWayAt: null },
    });
    const tooEarly = { status: 409, body: { code: "too_early" } };
    expect(await take("client", { step: "plumber-did-not-come" })).toMatchObject(tooEarly);
    expect((await take("client", { step: "on-the-way" })).status).toBe(409);
  });
});

test("a client sees the figures of the overview, what waits for a review, and the conversations with what is unread", async () => {
  const { context, plumber, starts } = town;
  const client = await createUser(context, "client");
  const token = await tokenOf(context, client);
  const done = await completedJob(context, client, plumber);
  for (const at of [-11, -12]) await book(context, client, plumber, starts.at(at)!);
  const ask = async (path: string) => (await call("GET", path, { token })).body;
  expect(await ask("/api/bookings/summary")).toEqual({
    active: 2,
    upcoming: 2,
    unreadMessages: 0,
    outstandingPayments: 1,
  });
  expect(await ask("/api/bookings/to-review")).toMatchObject([{ booking: done }]);
  await send("plumber", "POST", "/api/messages", { recipient: client.id, content: "On my way" });
  expect(await ask("/api/messages/conversations")).toMatchObject([
    { user: { _id: plumber.id, role: "plumber" }, unread: 1 },
  ]);
  await ask(`/api/messages?userId=${plumber.id}`);
  await expect.poll(() => ask("/api/messages/conversations")).toMatchObject([{ unread: 0 }]);
});

describe("an account", () => {
  const post = (path: string, json: object, token?: string) => call("POST", path, { json, token });
  const isSignedIn = async (token: string) => (await call("GET", "/api/auth/profile", { token })).status === 200;

  test("gets a new password by an emailed link, and all its sessions end", async () => {
    const user = await createUser(town.context, "client", { email: "forgetful@example.test" });
    const token = await tokenOf(town.context, user);
    for (const email of [user.email, "nobody-here@example.test"])
      expect(await post("/api/auth/forgot-password", { email })).toMatchObject({
        status: 200,
        body: { message: "If this email has an account, a link is on its way." },
      });
    const newestText = async () => (await noticesInWords(town.context.db, eq(notices.recipient, user.email)))[0]?.text;
    await expect.poll(newestText).toMatch(/token=/);
    const link = /token=([\w-]+)/.exec((await newestText())!)![1];
    const reset = () => post("/api/auth/reset-password", { token: link, password: "a finer password" });
    expect((await reset()).status).toBe(200);
    expect(await reset()).toMatchObject({ status: 400, body: { code: "link_invalid" } });
    expect(await isSignedIn(token)).toBe(false);
    expect((await post("/auth/login", { email: user.email, password: "a finer password" })).status).toBe(200);
  });

  test("changes its password, takes its data along, signs out everywhere and is deleted", async () => {
    const user = await createUser(town.context, "client", { passwordHash: await hashForTests("a fine password") });
    const [one, other] = [await tokenOf(town.context, user), await tokenOf(town.context, user)];
    const change = (current: string) =>
      post("/api/auth/change-password", { current, password: "a finer password" }, one);
    expect(await change("not this one")).toMatchObject({
      status: 400,
      body: { code: "wrong_password", errors: [{ field: "current" }] },
    });
    expect((await change("a fine password")).status).toBe(200);
    expect(await isSignedIn(other)).toBe(false);
    expect(await call("GET", "/api/auth/my-data", { token: one })).toMatchObject({
      status: 200,
      body: { account: { email: user.email }, bookings: [], messagesWritten: [], reviews: [] },
    });
    expect((await call("POST", "/api/auth/logout-everywhere", { token: one })).status).toBe(200);
    expect(await isSignedIn(one)).toBe(false);
    const token = await tokenOf(town.context, user);
    expect(await post("/api/auth/delete-account", { current: "a finer password" }, token)).toMatchObject({
      status: 200,
      body: { message: "Your account is deleted." },
    });
    expect(await isSignedIn(token)).toBe(false);
  });
});
