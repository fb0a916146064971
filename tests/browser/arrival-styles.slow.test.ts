import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startSite } from "./support/site";

const site = await startSite();

const ARRIVALS = [
  "/",
  "/plumbers",
  "/plumbers/harare?problem=blocked-drain&sort=fee",
  "/plumbers?q=xylophone",
  "/plumbers/atlantis",
  "/appointment/demoplumber01",
  "/appointment/demoplumber05?problem=leaking-tap",
];

/** The browser's styles of each element, and of its ::before and ::after. */
const drawn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll("*")].flatMap((element) =>
      [undefined, "::before", "::after"].map(
        (part) => `${element.outerHTML.slice(0, 120)} ${part ?? ""}: ${getComputedStyle(element, part).cssText}`,
      ),
    ),
  );

test.each(ARRIVALS)("%s looks the same with the styles it carries as with the whole stylesheet", async (path) => {
  const page = await (await site.browser()).newPage({ reducedMotion: "reduce" });
  // Chromium without windows now and then tells a new document of a mouse at 0, 0, which no one has moved.
  await page.addInitScript(() =>
    addEventListener("pointermove", (move) => move.clientX + move.clientY === 0 && move.stopPropagation(), true),
  );
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.context().clearCookies();
    await page.goto(site.origin + path, { waitUntil: "networkidle" });
    expect(await page.locator("head style").count()).toBe(1);
    const carried = await drawn(page);
    // The whole stylesheet comes with the first sign that the visitor stays.
    expect(await page.locator("link[rel=stylesheet]").count()).toBe(0);
    await page.mouse.move(5, 5);
    await page.evaluate(async () => {
      const whole = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][media="print"]')!;
      await new Promise((loaded) => (whole.sheet ? loaded(null) : whole.addEventListener("load", loaded)));
      whole.media = "all";
      document.querySelector("head style")!.remove();
      await document.fonts.ready;
    });
    const whole = await drawn(page);
    expect(carried.length).toBeGreaterThan(300);
    expect(carried.filter((element, index) => element !== whole[index])).toEqual([]);
  }
  await page.close();
});

test("who comes again gets a link to the stylesheet, styled also where its copy is gone", async () => {
  const { page, context } = await site.open({ width: 360, script: true });
  const ground = () =>
    page
      .locator("main form .button")
      .first()
      .evaluate((it) => getComputedStyle(it).backgroundColor);
  await page.goto("/");
  expect(await page.locator("head style").count()).toBe(1);
  const styled = await ground();
  const loaded = page.waitForResponse(/styles-/);
  await page.mouse.move(5, 5);
  await (await loaded).finished();
  for (const isCopyGone of [false, true]) {
    if (isCopyGone) await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
    await page.goto("about:blank");
    await page.goto("/");
    expect(await page.locator("head style").count()).toBe(0);
    expect(await ground()).toBe(styled);
  }
});
