import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { launchBrowser } from "./support/browser";
import { testJourney } from "./support/journey";
import { startSite } from "./support/site";

// Without script, and on a desktop: journey.slow.test.ts.
const site = await startSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("on a phone with script", () => testJourney(site, () => browser, { width: 360, script: true }, 1));
