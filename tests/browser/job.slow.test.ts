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

describe("without script", () => testJob(site, () => browser, false, ["9", "23"]));
