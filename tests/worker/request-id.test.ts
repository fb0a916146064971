import { SELF } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "../support/env";
import { visit } from "../support/site";
import { seedTownForAdmin } from "../support/town";
import { call, tokenOf } from "../support/api";

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
});

/** Every line that the Worker has written to its log. */
let log: string[];
beforeEach(() => {
  log = [];
  for (const level of ["error", "warn", "info", "log"] as const) {
    vi.spyOn(console, level).mockImplementation((...texts: unknown[]) => void log.push(texts.map(String).join(" ")));
  }
});
afterEach(() => vi.restoreAllMocks());

const SECRET = "tendai-secret@example.test";
/** A database that fails whatever it is asked. */
const broken: Pick<D1Database, "prepare" | "batch"> = {
  prepare: () => {
    throw new Error("D1_ERROR: network connection lost");
  },
  batch: () => Promise.reject(new Error("D1_ERROR: network connection lost")),
};

const settings = { DB: broken };
const ID = "a1b2c3-JNB";
const headers = { "CF-Ray": ID };

describe("every response names its request", () => {
  test.each([
    ["a page", "/about", {}, 200],
    ["a page that does not exist", "/nope", {}, 404],
    ["a resource that does not exist", "/photos/nope", {}, 404],
    ["data of a page", "/about.data", {}, 200],
    ["a call that does not exist", "/api/nope", {}, 404],
    ["the API's document", "/api/openapi.json", {}, 200],
    ["a socket's address without a socket", "/sockets/feed", {}, 404],
    ["a redirect", "/client-dashboard", {}, 303],
    ["a method that does not exist", "/about", { method: "POST" }, 405],
    ["a form of another site", "/signin", { method: "POST", headers: { Origin: "https://evil.test" } }, 403],
    ["the head alone", "/about", { method: "HEAD" }, 200],
  ])("%s", async (_, path, init: RequestInit, status) => {
    const own = {
      Origin: env.ORIGIN,
      Host: "pombi.test",
      ...headers,
      ...(init.headers as Record<string, string> | undefined),
    };
    const response = await SELF.fetch(env.ORIGIN + path, { ...init, redirect: "manual", headers: own });
    await response.text();
    expect([response.status, response.headers.get("Request-Id")]).toEqual([status, ID]);
  });

  test("also one that is kept for others, and one that is 'not modified': by its own id", async () => {
    const [first, second] = [
      await visit("/about", { settings: { PAGE_CACHE: "on" }, headers: { "CF-Ray": "one" } }),
      await visit("/about", { settings: { PAGE_CACHE: "on" }, headers: { "CF-Ray": "two" } }),
    ];
    expect([first.headers.get("Request-Id"), second.headers.get("Request-Id")]).toEqual(["one", "two"]);
    const same = await visit("/about", {
      settings: { PAGE_CACHE: "on" },
      headers: { "CF-Ray": "three", "If-None-Match": second.headers.get("ETag")! },
    });
    expect([same.status, same.headers.get("Request-Id")]).toEqual([304, "three"]);
    for (const answer of [first, second]) await answer.text();
  });

  test("and makes one up where the network gave none", async () => {
    const response = await visit("/about");
    expect(response.headers.get("Request-Id")).toMatch(/^[\w-]{36}$/);
    await response.text();
  });
});

describe("what broke says its request to who asked, and the log has the same", () => {
  const lines = () => log.map((line) => JSON.parse(line) as { event: string; requestId: string; routeId?: string });

  test.each([
    ["a page", "/plumber-dashboard/jobs", "plumber", "routes/plumber/jobs"],
    ["data of a page", "/plumber-dashboard/jobs.data", "plumber", "routes/plumber/jobs"],
    ["a resource", "/my-data.json", "client", "routes/resources/my-data"],
  ] as const)("%s", async (_, path, role, routeId) => {
    const response = await visit(path, { cookie: town.cookies[role], settings, headers });
    expect(response.status).toBe(500);
    expect(await response.text()).toContain(ID);
    const line = lines().find((one) => one.routeId === routeId);
    expect(line).toMatchObject({ event: "route failed", requestId: ID });
    expect(JSON.stringify(line)).toContain("D1_ERROR: network connection lost");
  });

  test("a call", async () => {
    const token = await tokenOf(town.context, town.client);
    const { status, body } = await call("GET", "/api/bookings/client", { token, headers, settings });
    expect(status).toBe(500);
    expect(body).toMatchObject({ message: expect.stringContaining(ID) });
    expect(lines()).toContainEqual(
      expect.objectContaining({ event: "call failed", requestId: ID, routeId: "listClientBookings" }),
    );
  });

  test("a socket", async () => {
    const response = await visit("/sockets/feed", {
      cookie: town.cookies.client,
      settings,
      headers: { ...headers, Upgrade: "websocket", Origin: env.ORIGIN },
    });
    expect([response.status, response.headers.get("Request-Id")]).toEqual([500, ID]);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining(ID) });
  });
});

test("a failed query is logged by its cause, without SQL or anyone's values", async () => {
  // A real table that is not there: D1 refuses, drizzle wraps the refusal with the statement and its values.
  const failing = new Proxy(env.DB, {
    get: (d1, name) =>
      name === "prepare"
        ? (sql: string) => d1.prepare(sql.replace(/rate_limit_counters/g, "no_such_table"))
        : (Reflect.get(d1, name) as (...args: unknown[]) => unknown).bind(d1),
  });
  const response = await visit("/forgot-password", { form: { email: SECRET }, settings: { DB: failing }, headers });
  await response.text();
  expect(response.status).toBe(500);
  expect(log.join("\n")).toContain("no such table: no_such_table");
  expect(log.join("\n")).not.toMatch(/tendai-secret|insert into|Failed query:/);
});

test("what fails after the response is logged with the request's id, and nothing of it is swallowed", async () => {
  // D1 fails only when the notices go out after a form.
  const failing = new Proxy(env.DB, {
    get: (d1, name) => {
      if (name === "prepare") return (sql: string) => d1.prepare(sql.replace(/"notices"/g, '"no_notices"'));
      return (Reflect.get(d1, name) as (...args: unknown[]) => unknown).bind(d1);
    },
  });
  const response = await visit("/signin", {
    form: { email: "nobody@example.test", password: "a fine password" },
    settings: { DB: failing },
    headers,
  });
  await response.text();
  expect(response.status).toBe(400);
  expect(log.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: "notices wait", requestId: ID }),
  );
});
