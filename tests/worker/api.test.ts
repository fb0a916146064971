import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~/db/schema";
import { sendMessage } from "~/domain/messages/messages.server";
import { newId } from "~/domain/values/id";
import { png } from "../support/png";
import { env } from "../support/env";
import { createUser } from "../support/users";
import { depthOf, visit, call, tokenOf, type ApiCall, type One, withKey, expectAnswer } from "../support/site";
import { book, completedJob, seedTownForAdmin, setBooking, type TownUser, startFields } from "../support/town";

const town = await seedTownForAdmin();
const { context, db, plumber, starts } = town;

const as = (user: TownUser, more: ApiCall = {}): ApiCall => ({ token: town.tokens[user], ...more });

test("a call to a booking that is being reassigned ends in 200 or 404, never in a failure", async () => {
  const { pending: id } = town;
  const seen = [0, 1, 2].map(() => call("PATCH", `/api/bookings/${id}/seen`, as("plumber")));
  const confirmed = setBooking(context, id, { plumberId: town.otherPlumber.id }).then(() =>
    call("PATCH", `/api/bookings/${id}/status`, as("plumber", { json: { status: "confirmed" } })),
  );
  for (const { status } of await Promise.all([...seen, confirmed])) expect([200, 404]).toContain(status);
});

test("two changes of a profile at once are both kept", async () => {
  const user = await createUser(context, "client", { firstName: "Nyasha" });
  const token = await tokenOf(context, user);
  const changes: Record<string, string>[] = [{ phone: "0772222222" }, { addressLine1: "9 Main Street" }];
  await Promise.all(
    changes.map((form) => call("PUT", "/api/auth/profile", { token, form: { name: "Nyasha", ...form } })),
  );
  expect((await call("GET", "/api/auth/profile", { token })).body).toMatchObject({
    phone: "+263772222222",
    address: { line1: "9 Main Street" },
  });
});

test("confirming again after another time was proposed is still the same transition", async () => {
  const id = town.pending;
  const confirm = () => call("PATCH", `/api/bookings/${id}/status`, as("plumber", { json: { status: "confirmed" } }));
  expect((await confirm()).status).toBe(200);
  const start = town.starts.at(-31)!;
  await visit(`/plumber-dashboard/jobs/${id}/reschedule`, {
    cookie: town.cookies.plumber,
    form: { intent: "propose", ...startFields(start) },
  });
  expect((await call("GET", `/api/bookings/${id}`, as("plumber"))).body).toMatchObject({ proposedBy: "plumber" });
  await expectAnswer(confirm(), 200, { status: "confirmed" });
});

test("a token whose session has ended counts against no limit of its owner, and stores no photo", async () => {
  const owner = await createUser(context, "client");
  const dead = await tokenOf(context, owner);
  const good = await tokenOf(context, owner);
  await call("POST", "/api/auth/logout", { token: dead });
  const image = new File([await png(40, 40)], "me.png");
  const write = (token: string, content: string) =>
    call("POST", "/api/messages", { token, json: { recipient: town.admin.id, content } });
  const bookAt = (token: string, plumber: string) =>
    call("POST", "/api/bookings", { token, json: { plumber, ...startFields(town.starts[9]!) } });
  // More than a minute allows of the one, and an hour of the other.
  const messages = Array.from({ length: 31 }, (_, turn) => write(dead, `Number ${turn}`));
  const requests = Array.from({ length: 11 }, () => bookAt(dead, town.plumber.id));
  for (const { status } of await Promise.all([...messages, ...requests])) expect(status).toBe(401);
  const before = (await env.PHOTOS.list()).objects.length;
  expect((await call("PUT", "/api/auth/profile", { token: dead, form: { name: "Nobody", image } })).status).toBe(401);
  expect((await env.PHOTOS.list()).objects).toHaveLength(before);
  expect((await write(good, "Still here")).status).toBe(201);
  expect((await bookAt(good, "nobody")).status).toBe(404);
});

test("messages asked for by HEAD stay unread", async () => {
  const reader = await createUser(context, "client");
  await sendMessage(context, town.admin, { recipientId: reader.id, id: newId(), content: "Unread" });
  const token = await tokenOf(context, reader);
  const unread = () => db.$count(users, sql`id = ${reader.id} and unread_messages = 1`);
  // With settings of its own the call also waits for what happens after the response.
  const head = await call("HEAD", `/api/messages?userId=${town.admin.id}`, { token, settings: {} });
  expect([head.status, await unread()]).toEqual([200, 1]);
  expect((await call("GET", `/api/messages?userId=${town.admin.id}`, { token })).status).toBe(200);
  await expect.poll(unread).toBe(0);
});

