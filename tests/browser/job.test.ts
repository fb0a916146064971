import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { launchBrowser } from "./support/browser";
import { testJob } from "./support/job-journey";
import { startSite } from "./support/site";

const site = await startSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("with script", () => testJob(site, () => browser, true, ["8", "22"]));
