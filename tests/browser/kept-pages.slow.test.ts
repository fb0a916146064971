import type { BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { launchBrowser } from "./support/browser";
import { BOOKINGS, isKept, keptIn, openPhone, textOf } from "./support/kept-pages";
import { layLine } from "./support/line";
import { startSite } from "./support/site";
import { openBrowser, post, signOut } from "./support/users";

const site = await startSite(undefined, { whole: true });
const { origin } = site;

/** Nothing of a user is left in the browser: caches, texts, the worker. */
const expectNothingLeft = (page: Page) =>
  expect
    .poll(
      () =>
        page
          .evaluate(async () => [
            (await caches.keys()).filter((name) => name.startsWith("pages")),
            Object.keys(localStorage),
            (await navigator.serviceWorker.getRegistrations()).length,
          ])
          .catch(() => null),
      { timeout: 15_000 },
    )
    .toEqual([[], [], 0]);

async function readsNothingOffline(context: BrowserContext, page: Page, path: string) {
  await context.setOffline(true);
  await page.goto(path).catch(() => undefined);
  expect(await textOf(page).catch(() => "")).not.toMatch(/As of|Own|Booking/);
  await context.setOffline(false);
}

test("kept pages end with signing out: nothing is left, and another open tab keeps nothing after that", async () => {
  const { page, context } = await openPhone(site);
  const tab = await context.newPage();
  await tab.goto(origin + "/client-dashboard/overview");
  await isKept(tab, "/client-dashboard/overview");
  await signOut(page);
  await page.waitForURL(/\/signin/);
  await expectNothingLeft(page);
  await tab.waitForURL(/\/signin/, { timeout: 30_000 });
  await tab.waitForLoadState("networkidle");
  await expectNothingLeft(page);
  await readsNothingOffline(context, page, BOOKINGS);
});

test("kept pages end with a session that was ended elsewhere, at the next page", async () => {
  const { page, context } = await openPhone(site);
  await post(context, origin, "/signout", {});
  await page.waitForURL(/\/signin/, { timeout: 30_000 });
  await expect.poll(() => keptIn(page)).not.toContain(BOOKINGS);
  await readsNothingOffline(context, page, BOOKINGS);
});

test("a new deployment leaves kept pages whole: the files of their build are kept with them", async () => {
  const { page, context } = await openPhone(site);
  // The files of the old build are gone from the server, and the browser's own cache is empty.
  const assets = (await keptIn(page)).filter((path) => /\/assets\/.*\.css$/.test(path));
  expect(assets).toHaveLength(1);
  const session = await context.newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await context.setOffline(true);
  await page.goto(BOOKINGS);
  expect(await page.evaluate(() => getComputedStyle(document.querySelector(".offline-line")!).position)).toBe("sticky");
  expect(await page.evaluate(() => document.styleSheets[0]?.href ?? "")).toContain(assets[0]);
});

test("public pages and the office have no worker", async () => {
  const { page, context } = await openPhone(site);
  await page.goto("/plumbers");
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await context.clearCookies();
  await site.openSession(context, "admin@pombi.test");
  await page.goto("/admin-dashboard", { waitUntil: "networkidle" });
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  );
  expect(scopes.join()).not.toContain("admin");
});

test.each([
  ["/", "/manifest.webmanifest", "/"],
  [BOOKINGS, "/client.webmanifest", "/client-dashboard"],
])("the app that is installed from %s opens where its user works", async (path, manifest, start) => {
  const { page } = await openPhone(site, []);
  await page.goto(path);
  expect(await page.locator("link[rel=manifest]").getAttribute("href")).toBe(manifest);
  const written = (await (await fetch(origin + manifest)).json()) as Record<string, unknown>;
  expect(written).toMatchObject({ display: "standalone", start_url: start, scope: "/" });
  for (const { url } of written["shortcuts"] as { url: string }[])
    expect((await fetch(origin + url, { redirect: "manual" })).status).toBeLessThan(400);
});

/** A client's phone whose line can be cut, with these pages kept and the last one open. */
async function openOnLine(paths: string[]) {
  const line = await layLine(origin);
  const browser = await launchBrowser({ more: line.args, whole: true });
  onTestFinished(async () => {
    line.close();
    await browser.close();
  });
  const { page, context } = await openBrowser(browser, origin, { width: 360, script: true });
  await site.openSession(context, "client@pombi.test");
  for (const path of paths) {
    await page.goto(path);
    await isKept(page, path);
  }
  await page.evaluate(() => navigator.serviceWorker.ready);
  return { line, page };
}

test.each([
  { how: "a reload", act: (page: Page) => page.reload({ waitUntil: "commit" }) },
  {
    how: "a link in an open dashboard",
    act: (page: Page) =>
      page
        .locator(".dashboard-tabs")
        .getByRole("link", { name: /^Messages/ })
        .click(),
  },
])("on a silent line $how shows the kept page, and the real one by itself once the line is back", async ({ act }) => {
  const { line, page } = await openOnLine(["/client-dashboard/messages", BOOKINGS]);
  line.cut("silent");
  await act(page);
  await page.getByText(/As of/).waitFor();
  line.mend();
  await page.getByText(/As of/).waitFor({ state: "detached", timeout: 60_000 });
  await page.getByRole("heading", { level: 1 }).waitFor();
});
