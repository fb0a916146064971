import { afterEach, expect, test } from "vitest";
import { testWithKeysAlone } from "./support/keyboard-journey";
import { arrive, begin, press, tab, takeUnseenStops } from "./support/keys";
import { startSite } from "./support/site";

const site = await startSite();
afterEach(() => expect(takeUnseenStops()).toEqual([]));

for (const script of [true, false]) testWithKeysAlone(site, script);

const IN_PLACE: [email: string, from: string, link: string, heading: RegExp][] = [
  ["client4@pombi.test", "/client-dashboard/bookings", "View", /(am|pm), /],
  ["plumber11@pombi.test", "/plumber-dashboard/jobs", "View", /(am|pm), /],
];

test.each(IN_PLACE)("when %s moves on from %s in place, so does the focus", async (email, from, link, heading) => {
  const { page } = await site.open({ width: 1280, script: true }, email);
  await begin(page, from, true);
  await press(page.locator("main").getByRole("link", { name: link }).first());
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("main") instanceof HTMLElement))
    .toBe(true);
});

test("past the menu comes the page's beginning, wherever the page before was left", async () => {
  const { page } = await site.open({ width: 360, script: true }, "client4@pombi.test");
  await begin(page, "/client-dashboard/settings", true);
  await page.keyboard.press("End");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await begin(page, "/client-dashboard/bookings", true);
  // What restores a position does so within the next frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(
    await page.locator("#content").evaluate((main) => Math.round(main.getBoundingClientRect().top)),
  ).toBeGreaterThanOrEqual(0);
});

const PHONE: [email: string, script: boolean, pages: string[]][] = [
  [
    "client@pombi.test",
    true,
    [
      "/client-dashboard/bookings",
      "/client-dashboard/bookings/demobooking0012",
      "/client-dashboard/profile?edit",
      "/profile?edit",
    ],
  ],
  ["client@pombi.test", false, ["/client-dashboard/bookings"]],
  [
    "plumber@pombi.test",
    true,
    ["/plumber-dashboard/jobs", "/plumber-dashboard/jobs/demobooking0012", "/plumber-dashboard/calendar"],
  ],
];

test.each(PHONE)(
  "on a phone with keys %s (script: %s) sees every stop beside the tab bar, and reaches what lies behind Menu",
  async (email, script, pages) => {
    const { page } = await site.open({ width: 360, script }, email);
    await arrive(page, pages[0]!, script);
    await press(page.locator("nav summary", { hasText: "Menu" }));
    await press(page.locator("nav details").getByRole("link", { name: "Settings" }));
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    expect(await page.locator("nav details[open]").count()).toBe(0);
    for (const path of pages) {
      await arrive(page, path, script);
      for (let stop = 0; stop < 40; stop++) {
        await tab(page);
        if (await page.evaluate(() => document.activeElement === document.body)) break;
      }
    }
  },
);
