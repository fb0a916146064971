import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import { launchBrowser } from "./support/browser";
import { testWithKeysAlone } from "./support/keyboard-journey";
import { takeUnseenStops } from "./support/keys";
import { startSite } from "./support/site";

const site = await startSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
afterEach(() => expect(takeUnseenStops()).toEqual([]));

describe.each([true, false])("with the keys alone, script: %s", (script) =>
  testWithKeysAlone(site, () => browser, script),
);
