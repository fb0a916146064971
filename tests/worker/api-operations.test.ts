import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "~/db/schema";
import { call, type ApiCall, type One, tokenOf } from "../support/api";
import { createUser } from "../support/users";
import { book, completedJob, seedTownForAdmin, type TownUser } from "../support/town";

// What clients and plumbers do on the site, done by calls.

const town = await seedTownForAdmin();
const as = (user: TownUser, more: ApiCall = {}): ApiCall => ({ token: town.tokens[user], ...more });
const send = (user: TownUser, method: "POST" | "PUT" | "PATCH", path: string, json: object) =>
  call(method, path, as(user, { json }));
const get = async (user: TownUser, path: string) => (await call("GET", path, as(user))).body;

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

test("a plumber sets the hours, and the free slots follow", async () => {
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

test("a plumber has figures", async () => {
  expect(await get("plumber", "/api/plumber/stats")).toMatchObject({
    totalJobs: 3,
    completedJobs: 1,
    completionRate: 33,
    average: 2,
    count: 1,
    weeks: expect.any(Array) as unknown[],
  });
});

test("a plumber takes the steps of the day, and the client none of theirs or too early", async () => {
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
