import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./support/browser";
import { readFirstVisit } from "./support/first-visit";
import { startSite } from "./support/site";

const { origin } = await startSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test.concurrent.each([
  "/",
  "/about",
  "/services",
  "/services/emergency?city=Harare",
  "/contact",
  "/blog",
  "/blog/1",
  "/plumbers",
  "/appointment/demoplumber01",
  "/signup",
  "/signin",
])("%s moves by less than 0.02 from the first paint to the end of the page", async (path) => {
  const { shift } = await readFirstVisit(browser, origin + path, { scroll: true });
  expect(shift).toBeLessThan(0.02);
});
