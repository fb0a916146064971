import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { launchBrowser } from "./support/browser";
import { testEnquiryForms } from "./support/enquiry-forms";
import { startSite } from "./support/site";

const { origin } = await startSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

// On a desktop: enquiry-forms.slow.test.ts.
describe.each([true, false])("at 360 px, script: %s", (script) =>
  testEnquiryForms(origin, () => browser, { width: 360, script }),
);