test("messages with the same id and text are one, lone surrogates included", async () => {
  for (const content of ["Good day", "\ud800 half a character"]) {
    const json = { recipient: town.admin.id, content, id: `twice-${content.length}-sent` };
    const write = () => call("POST", "/api/messages", as("otherClient", { json }));
    const one = await write();
    const other = await write();
    expect([one.status, other.status]).toEqual([201, 200]);
    expect(other.body).toEqual(one.body);
  }
});

test("a profile is changed by PUT: what is left out stays, what is empty is emptied, a photo is taken", async () => {
  const known = { firstName: "Nyasha", lastName: "Old", phone: "+263772222222" };
  const user = await createUser(context, "client", known);
  const token = await tokenOf(context, user);
  const put = (form: Record<string, string | File>) => call("PUT", "/api/auth/profile", { token, form });
  await expectAnswer(put({ name: "Nyasha", addressLine1: "9 Main Street" }), 200, {
    phone: "+263772222222",
    address: { line1: "9 Main Street" },
    username: "Old",
  });
  await expectAnswer(put({ name: "Nyasha", phone: "" }), 200, { phone: null, address: { line1: "9 Main Street" } });
  await expectAnswer(
    put({ name: "Nyasha", phone: "12" }),
    422,
    "Please enter a phone number like 077 123 4567, or one from abroad with + in front.",
  );
  await expectAnswer(
    put({ name: "Nyasha", image: new File(["no picture"], "a.png") }),
    400,
    "Only image files are allowed.",
  );
  const pictured = await put({ name: "Nyasha", image: new File([await png(40, 40)], "me.png") });
  expect(String((pictured.body as One)["image"])).toMatch(/-800\.webp$/);
});

const APP = "https://app.example.com";
const ask = (method: string, origin: string, settings?: Record<string, unknown>) =>
  call(method, "/api/auth/plumbers", { headers: { Origin: origin }, settings });

test("pages of other origins may read nothing while none is configured", async () => {
  for (const method of ["GET", "OPTIONS"]) {
    const { headers } = await ask(method, APP);
    for (const name of ["Origin", "Methods", "Headers", "Credentials"])
      expect(headers.get(`Access-Control-Allow-${name}`)).toBeNull();
  }
});

test("pages of other origins may once theirs is, and no other; never with the cookie", async () => {
  const settings = { API_ORIGINS: `${APP} https://bot.example.com` };
  const response = await ask("GET", APP, settings);
  expect(response).toMatchObject({ status: 200 });
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe(APP);
  expect(response.headers.get("Vary")).toContain("Origin");
  const preflight = await ask("OPTIONS", APP, settings);
  expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("Authorization");
  for (const { headers } of [response, preflight]) expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
  const other = await ask("GET", "https://evil.example.com", settings);
  expect(other.headers.get("Access-Control-Allow-Origin")).toBeNull();
  // A call from there is accepted: it carries a token that only its owner has.
  const sent = await call(
    "POST",
    "/api/messages",
    as("client", { headers: { Origin: APP }, settings, json: { recipient: town.admin.id, content: "From an app" } }),
  );
  expect(sent).toMatchObject({ status: 201 });
  expect(sent.headers.get("Access-Control-Allow-Origin")).toBe(APP);
});

test("a wrong setting is a setting that is missing", async () => {
  await expectAnswer(ask("GET", APP, { API_ORIGINS: "nonsense" }), 500, "This site is not set up yet.");
});

test("a write waits for two D1 round trips, and what it shows for one more", async () => {
  const settings = { D1_DELAY_MS: "15" };
  const WRITES: { user: TownUser; method: string; path: string; request?: ApiCall; most: number }[] = [
    {
      user: "plumber",
      method: "PATCH",
      path: `/api/bookings/${town.pending}/status`,
      request: { json: { status: "confirmed" } },
      most: 3,
    },
    { user: "plumber", method: "PATCH", path: `/api/bookings/${town.pending}/seen`, most: 3 },
    {
      user: "client",
      method: "POST",
      path: "/api/bookings",
      request: { json: { plumber: town.plumber.id, ...startFields(town.starts[8]!) } },
      most: 3,
    },
    {
      user: "client",
      method: "POST",
      path: "/api/messages",
      request: { json: { recipient: town.plumber.id, content: "Deep" } },
      most: 2,
    },
    { user: "client", method: "PUT", path: "/api/auth/profile", request: { form: { name: "Rudo" } }, most: 3 },
    { user: "client", method: "POST", path: "/api/socket-ticket", most: 2 },
  ];
  for (const { user, method, path, request = {}, most } of WRITES) {
    const response = await call(method, path, as(user, { ...request, settings }));
    expect(response.status, path).toBeLessThan(300);
    expect(depthOf(response), path).toBeLessThanOrEqual(most);
    if (method !== "POST") continue;
    // A key costs a call for its claim before, and one to store the response after.
    const again = await call(method, path, as(user, { ...request, settings, headers: withKey(newId()) }));
    expect(depthOf(again), path).toBeLessThanOrEqual(most + 2);
  }
});

