import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { DASHBOARD_PATHS, findViolations, PUBLIC_PATHS } from "./support/axe";
import { launchBrowser } from "./support/browser";
import { startSite } from "./support/site";

// Desktop width, and without script: accessibility.slow.test.ts.
const site = await startSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe.concurrent("on a phone axe finds nothing, and no page is wider than the screen:", () => {
  test("the public pages", async ({ expect }) => {
    expect(await findViolations(browser, site, PUBLIC_PATHS, { width: 360 })).toEqual([]);
  });

  test.for(Object.entries(DASHBOARD_PATHS))("the dashboard of %s", async ([as, paths], { expect }) => {
    expect(await findViolations(browser, site, paths, { width: 360, as })).toEqual([]);
  });
});
