import { expect, test } from "vitest";
import { testJob } from "./support/job-journey";
import { testJourney } from "./support/journey";
import { startSite } from "./support/site";

// Without script: without-script.slow.test.ts.
const site = await startSite();
const { origin } = site;

testJourney(site, true);
testJob(site, true, ["8", "22"]);

test("leaving a dashboard for a public page leaves the framework's script behind", async () => {
  const { page } = await site.open({ width: 1280, script: true }, "client@pombi.test");
  await page.goto("/client-dashboard/bookings", { waitUntil: "networkidle" });
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.getByRole("link", { name: "Book a plumber" }).first().click();
  await page.waitForURL(/\/plumbers$/);
  expect(scripts.filter((url) => !url.includes("enhance"))).toEqual([]);
  expect(await page.evaluate(() => "__remixContext" in window)).toBe(false);
});

test("files have the headers that protect, and those that change their names are kept for good", async () => {
  const own = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
  };
  // Other origins show these.
  const shared = { ...own, "cross-origin-resource-policy": "cross-origin", "cache-control": "public, max-age=86400" };
  const about = await (await fetch(`${origin}/about`)).text();
  const stylesheet = /href="(\/assets\/styles-[^"]+\.css)"/.exec(about)![1]!;
  const expected: Record<string, Record<string, string>> = {
    "/favicon.svg": own,
    "/favicon.ico": own,
    "/manifest.webmanifest": { ...own, "content-type": "application/manifest+json" },
    "/default-avatar.png": { ...shared, "cache-control": "public, max-age=31536000, immutable" },
    // Each page that a dashboard opens would ask for it, some twice.
    "/sw.js": { ...own, "cache-control": "max-age=3600" },
    "/share.png": shared,
    [stylesheet]: {
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "public, max-age=31536000, immutable",
      // By which a later arrival gets a link to it.
      "set-cookie": `__Host-styles=${/styles-(.*)\.css/.exec(stylesheet)![1]}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=31536000`,
    },
  };
  for (const [path, headers] of Object.entries(expected)) {
    const response = await fetch(origin + path);
    expect([response.status, Object.fromEntries(response.headers)], path).toMatchObject([200, headers]);
  }
});
