import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookings, notices } from "~/db/schema";
import { hashPassword } from "~/domain/accounts/passwords.server";
import { call, type ApiCall, type One, tokenOf, wish } from "../support/api";
import { newId } from "~/domain/values/id";
import { createUser } from "../support/users";
import { visit } from "../support/site";
import { book, completedJob, seedTownForAdmin, type TownUser } from "../support/town";

// What clients and plumbers do on the site, done by calls.

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
});
const as = (user: TownUser, more: ApiCall = {}): ApiCall => ({ token: town.tokens[user], ...more });

describe("in public", () => {
  test("a plumber is shown as the directory shows them, and isn't found once unlisted", async () => {
    const [listed] = ((await call("GET", "/api/auth/plumbers")).body as One[]).filter(
      ({ id }) => id === town.plumber.id,
    );
    expect(await call("GET", `/api/auth/plumbers/${town.plumber.id}`)).toMatchObject({ status: 200, body: listed });
    for (const id of [town.client.id, "nobody"]) {
      for (const path of ["", "/reviews"])
        expect(await call("GET", `/api/auth/plumbers/${id}${path}`)).toMatchObject({
          status: 404,
          body: { code: "plumber_not_found" },
        });
    }
  });

  test("their reviews name clients by first name and initial, and contain no ids", async () => {
    const { body } = await call("GET", `/api/auth/plumbers/${town.plumber.id}/reviews`);
    expect(body).toEqual([
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
  });
});

describe("another time", () => {
  const at = (start: number) => new Date(start).toISOString();
  const propose = (user: TownUser, json: object) =>
    call("POST", `/api/bookings/${town.confirmed}/reschedule`, as(user, { json }));
  const answer = (user: TownUser, json: object) =>
    call("PATCH", `/api/bookings/${town.confirmed}/reschedule`, as(user, { json }));

  test("is proposed, declined, proposed again and accepted", async () => {
    const [first, second] = [town.starts.at(-9)!, town.starts.at(-10)!];
    expect(await propose("client", wish(first))).toMatchObject({
      status: 200,
      body: { proposedBy: "client", proposedStart: at(first) },
    });
    expect(await answer("plumber", { answer: "decline", startsAt: at(first) })).toMatchObject({
      status: 200,
      body: { proposedBy: null, proposedStart: null },
    });
    expect(await answer("plumber", { answer: "accept", startsAt: at(first) })).toMatchObject({
      status: 409,
      body: { code: "proposal_gone" },
    });
    expect(await propose("plumber", { startsAt: at(second) })).toMatchObject({
      status: 200,
      body: { proposedBy: "plumber", proposedStart: at(second) },
    });
    expect(await answer("plumber", { answer: "accept", startsAt: at(second) })).toMatchObject({ status: 409 });
    expect(await answer("client", { answer: "accept", startsAt: at(second) })).toMatchObject({
      status: 200,
      body: { ...wish(second), proposedStart: null, status: "confirmed" },
    });
    const history = (await call("GET", `/api/bookings/${town.confirmed}/history`, as("client"))).body as {
      event: string;
      by: object;
    }[];
    expect(history.map(({ event }) => event)).toEqual([
      "request",
      "confirm",
      "propose",
      "decline",
      "propose",
      "accept",
    ]);
    expect(history[1]!.by).toEqual({ role: "plumber", name: "Tendai Own" });
  });

  test("of a request without a plumber: its client changes it at once, until the office has assigned it", async () => {
    const wished = town.starts.at(-12)!;
    const move = (user: TownUser, startsAt: number) =>
      call("POST", `/api/bookings/${town.request}/reschedule`, as(user, { json: { startsAt: at(startsAt) } }));
    for (let time = 0; time < 2; time++)
      expect(await move("client", wished)).toMatchObject({
        status: 200,
        body: { startsAt: at(wished), plumber: null, status: "pending", proposedStart: null },
      });
    for (const stranger of ["otherClient", "plumber"] as const)
      expect(await move(stranger, wished)).toMatchObject({ status: 404, body: { code: "booking_not_found" } });
    const events = async () =>
      ((await call("GET", `/api/bookings/${town.request}/history`, as("client"))).body as One[]).map(
        ({ event }) => event,
      );
    expect(await events()).toEqual(["request", "reschedule"]);

    const { db } = town.context;
    await db.update(bookings).set({ plumberId: town.otherPlumber.id }).where(eq(bookings.id, town.request));
    const later = town.starts.at(-13)!;
    expect(await move("client", later)).toMatchObject({
      status: 200,
      body: { startsAt: at(wished), proposedStart: at(later), proposedBy: "client" },
    });
    await db
      .update(bookings)
      .set({ plumberId: null, proposedStart: null, proposedBy: null })
      .where(eq(bookings.id, town.request));
  });

  test("that is taken, past or missing is refused", async () => {
    const taken = town.starts.at(-1)!;
    expect(await propose("client", wish(taken))).toMatchObject({ status: 409, body: { code: "slot_taken" } });
    expect(await propose("client", { startsAt: "2020-01-01T10:00:00Z" })).toMatchObject({
      status: 400,
      body: { code: "start_not_in_future" },
    });
    expect(await propose("client", {})).toMatchObject({
      status: 422,
      body: { errors: [{ field: "appointmentDate", code: "required" }] },
    });
  });
});

test("a report can be written once the job is confirmed, and both sides read it", async () => {
  const write = (id: string) =>
    call("PUT", `/api/bookings/${id}/report`, as("plumber", { json: { report: "A new washer" } }));
  expect(await write(town.pending)).toMatchObject({ status: 409, body: { code: "report_not_possible" } });
  expect(await write(town.reviewed)).toMatchObject({ status: 200, body: { report: "A new washer" } });
  expect((await call("GET", `/api/bookings/${town.reviewed}`, as("client"))).body).toMatchObject({
    report: "A new washer",
  });
});

test("a review is answered once, in public, and reported", async () => {
  const reply = (answer: string) =>
    call("POST", `/api/reviews/${town.review}/answer`, as("plumber", { json: { answer } }));
  expect((await reply("I am sorry")).status).toBe(200);
  expect((await reply("I am sorry")).status).toBe(200);
  expect(await reply("I am not")).toMatchObject({ status: 409, body: { code: "already_answered" } });
  expect((await call("GET", `/api/auth/plumbers/${town.plumber.id}/reviews`)).body).toMatchObject([
    { answer: "I am sorry" },
  ]);
  expect(
    (await call("POST", `/api/reviews/${town.review}/report`, as("otherClient", { json: { reason: "It is rude" } })))
      .status,
  ).toBe(200);
  expect(
    await call("POST", "/api/reviews/nobody/report", as("otherClient", { json: { reason: "It is rude" } })),
  ).toMatchObject({ status: 404, body: { code: "review_not_found" } });
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
    expect(await call("PUT", "/api/plumber/hours", as("otherPlumber", { json: hours }))).toMatchObject({
      status: 200,
      body: hours,
    });
    expect((await call("GET", "/api/plumber/hours", as("otherPlumber"))).body).toEqual(hours);
    const slots = (await call("GET", `/api/auth/plumbers/${town.otherPlumber.id}/slots`)).body as {
      appointmentTime: string;
    }[];
    for (const { appointmentTime } of slots)
      expect(["11:00 am", "11:30 am", "12:00 pm", "12:30 pm", "1:00 pm", "1:30 pm", "2:00 pm", "2:30 pm"]).toContain(
        appointmentTime,
      );
    for (const wrong of [
      { ...hours, closesAt: "11:00 am" },
      { ...hours, opensAt: "9:00 am" },
      { ...hours, opensAt: "11:10 am" },
      { ...hours, jobMinutes: 45 },
      { ...hours, daysOff: ["Sun"] },
    ]) {
      expect((await call("PUT", "/api/plumber/hours", as("otherPlumber", { json: wrong }))).status).toBe(422);
    }
  });

  test("changes one thing of the trade, and the rest stays", async () => {
    const before = (await call("GET", "/api/auth/profile", as("plumber"))).body as One;
    const changed = await call(
      "PUT",
      "/api/auth/profile",
      as("plumber", { form: { name: "Tendai", fees: "31.50", addressLine2: "Avondale" } }),
    );
    expect(changed).toMatchObject({
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
    expect((await call("GET", "/api/plumber/stats", as("plumber"))).body).toMatchObject({
      totalJobs: 3,
      completedJobs: 1,
      completionRate: 33,
      average: 2,
      count: 1,
      weeks: expect.any(Array) as unknown[],
    });
  });
});

test("a client sees the figures of the overview, what waits for a review, and the conversations with what is unread", async () => {
  const { context, plumber, starts } = town;
  const client = await createUser(context, "client");
  const token = await tokenOf(context, client);
  const done = await completedJob(context, client, plumber);
  for (const at of [-11, -12]) await book(context, client, plumber, starts.at(at)!);
  const get = async (path: string) => (await call("GET", path, { token })).body;
  expect(await get("/api/bookings/summary")).toEqual({
    active: 2,
    upcoming: 2,
    unreadMessages: 0,
    outstandingPayments: 1,
  });
  expect(await get("/api/bookings/to-review")).toMatchObject([{ booking: done }]);
  await call("POST", "/api/messages", as("plumber", { json: { recipient: client.id, content: "On my way" } }));
  expect(await get("/api/messages/conversations")).toMatchObject([
    { user: { _id: plumber.id, role: "plumber" }, unread: 1 },
  ]);
  await get(`/api/messages?userId=${plumber.id}`);
  await expect.poll(() => get("/api/messages/conversations")).toMatchObject([{ unread: 0 }]);
});

describe("an account", () => {
  const password = "a fine password";
  const signIn = (email: string, secret: string) => call("POST", "/auth/login", { json: { email, password: secret } });

  test("gets a new password by an emailed link, and all its sessions end", async () => {
    const user = await createUser(town.context, "client", {
      email: "forgetful@example.test",
      passwordHash: await hashPassword(password),
    });
    const token = await tokenOf(town.context, user);
    for (const email of [user.email, "nobody-here@example.test"]) {
      expect(await call("POST", "/api/auth/forgot-password", { json: { email } })).toMatchObject({
        status: 200,
        body: { message: "If this email has an account, a link is on its way." },
      });
    }
    const newestText = async () =>
      (await town.context.db.select().from(notices).where(eq(notices.recipient, user.email)))[0]?.text;
    await expect.poll(newestText).toMatch(/token=/);
    const link = /token=([\w-]+)/.exec((await newestText())!)![1];
    const reset = () =>
      call("POST", "/api/auth/reset-password", { json: { token: link, password: "a finer password" } });
    expect((await reset()).status).toBe(200);
    expect(await reset()).toMatchObject({ status: 400, body: { code: "link_invalid" } });
    expect((await call("GET", "/api/auth/profile", { token })).status).toBe(401);
    expect((await signIn(user.email, "a finer password")).status).toBe(200);
  });

  test("changes its password, signs out everywhere, takes its data along and is deleted", async () => {
    const user = await createUser(town.context, "client", {
      email: "leaving@example.test",
      passwordHash: await hashPassword(password),
    });
    const [one, other] = [await tokenOf(town.context, user), await tokenOf(town.context, user)];
    const change = (current: string) =>
      call("POST", "/api/auth/change-password", { token: one, json: { current, password: "a finer password" } });
    expect(await change("not this one")).toMatchObject({
      status: 400,
      body: { code: "wrong_password", errors: [{ field: "current" }] },
    });
    expect((await change(password)).status).toBe(200);
    expect((await call("GET", "/api/auth/profile", { token: other })).status).toBe(401);
    expect(await call("GET", "/api/auth/my-data", { token: one })).toMatchObject({
      status: 200,
      body: { account: { email: user.email }, bookings: [], messagesWritten: [], reviews: [] },
    });
    expect((await call("POST", "/api/auth/logout-everywhere", { token: one })).status).toBe(200);
    expect((await call("GET", "/api/auth/profile", { token: one })).status).toBe(401);
    const { token } = (await signIn(user.email, "a finer password")).body as { token: string };
    const remove = (current: string) => call("POST", "/api/auth/delete-account", { token, json: { current } });
    expect(await remove("not this one")).toMatchObject({ status: 400, body: { code: "wrong_password" } });
    expect(await remove("a finer password")).toMatchObject({
      status: 200,
      body: { message: "Your account is deleted." },
    });
    expect((await signIn(user.email, "a finer password")).status).toBe(400);
  });
});

test("the steps of the day", async () => {
  const id = newId();
  const { now, db } = town.context;
  await db.insert(bookings).values({
    id,
    reference: `PB-${id.slice(0, 8)}`,
    clientId: town.client.id,
    plumberId: town.plumber.id,
    status: "confirmed",
    startsAt: now + 7_200_000,
    fee: 25_00,
    createdAt: now,
    updatedAt: now,
  });
  const take = (user: TownUser, json: object) => call("POST", `/api/bookings/${id}/steps`, as(user, { json }));
  const onTheWay = await take("plumber", { step: "on-the-way", minutes: 20 });
  expect(onTheWay).toMatchObject({ status: 200, body: { onTheWayAt: expect.any(String) as string } });
  const { onTheWayAt, expectedAt } = onTheWay.body as Record<string, string>;
  expect(Date.parse(expectedAt!) - Date.parse(onTheWayAt!)).toBe(20 * 60_000);
  expect(await take("plumber", { step: "not-on-the-way" })).toMatchObject({ status: 200, body: { onTheWayAt: null } });
  expect(await take("client", { step: "plumber-did-not-come" })).toMatchObject({
    status: 409,
    body: { code: "too_early" },
  });
  expect(await take("client", { step: "on-the-way" })).toMatchObject({ status: 409 });
});
