import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "../support/env";
import { visit } from "../support/site";
import { seedTown } from "../support/town";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

/** Everything that the Worker writes to its log. */
let log: string[];
beforeEach(() => {
  log = [];
  for (const level of ["error", "warn", "info", "log", "debug"] as const) {
    vi.spyOn(console, level).mockImplementation((...texts: unknown[]) => void log.push(texts.map(String).join(" ")));
  }
});
afterEach(() => vi.restoreAllMocks());

const TOKEN = "tok3n-of-a-mailed-link";
const settings = { LOG_REQUESTS: "on" };
const broken = {
  ...settings,
  DB: {
    prepare: () => {
      throw new Error("D1_ERROR: network connection lost");
    },
    batch: () => Promise.reject(new Error("D1_ERROR: network connection lost")),
  },
};
const upgrade = { Upgrade: "websocket", Origin: env.ORIGIN };

const WITH_TOKENS: [path: string, routeId: string, headers?: Record<string, string>][] = [
  [`/reset-password?token=${TOKEN}`, "routes/account/reset-password"],
  [`/reset-password.data?token=${TOKEN}`, "routes/account/reset-password"],
  [`/verify-email?token=${TOKEN}`, "routes/account/verify-email"],
  [`/answer?token=${TOKEN}`, "routes/public/answer"],
  [`/calendar/${TOKEN}.ics`, "routes/resources/calendar-feed"],
  [`/photos/${TOKEN}-800.webp`, "routes/resources/photo"],
  [`/sockets/feed?ticket=${TOKEN}`, "sockets/feed", upgrade],
  [`/sockets/conversation/${TOKEN}?ticket=${TOKEN}`, "sockets/conversation", upgrade],
  [`/api/auth/verify-email?token=${TOKEN}`, "verifyEmail"],
  [`/signin?redirectTo=${TOKEN}`, "routes/account/sign-in"],
  [`/${TOKEN}`, "routes/public/not-found"],
];

describe("the log has one line for each request, and no token that its address carries", () => {
  test.each(WITH_TOKENS)("%s", async (path, routeId, headers = {}) => {
    const response = await visit(path, { settings, headers: { ...headers, "CF-Ray": "ray" } });
    await response.text();
    expect(log.map((line) => JSON.parse(line))).toEqual([
      {
        event: "request",
        requestId: "ray",
        routeId,
        method: "GET",
        status: response.status,
        ms: expect.any(Number),
        d1Calls: expect.any(Number),
      },
    ]);
    expect(log.join()).not.toContain(TOKEN);
  });

  test.each(WITH_TOKENS)("nor where the database fails: %s", async (path, _, headers = {}) => {
    await (await visit(path, { settings: broken, headers })).text();
    expect(log.join()).not.toContain(TOKEN);
  });

  test("nor of a form, a cookie or a bearer", async () => {
    for (const failing of [settings, broken]) {
      await (
        await visit(`/reset-password?token=${TOKEN}`, { settings: failing, form: { token: TOKEN, password: TOKEN } })
      ).text();
      await (await visit("/client-dashboard", { settings: failing, cookie: `__Host-session=${TOKEN}` })).text();
      await (await visit("/client-dashboard", { settings: failing, cookie: town.cookies.client })).text();
      await (
        await visit("/api/auth/profile", { settings: failing, headers: { Authorization: `Bearer ${TOKEN}` } })
      ).text();
    }
    expect(log.length).toBeGreaterThanOrEqual(8);
    expect(log.join()).not.toContain(TOKEN);
    expect(log.join()).not.toContain(town.cookies.client.split("=")[1]);
  });
});

test("a line says how often D1 was asked", async () => {
  await (await visit("/client-dashboard", { settings, cookie: town.cookies.client })).text();
  expect(JSON.parse(log.at(-1)!)).toMatchObject({ routeId: "client-index", status: 200 });
  expect((JSON.parse(log.at(-1)!) as { d1Calls: number }).d1Calls).toBeGreaterThan(0);
});

test("is off in local mode unless asked for, and on in a deployment unless turned off", async () => {
  for (const [given, lines] of [
    [{}, 0],
    [{ LOG_REQUESTS: "on" }, 1],
    [{ LOCAL_MODE: undefined }, 1],
    [{ LOCAL_MODE: undefined, LOG_REQUESTS: "off" }, 0],
  ] as const) {
    log.length = 0;
    await (await visit("/about", { settings: given })).text();
    expect(log, JSON.stringify(given)).toHaveLength(lines);
  }
});
