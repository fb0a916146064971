import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "./support/browser";
import { startSite } from "./support/site";
import { openBrowser, toSecondStep } from "./support/users";

const site = await startSite();
const { origin } = site;
const MB = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), "pombi-photos-"));
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

describe.each([
  ["without script", false],
  ["with script", true],
])("%s", (_, javaScriptEnabled) => {
  test.each([7, 30])(
    "whoever signs up with a photo of %i MB reads what is wrong, with every answer in its place",
    async (size) => {
      const page = await browser.newPage({ baseURL: origin, javaScriptEnabled, viewport: { width: 360, height: 800 } });
      await page.goto("/signup?role=plumber");
      await page.locator("[name=name]").fill("Farai");
      await page.locator("[name=username]").fill("Moyo");
      await page.locator("[name=email]").fill("farai-moyo@example.test");
      // Of no image, so that no script can shrink it.
      const photo = join(folder, `${size}-mb.jpg`);
      writeFileSync(photo, Buffer.alloc(size * MB, 7));
      await toSecondStep(page);
      await page.locator("[name=image]").setInputFiles(photo);
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === "POST", { timeout: 60_000 }),
        page.getByRole("button", { name: "SIGN UP" }).click(),
      ]);
      expect(answer.status()).toBe(413);
      await page.getByText("Image is too large. The limit is 5 MB.").first().waitFor();
      expect(await page.locator("[name=name]").inputValue()).toBe("Farai");
      expect(await page.locator("[name=email]").inputValue()).toBe("farai-moyo@example.test");
      await page.close();
    },
  );
});

describe("files", () => {
  const own = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
  };
  test.each([
    ["/favicon.svg", own],
    ["/favicon.ico", own],
    ["/manifest.webmanifest", { ...own, "content-type": "application/manifest+json" }],
    // Other origins show these.
    ["/default-avatar.png", { ...own, "cross-origin-resource-policy": "cross-origin" }],
    [
      "/share.png",
      { ...own, "cross-origin-resource-policy": "cross-origin", "cache-control": "public, max-age=86400" },
    ],
  ])("%s has the headers that protect", async (path, expected) => {
    const response = await fetch(origin + path);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject(expected);
  });

  test("a stylesheet too, for good", async () => {
    const sheet = /href="(\/assets\/[^"]+\.css)"/.exec(await (await fetch(`${origin}/about`)).text())![1]!;
    const { headers } = await fetch(origin + sheet);
    expect([
      headers.get("Cache-Control"),
      headers.get("X-Content-Type-Options"),
      headers.get("Cross-Origin-Resource-Policy"),
    ]).toEqual(["public, max-age=31536000, immutable", "nosniff", "same-origin"]);
  });
});

test("leaving a dashboard for a public page leaves the framework's script behind", async () => {
  const { page, context } = await openBrowser(browser, origin, { width: 1280, script: true });
  await site.openSession(context, "client@pombi.test");
  await page.goto("/client-dashboard/bookings", { waitUntil: "networkidle" });
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.getByRole("link", { name: "Book a plumber" }).first().click();
  await page.waitForURL(/\/plumbers$/);
  expect(scripts.filter((url) => !url.includes("enhance"))).toEqual([]);
  expect(await page.evaluate(() => "__remixContext" in window)).toBe(false);
  await context.close();
});

test("the policy of no page is violated", async () => {
  const { page, context } = await openBrowser(browser, origin, { width: 360, script: true });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`violation: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  const violations: string[] = [];
  page.on("console", (message) => message.text().includes("violation") && violations.push(message.text()));
  for (const path of [
    "/",
    "/about",
    "/contact",
    "/services/emergency?city=Harare",
    "/plumbers",
    "/appointment/demoplumber01",
    "/signup",
    "/signin",
    "/nope",
  ])
    await page.goto(path, { waitUntil: "networkidle" });
  await site.openSession(context, "plumber@pombi.test");
  for (const path of ["/plumber-dashboard", "/plumber-dashboard/jobs", "/plumber-dashboard/notifications"])
    await page.goto(path, { waitUntil: "networkidle" });
  expect(violations).toEqual([]);
  await context.close();
});
