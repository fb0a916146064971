import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startSite } from "./support/site";
import { sendMessage } from "./support/users";

const site = await startSite();

/** The functions that browsers of the past lack, by browser-compat-data. */
const LACKS: Record<string, string[]> = {
  "Chrome 85": [
    "Array.prototype.at",
    "Array.prototype.findLast",
    "Object.hasOwn",
    "AbortSignal.timeout",
    "Crypto.prototype.randomUUID",
  ],
  "Chrome 92": ["Array.prototype.findLast", "Object.hasOwn", "AbortSignal.timeout"],
  "Chrome 93": ["Array.prototype.findLast", "AbortSignal.timeout"],
  "Chrome 97": ["AbortSignal.timeout"],
  "iOS 15.0": [
    "Array.prototype.at",
    "Array.prototype.findLast",
    "Object.hasOwn",
    "AbortSignal.timeout",
    "Crypto.prototype.randomUUID",
    "HTMLFormElement.prototype.requestSubmit",
    "HTMLDialogElement.prototype.showModal",
  ],
  "iOS 15.4": ["AbortSignal.timeout", "HTMLFormElement.prototype.requestSubmit"],
};

/** Takes functions away before any script of a page runs. */
function takeAway(names: string[]): void {
  for (const name of names) {
    const path = name.split(".");
    const last = path.pop()!;
    const owner = path.reduce<object>((object, part) => Reflect.get(object, part) as object, globalThis);
    Reflect.deleteProperty(owner, last);
  }
}

async function expectLight(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Dashboard" }).filter({ visible: true }).waitFor();
  await page.waitForLoadState("load");
  expect(await page.locator("script[type=module], link[rel=modulepreload]").count()).toBe(0);
  expect(await page.evaluate(() => "__remixContext" in window)).toBe(false);
}

test.each(Object.keys(LACKS))("%s has both dashboards as HTML, and a message arrives", async (browser) => {
  const words = `Written in ${browser}`;
  const client = await site.open({ width: 360, script: true }, "client@pombi.test");
  const plumber = await site.open({ width: 360, script: true }, "plumber@pombi.test");
  for (const { context } of [client, plumber]) await context.addInitScript(takeAway, LACKS[browser]!);
  const { page } = client;
  await page.goto("/client-dashboard/overview");
  await expectLight(page);
  await page
    .getByRole("link", { name: /^Messages/ })
    .filter({ visible: true })
    .click();
  await expectLight(page);
  await page.goto("/client-dashboard/messages/demoplumber01");
  await sendMessage(page, words);
  await page.getByRole("log").getByText(words).waitFor();
  await plumber.page.goto("/plumber-dashboard");
  await expectLight(plumber.page);
  await plumber.page.goto("/plumber-dashboard/messages/democlient01");
  await plumber.page.getByRole("log").getByText(words).waitFor();
});

test("a browser that has every function gets its dashboard with script", async () => {
  const { page } = await site.open({ width: 360, script: true }, "client@pombi.test");
  await page.goto("/client-dashboard/overview");
  await page.waitForFunction(() => "__remixContext" in window);
  expect(await page.locator("script[type=module]").count()).toBeGreaterThan(0);
});
