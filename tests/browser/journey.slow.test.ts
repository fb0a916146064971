import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { launchBrowser } from "./support/browser";
import { testJourney } from "./support/journey";
import { startSite } from "./support/site";

const site = await startSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("on a phone without script", () => testJourney(site, () => browser, { width: 360, script: false }, 0));
describe("on a desktop with script", () => testJourney(site, () => browser, { width: 1280, script: true }, 2));
