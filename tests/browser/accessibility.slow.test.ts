import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { DASHBOARD_PATHS, findViolations, PUBLIC_PATHS } from "./support/axe";
import { launchBrowser } from "./support/browser";
import { startSite } from "./support/site";

const site = await startSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe.concurrent("axe finds nothing, and no page is wider than the screen:", () => {
  test.for([360, 1280])("the public pages at %i px", async (width, { expect }) => {
    expect(await findViolations(browser, site, PUBLIC_PATHS, { width })).toEqual([]);
  });

  test.for([360, 1280])("the public pages without script at %i px", async (width, { expect }) => {
    expect(await findViolations(browser, site, PUBLIC_PATHS, { width, script: false })).toEqual([]);
  });

  for (const width of [360, 1280])
    test.for(Object.entries(DASHBOARD_PATHS))(`the dashboard of %s at ${width} px`, async ([as, paths], { expect }) => {
      expect(await findViolations(browser, site, paths, { width, as })).toEqual([]);
    });
});
