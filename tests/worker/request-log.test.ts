import { SELF } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginVisit } from "../../workers/request-log";
import { env } from "../support/env";
import { lostD1 } from "../support/failing-d1";
import { DEPLOYED, SENDING, visit, call, tokenOf } from "../support/site";
import { seedTownForAdmin } from "../support/town";
import { createUser, hashForTests, signedInEarlier } from "../support/users";

const town = await seedTownForAdmin();

/** Everything that the Worker writes to its log. */
let log: string[];
beforeEach(() => {
  log = [];
  for (const level of ["error", "warn", "info", "log", "debug"] as const)
    vi.spyOn(console, level).mockImplementation((...texts: unknown[]) => void log.push(texts.map(String).join(" ")));
});
afterEach(() => vi.restoreAllMocks());
const lines = () => log.map((line) => JSON.parse(line) as Record<string, unknown>);

const ID = "a1b2c3-JNB";
const headers = { "CF-Ray": ID };
const upgrade = { Upgrade: "websocket", Origin: env.ORIGIN };

test("a response of any kind has its request's id", async () => {
  const post = { method: "POST" };
  for (const { what, path, init = {}, status = 200 } of [
    { what: "a page", path: "/about" },
    { what: "a page that does not exist", path: "/nope", status: 404 },
    { what: "a resource that does not exist", path: "/photos/nope", status: 404 },
    { what: "data of a page", path: "/about.data" },
    { what: "a call that does not exist", path: "/api/nope", status: 404 },
    { what: "the API's document", path: "/api/openapi.json" },
    { what: "a socket's address without a socket", path: "/sockets/feed", status: 404 },
    { what: "a redirect", path: "/client-dashboard", status: 303 },
    { what: "a method that does not exist", path: "/about", init: post, status: 405 },
    {
      what: "a form of another site",
      path: "/signin",
      init: { ...post, headers: { Origin: "https://evil.test" } },
      status: 403,
    },
    { what: "the head alone", path: "/about", init: { method: "HEAD" } },
  ] as { what: string; path: string; init?: RequestInit; status?: number }[]) {
    const own = { Origin: env.ORIGIN, Host: "pombi.test", ...headers, ...(init.headers as Record<string, string>) };
    const response = await SELF.fetch(env.ORIGIN + path, { ...init, redirect: "manual", headers: own });
    await response.text();
    expect([response.status, response.headers.get("Request-Id")], what).toEqual([status, ID]);
  }
});

test("a response from the cache or 'not modified' has its own request's id, and our own where none came", async () => {
  const ask = (id: string, more: Record<string, string> = {}) =>
    visit("/about", { settings: { PAGE_CACHE: "on" }, headers: { "CF-Ray": id, ...more } });
  const first = await ask("one");
  const second = await ask("two");
  expect([first.headers.get("Request-Id"), second.headers.get("Request-Id")]).toEqual(["one", "two"]);
  const same = await ask("three", { "If-None-Match": second.headers.get("ETag")! });
  expect([same.status, same.headers.get("Request-Id")]).toEqual([304, "three"]);
  for (const answer of [first, second]) await answer.text();
  // The network gave none.
  expect((await visit("/about")).headers.get("Request-Id")).toMatch(/^[\w-]{36}$/);
});

const lost = { DB: lostD1() };

test("a failure of a page, its data or a resource shows its request's id, and the log has the same", async () => {
  for (const [path, role, routeId] of [
    ["/plumber-dashboard/jobs", "plumber", "plumber-jobs"],
    ["/plumber-dashboard/jobs.data", "plumber", "plumber-jobs"],
    ["/my-data.json", "client", "routes/resources/my-data"],
  ] as const) {
    log = [];
    const response = await visit(path, { cookie: town.cookies[role], settings: lost, headers });
    expect(response.status, path).toBe(503);
    expect(await response.text(), path).toContain(ID);
    const line = lines().find((one) => one["routeId"] === routeId);
    expect(line, path).toMatchObject({ event: "route failed", requestId: ID });
    expect(JSON.stringify(line)).toContain("D1_ERROR: Network connection lost");
  }
});

