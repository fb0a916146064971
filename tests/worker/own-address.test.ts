import { createExecutionContext } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY } from "~/domain/time/harare";
import worker from "../../workers/app";
import { env } from "../support/env";
import { currentInstant } from "../support/now";
import { visit } from "../support/site";

let log: string[];
beforeEach(() => {
  log = [];
  for (const level of ["error", "warn"] as const)
    vi.spyOn(console, level).mockImplementation((text: unknown) => void log.push(String(text)));
});
afterEach(() => vi.restoreAllMocks());

/** Asks at any address, as a deployment meets it. */
const ask = (
  url: string,
  init: RequestInit = {},
  settings: Record<string, unknown> = { LOCAL_MODE: undefined, LOG_REQUESTS: "off" },
) =>
  worker.fetch(
    new Request(url, { redirect: "manual", ...init }) as Parameters<typeof worker.fetch>[0],
    { ...env, ...settings },
    createExecutionContext(),
  );

describe("requests to another host are redirected to the site's own", () => {
  test.each([
    [
      "http",
      "http://pombi.test/plumbers/Harare?cursor=x&city=%C3%A9",
      "https://pombi.test/plumbers/Harare?cursor=x&city=%C3%A9",
    ],
    ["another host", "https://www.pombi.test/about", "https://pombi.test/about"],
    ["the Worker's own name", "https://pombi.somebody.workers.dev/", "https://pombi.test/"],
    ["another port", "https://pombi.test:8443/faq", "https://pombi.test/faq"],
    ["a path that looks like a host", "http://pombi.test//evil.test/x", "https://pombi.test//evil.test/x"],
  ])("from %s", async (_, from, to) => {
    for (const method of ["GET", "HEAD"]) {
      const response = await ask(from, { method });
      expect([response.status, response.headers.get("Location")]).toEqual([308, to]);
    }
  });

  test("but no form, no API call, and nothing in local mode", async () => {
    expect(
      (
        await ask("http://pombi.test/signin", {
          method: "POST",
          body: new URLSearchParams({ email: "x" }),
          headers: { Origin: "http://pombi.test" },
        })
      ).status,
    ).toBe(403);
    expect((await ask("http://pombi.test/api/auth/plumbers")).status).toBe(200);
    expect((await ask("http://localhost:8787/about", {}, {})).status).toBe(200);
  });
});

describe("what Remix would fail at is the sender's mistake, and no line in the log", () => {
  const form = { body: new URLSearchParams({ email: "x" }), method: "POST" };
  test.each([
    ["data as Remix once asked for it", "/signin?_data=root", {}, 400],
    [
      "the same with a form",
      "/signin?_data=routes%2Faccount%2Fsign-in",
      { ...form, headers: { Origin: env.ORIGIN } },
      400,
    ],
    ["another host", "/signin", { ...form, headers: { Origin: env.ORIGIN, Host: "evil.test" } }, 400],
    [
      "another host behind a proxy",
      "/signin",
      { ...form, headers: { Origin: env.ORIGIN, Host: "pombi.test", "X-Forwarded-Host": "evil.test" } },
      400,
    ],
    [
      "another host, for data",
      "/signin.data",
      { ...form, headers: { Origin: env.ORIGIN, "X-Forwarded-Host": "evil.test, pombi.test" } },
      400,
    ],
    [
      "a question of another site before it sends something",
      "/signin",
      { method: "OPTIONS", headers: { Origin: "https://evil.test" } },
      403,
    ],
  ])("%s", async (_, path, init, status) => {
    const response = await ask(env.ORIGIN + path, init as RequestInit, {});
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain("evil");
    expect(log).toEqual([]);
  });
});

describe("headers", () => {
  test.each([
    "/about",
    "/signin",
    "/nope",
    "/sockets/nowhere",
    "/sockets/feed",
    "/robots.txt",
    "/about.data",
    "/api/auth/plumbers",
    "/api/nope",
  ])("%s has all that protect", async (path) => {
    const { headers } = await visit(path);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(headers.get("Strict-Transport-Security")).toContain("max-age=");
  });
});

test("security.txt says who to tell, and never expires", async () => {
  const response = await visit("/.well-known/security.txt");
  expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  const lines = new Map((await response.text()).split("\n").map((line) => line.split(": ") as [string, string]));
  expect([lines.get("Contact"), lines.get("Canonical"), lines.get("Preferred-Languages")]).toEqual([
    `${env.ORIGIN}/contact`,
    `${env.ORIGIN}/.well-known/security.txt`,
    "en",
  ]);
  const left = Date.parse(lines.get("Expires")!) - currentInstant();
  expect(left).toBeGreaterThan(178 * DAY);
  expect(left).toBeLessThan(365 * DAY);
});
