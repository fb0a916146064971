import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { gotoLive } from "./support/live";
import { startSite } from "./support/site";
import { giveCredentials, openBrowser, signIn, signOut } from "./support/users";

const site = await startSite(undefined, { without: ["--disable-back-forward-cache"], whole: true });
const { origin } = site;

/** Texts of the client's own pages alone. */
const OWN = ["client@pombi.test", "/client-dashboard"];

const PAGES = ["/bookings", "/profile", "/appointment/demoplumber01", "/client-dashboard/bookings", "/change-password"];

/** The document as it is, without what `Sign in` and `back to` carry in their addresses. */
const shown = async (page: Page) => (await page.content()).replace(/redirectTo=[^"]*/g, "");

/** Ends a session on the server: the browser's cookie is still there, and worth nothing. */
async function endSession(context: BrowserContext): Promise<void> {
  const session = (await context.cookies()).find(({ name }) => name === "__Host-session");
  const headers = { Cookie: `__Host-session=${session?.value}`, Origin: origin };
  await fetch(`${origin}/signout`, { method: "POST", headers, redirect: "manual" });
}

describe.each([
  ["with script", true],
  ["without script", false],
])("%s, the browser's Back after signing out", (_, script) => {
  test.each(PAGES)("does not bring %s back", async (path) => {
    const { page } = await site.open({ width: 1280, script }, "client@pombi.test");
    await page.goto(path);
    expect(await shown(page)).toContain("/client-dashboard");
    await signOut(page);
    // An open dashboard hears of it by its socket, and may be there first.
    await page.waitForURL(/\/signin/);
    await page.goBack();
    await page.waitForLoadState();
    const text = await shown(page);
    expect(OWN.filter((own) => text.includes(own))).toEqual([]);
  });
});

// Chromium keeps even these pages for Back, for three minutes and as long as no cookie changes: script asks again.
test.each(["/bookings", "/profile", "/appointment/demoplumber01"])(
  "the browser's Back after the session was ended elsewhere does not bring %s back",
  async (path) => {
    const { page, context } = await site.open({ width: 1280, script: true }, "client@pombi.test");
    await page.goto(path);
    await page.goto("/about");
    await endSession(context);
    // Not `goBack`: it waits for a load, which a page that was kept does not have.
    await page.evaluate(() => history.back());
    await expect.poll(() => shown(page).catch(() => OWN.join())).not.toMatch(/client@pombi\.test|\/client-dashboard/);
    expect(page.url()).not.toContain("/about");
  },
);

test("a page with half-typed text stays when the session ends, and its form comes back after sign-in", async () => {
  const { page, context } = await openBrowser(await site.browser(), origin, { width: 360, script: true });
  await signIn(page, "client5@pombi.test");
  await gotoLive(page, "/client-dashboard/profile?edit");
  await page.getByLabel("Address Line 1").fill("12 Kept Street");
  await endSession(context);
  await page.getByText("Reconnecting").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("we've kept what you wrote").waitFor();
  await giveCredentials(page, "client5@pombi.test");
  await page.waitForURL(/profile/);
  expect(await page.getByLabel("Address Line 1").inputValue()).toBe("12 Kept Street");
});
