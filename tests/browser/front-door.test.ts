import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "./support/browser";
import { startSite } from "./support/site";
import { toSecondStep } from "./support/users";

const { origin } = await startSite();
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
    ["/manifest.webmanifest", { ...own, "content-type": "application/manifest+json" }],
    // Other origins show these.
    ["/default-avatar.png", { ...own, "cross-origin-resource-policy": "cross-origin" }],
    [
      "/share.png",
      { ...own, "cross-origin-resource-policy": "cross-origin", "cache-control": "public, max-age=86400" },
    ],
  ])("%s has the headers that protect", async (path, expected) => {
    const response = await fetch(origin + path);
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
