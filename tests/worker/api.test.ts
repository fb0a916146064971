import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bookings, users } from "~/db/schema";
import { sendMessage } from "~/domain/messages/messages.server";
import { dateAt, timeAt } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { call, tokenOf, type ApiCall, type One, wish, withKey } from "../support/api";
import { env } from "../support/env";
import { createUser } from "../support/users";
import { png } from "../support/png";
import { depthOf, visit } from "../support/site";
import { seedTownForAdmin, type TownUser } from "../support/town";

const town = await seedTownForAdmin();

const as = (user: TownUser, more: ApiCall = {}): ApiCall => ({ token: town.tokens[user], ...more });

describe("what two do at once", () => {
  test("to a booking that is being reassigned ends in 200 or 404, never in a failure", async () => {
    const { context, pending: id } = town;
    const seen = [0, 1, 2].map(() => call("PATCH", `/api/bookings/${id}/seen`, as("plumber")));
    const confirmed = context.db
      .update(bookings)
      .set({ plumberId: town.otherPlumber.id })
      .where(eq(bookings.id, id))
      .then(() => call("PATCH", `/api/bookings/${id}/status`, as("plumber", { json: { status: "confirmed" } })));
    for (const { status } of await Promise.all([...seen, confirmed])) expect([200, 404]).toContain(status);
  });

  test("to a profile keeps both changes", async () => {
    const user = await createUser(town.context, "client", { firstName: "Nyasha" });
    const token = await tokenOf(town.context, user);
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
      form: { intent: "propose", appointmentDate: dateAt(start), appointmentTime: timeAt(start) },
    });
    expect((await call("GET", `/api/bookings/${id}`, as("plumber"))).body).toMatchObject({ proposedBy: "plumber" });
    expect(await confirm()).toMatchObject({ status: 200, body: { status: "confirmed" } });
  });
});

test("a token whose session has ended counts against no limit of its owner, and stores no photo", async () => {
  const owner = await createUser(town.context, "client");
  const [dead, good] = [await tokenOf(town.context, owner), await tokenOf(town.context, owner)];
  await call("POST", "/api/auth/logout", { token: dead });
  const image = new File([await png(40, 40)], "me.png");
  const write = (token: string, content: string) =>
    call("POST", "/api/messages", { token, json: { recipient: town.admin.id, content } });
  const bookAt = (token: string, plumber: string) =>
    call("POST", "/api/bookings", { token, json: { plumber, ...wish(town.starts[9]!) } });
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

describe("messages", () => {
  test("asked for by HEAD stay unread", async () => {
    const reader = await createUser(town.context, "client");
    await sendMessage(town.context, town.admin, { recipientId: reader.id, id: newId(), content: "Unread" });
    const token = await tokenOf(town.context, reader);
    const unread = () => town.context.db.$count(users, sql`id = ${reader.id} and unread_messages = 1`);
    // With settings of its own the call also waits for what happens after the response.
    const head = await call("HEAD", `/api/messages?userId=${town.admin.id}`, { token, settings: {} });
    expect([head.status, await unread()]).toEqual([200, 1]);
    expect((await call("GET", `/api/messages?userId=${town.admin.id}`, { token })).status).toBe(200);
    await expect.poll(unread).toBe(0);
  });

  test("with the same id and text are one, lone surrogates included", async () => {
    for (const content of ["Good day", "\ud800 half a character"]) {
      const json = { recipient: town.admin.id, content, id: `twice-${content.length}-sent` };
      const [one, other] = [
        await call("POST", "/api/messages", as("otherClient", { json })),
        await call("POST", "/api/messages", as("otherClient", { json })),
      ];
      expect([one.status, other.status]).toEqual([201, 200]);
      expect(other.body).toEqual(one.body);
    }
  });
});

test("a profile is changed by PUT: what is left out stays, what is empty is emptied, a photo is taken", async () => {
  const user = await createUser(town.context, "client", {
    firstName: "Nyasha",
    lastName: "Old",
    phone: "+263772222222",
  });
  const token = await tokenOf(town.context, user);
  const put = (form: Record<string, string | File>) => call("PUT", "/api/auth/profile", { token, form });
  expect(await put({ name: "Nyasha", addressLine1: "9 Main Street" })).toMatchObject({
    status: 200,
    body: { phone: "+263772222222", address: { line1: "9 Main Street" }, username: "Old" },
  });
  expect(await put({ name: "Nyasha", phone: "" })).toMatchObject({
    status: 200,
    body: { phone: null, address: { line1: "9 Main Street" } },
  });
  expect(await put({ name: "Nyasha", phone: "12" })).toMatchObject({
    status: 422,
    body: { message: "Please enter a phone number like 077 123 4567, or one from abroad with + in front." },
  });
  expect(await put({ name: "Nyasha", image: new File(["no picture"], "a.png") })).toMatchObject({
    status: 400,
    body: { message: "Only image files are allowed." },
  });
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
  expect(await ask("GET", APP, { API_ORIGINS: "nonsense" })).toMatchObject({
    status: 500,
    body: { message: "This site is not set up yet." },
  });
});

test("a write waits for two D1 round trips, and what it shows for one more", async () => {
  const settings = { D1_DELAY_MS: "15" };
  const WRITES: [TownUser, string, string, ApiCall, depth: number][] = [
    ["plumber", "PATCH", `/api/bookings/${town.pending}/status`, { json: { status: "confirmed" } }, 3],
    ["plumber", "PATCH", `/api/bookings/${town.pending}/seen`, {}, 3],
    ["client", "POST", "/api/bookings", { json: { plumber: town.plumber.id, ...wish(town.starts[8]!) } }, 3],
    ["client", "POST", "/api/messages", { json: { recipient: town.plumber.id, content: "Deep" } }, 2],
    ["client", "PUT", "/api/auth/profile", { form: { name: "Rudo" } }, 3],
    ["client", "POST", "/api/socket-ticket", {}, 2],
  ];
  for (const [user, method, path, request, most] of WRITES) {
    const response = await call(method, path, as(user, { ...request, settings }));
    expect(response.status, path).toBeLessThan(300);
    expect(depthOf(response), path).toBeLessThanOrEqual(most);
    if (method !== "POST") continue;
    // A key costs a call for its claim before, and one to store the response after.
    const again = await call(method, path, as(user, { ...request, settings, headers: withKey(newId()) }));
    expect(depthOf(again), path).toBeLessThanOrEqual(most + 2);
  }
});