// Clients' and plumbers' work on the site, done by calls.

const send = (user: TownUser, method: "POST" | "PUT" | "PATCH", path: string, json: object) =>
  call(method, path, as(user, { json }));
const get = async (user: TownUser, path: string) => (await call("GET", path, as(user))).body;

test("a report can be written once the job is confirmed, and both sides read it", async () => {
  const write = (id: string) => send("plumber", "PUT", `/api/bookings/${id}/report`, { report: "A new washer" });
  await expectAnswer(write(town.pending), 409, { code: "report_not_possible" });
  await expectAnswer(write(town.reviewed), 200, { report: "A new washer" });
  expect(await get("client", `/api/bookings/${town.reviewed}`)).toMatchObject({ report: "A new washer" });
});

test("a plumber sets the hours, and the free slots follow", async () => {
  const times = { opensAt: "11:00 am", closesAt: "3:00 pm", jobMinutes: 60 };
  const hours = { ...times, daysOff: ["Saturday", "Sunday"], paused: false };
  const set = (json: object) => send("otherPlumber", "PUT", "/api/plumber/hours", json);
  await expectAnswer(set(hours), 200, hours);
  expect(await get("otherPlumber", "/api/plumber/hours")).toEqual(hours);
  const slots = (await call("GET", `/api/auth/plumbers/${town.otherPlumber.id}/slots`)).body as One[];
  expect([...new Set(slots.map(({ appointmentTime }) => appointmentTime))].sort()).toEqual(
    ["11:00 am", "11:30 am", "12:00 pm", "12:30 pm", "1:00 pm", "1:30 pm", "2:00 pm", "2:30 pm"].sort(),
  );
  const wrongTimes = [{ closesAt: "11:00 am" }, { opensAt: "9:00 am" }, { opensAt: "11:10 am" }];
  for (const wrong of [...wrongTimes, { jobMinutes: 45 }, { daysOff: ["Sun"] }])
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
  await setBooking(context, town.confirmed, { startsAt: context.now + 7_200_000 });
  const take = (user: TownUser, json: object) => send(user, "POST", `/api/bookings/${town.confirmed}/steps`, json);
  const onTheWay = await take("plumber", { step: "on-the-way", minutes: 20 });
  await expectAnswer(onTheWay, 200, { onTheWayAt: expect.any(String) as string });
  const { onTheWayAt, expectedAt } = onTheWay.body as Record<string, string>;
  expect(Date.parse(expectedAt!) - Date.parse(onTheWayAt!)).toBe(20 * 60_000);
  await expectAnswer(take("plumber", { step: "not-on-the-way" }), 200, { onTheWayAt: null });
  const tooEarly = { status: 409, body: { code: "too_early" } };
  expect(await take("client", { step: "plumber-did-not-come" })).toMatchObject(tooEarly);
  expect((await take("client", { step: "on-the-way" })).status).toBe(409);
});

test("a client sees the overview's figures, jobs to review, and conversations with unread messages", async () => {
  const client = await createUser(context, "client");
  const token = await tokenOf(context, client);
  const done = await completedJob(context, client, plumber);
  for (const at of [-11, -12]) await book(context, client, plumber, starts.at(at)!);
  const ask = async (path: string) => (await call("GET", path, { token })).body;
  const figures = { active: 2, upcoming: 2, unreadMessages: 0, outstandingPayments: 1 };
  expect(await ask("/api/bookings/summary")).toEqual(figures);
  expect(await ask("/api/bookings/to-review")).toMatchObject([{ booking: done }]);
  await send("plumber", "POST", "/api/messages", { recipient: client.id, content: "On my way" });
  expect(await ask("/api/messages/conversations")).toMatchObject([{ user: { _id: plumber.id }, unread: 1 }]);
  await ask(`/api/messages?userId=${plumber.id}`);
  await expect.poll(() => ask("/api/messages/conversations")).toMatchObject([{ unread: 0 }]);
});