test("a failure of a call or a socket shows its request's id, and the log has the same", async () => {
  const token = await tokenOf(town.context, town.client);
  const called = await call("GET", "/api/bookings/client", { token, headers, settings: lost });
  expect([called.status, called.body]).toMatchObject([503, { message: expect.stringContaining(ID) }]);
  const line = { event: "call failed", requestId: ID, routeId: "listClientBookings" };
  expect(lines()).toContainEqual(expect.objectContaining(line));
  const opening = { cookie: town.cookies.client, settings: lost, headers: { ...headers, ...upgrade } };
  const socket = await visit("/sockets/feed", opening);
  expect([socket.status, socket.headers.get("Request-Id")]).toEqual([503, ID]);
  expect(await socket.json()).toMatchObject({ message: expect.stringContaining(ID) });
});

/** The real D1, which finds no table of this name. */
const without = (table: string) =>
  new Proxy(env.DB, {
    get: (d1, name) =>
      name === "prepare"
        ? (sql: string) => d1.prepare(sql.replaceAll(table, "no_such_table"))
        : (Reflect.get(d1, name) as (...args: unknown[]) => unknown).bind(d1),
  });

test("a failure of a query is logged by its cause, without SQL or anyone's values", async () => {
  const DB = without("rate_limit_counters");
  const form = { email: "tendai-secret@example.test" };
  expect((await visit("/forgot-password", { form, settings: { DB }, headers })).status).toBe(500);
  expect(log.join()).toContain("no such table: no_such_table");
  expect(log.join()).not.toMatch(/tendai-secret|insert into|Failed query:/);
});

test("a failure after the response, when the notices go out, is logged with its request", async () => {
  const form = { email: town.client.email };
  const sending = { ...SENDING, DB: without("claimed_until") };
  expect((await visit("/forgot-password", { form, settings: sending, headers })).status).toBeLessThan(400);
  expect(lines()).toContainEqual(expect.objectContaining({ event: "notices wait", requestId: ID }));
});

const TOKEN = "tok3n-of-a-mailed-link";
const settings = { LOG_REQUESTS: "on" };
const broken = { ...settings, DB: lostD1() };

test("the log has one line for each request and no token of its address, also where the database fails", async () => {
  for (const { path, routeId, more = {} } of [
    { path: `/reset-password?token=${TOKEN}`, routeId: "routes/account/reset-password" },
    { path: `/reset-password.data?token=${TOKEN}`, routeId: "routes/account/reset-password" },
    { path: `/verify-email?token=${TOKEN}`, routeId: "routes/account/verify-email" },
    { path: `/answer?token=${TOKEN}`, routeId: "routes/public/answer" },
    { path: `/calendar/${TOKEN}.ics`, routeId: "routes/resources/calendar-feed" },
    { path: `/photos/${TOKEN}-800.webp`, routeId: "routes/resources/photo" },
    { path: `/sockets/feed?ticket=${TOKEN}`, routeId: "sockets/feed", more: upgrade },
    { path: `/sockets/conversation/${TOKEN}?ticket=${TOKEN}`, routeId: "sockets/conversation", more: upgrade },
    { path: `/api/auth/verify-email?token=${TOKEN}`, routeId: "verifyEmail" },
    { path: `/signin?redirectTo=${TOKEN}`, routeId: "routes/account/sign-in" },
    { path: `/${TOKEN}`, routeId: "routes/public/not-found" },
  ] as { path: string; routeId: string; more?: Record<string, string> }[]) {
    log = [];
    const response = await visit(path, { settings, headers: { ...headers, ...more } });
    await response.text();
    const line = { event: "request", requestId: ID, routeId, method: "GET", status: response.status };
    expect(lines(), path).toEqual([
      { ...line, ms: expect.any(Number), d1Calls: expect.any(Number), user: null, network: expect.any(String) },
    ]);
    await (await visit(path, { settings: broken, headers: more })).text();
    expect(log.join(), path).not.toContain(TOKEN);
  }
});

test("the log has nothing secret of a form, a cookie or a bearer", async () => {
  for (const failing of [settings, broken])
    for (const [path, request] of [
      [`/reset-password?token=${TOKEN}`, { form: { token: TOKEN, password: TOKEN } }],
      ["/client-dashboard", { cookie: `__Host-session=${TOKEN}` }],
      ["/client-dashboard", { cookie: town.cookies.client }],
      ["/api/auth/profile", { headers: { Authorization: `Bearer ${TOKEN}` } }],
    ] as const)
      await (await visit(path, { settings: failing, ...request })).text();
  expect(log.length).toBeGreaterThanOrEqual(8);
  for (const secret of [TOKEN, town.cookies.client.split("=")[1]]) expect(log.join()).not.toContain(secret);
});

test("the log says who asked, from which network, how often D1 was asked, and how a sign-in went", async () => {
  const from = { "CF-Connecting-IP": "192.0.2.77" };
  const password = "a fine password";
  const user = await createUser(town.context, "client", { passwordHash: await hashForTests(password) });
  const { email, id } = user;
  const lineOf = async (path: string, request: Parameters<typeof visit>[1]) => {
    log = [];
    await (await visit(path, { ...request, settings, headers: from })).text();
    return lines().find(({ event }) => event === "request");
  };
  const said = { network: "192.0.2", way: "password" };
  const refused = await lineOf("/signin", { form: { email, password: "a wrong one" } });
  expect(refused).toMatchObject({ ...said, user: null, outcome: "wrongCredentials" });
  expect(await lineOf("/signin", { form: { email, password } })).toMatchObject({ ...said, user: id, outcome: "in" });
  const cookie = await signedInEarlier(town.context, user);
  expect(await lineOf("/admin-dashboard", { cookie })).toMatchObject({ network: said.network, user: id, status: 404 });
  expect((await lineOf("/client-dashboard", { cookie }))!["d1Calls"]).toBeGreaterThan(0);
  const form = { factorPassword: "a wrong one" };
  expect(await lineOf("/step-up", { cookie, form })).toMatchObject({ way: "step-up", outcome: "wrongPassword" });
  for (const secret of [email, "192.0.2.77"]) expect(log.join()).not.toContain(secret);
});

test("the log is counted in a data set, which says nothing of who asked", async () => {
  const writeDataPoint = vi.fn();
  const measured = { ...settings, REQUESTS: { writeDataPoint } };
  await (await visit("/client-dashboard?q=tendai", { settings: measured, cookie: town.cookies.client })).text();
  await (await visit("/no-such-page", { settings: measured })).text();
  const point = (routeId: string, status: number) => [
    { indexes: [routeId], blobs: ["GET"], doubles: [expect.any(Number), status, expect.any(Number)] },
  ];
  expect(writeDataPoint.mock.calls).toEqual([point("client-index", 200), point("routes/public/not-found", 404)]);
});

test("the log has requests in a deployment unless turned off, in local mode only on request", async () => {
  for (const [given, count] of [
    [{}, 0],
    [{ LOG_REQUESTS: "on" }, 1],
    [{ ...DEPLOYED, LOG_REQUESTS: undefined }, 1],
    [DEPLOYED, 0],
  ] as const) {
    log = [];
    await (await visit("/about", { settings: given })).text();
    expect(log, JSON.stringify(given)).toHaveLength(count);
  }
});

test("work after the response runs with what it puts off; a failure is logged and stops no other", async () => {
  const { afterResponse, runPutOff } = beginVisit(ID);
  const done: string[] = [];
  afterResponse(() => Promise.reject(new Error("rejected")));
  afterResponse(() => {
    throw new Error("thrown");
  });
  afterResponse(async () => afterResponse(async () => void done.push("put off by the third")));
  await runPutOff();
  expect(done).toEqual(["put off by the third"]);
  const failed = { event: "work after the response failed", requestId: ID };
  expect(lines()).toMatchObject([failed, failed]);
});
