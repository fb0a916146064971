import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { startSite } from "./support/site";

const site = await startSite();

const open = async (width: number, forcedColors: "active" | "none" = "none") =>
  (await site.open({ width, script: true, forcedColors, reducedMotion: "reduce", bypassCSP: true })).page;

const groundOf = (within: Pick<Page, "locator">, selector: string) =>
  within
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);

test("the chosen day, time, filter, role and menu entry differ from the others with forced colours", async () => {
  const page = await open(360, "active");
  await page.goto("/appointment/demoplumber01");
  await page.locator("input.day-5").check({ force: true });
  await page.locator(".slot:not(.not-5) input").first().check({ force: true });
  for (const kind of ["day", "slot"]) {
    const chosen = await groundOf(page, `.${kind}:has(:checked)`);
    expect(chosen, kind).not.toBe(await groundOf(page, `.${kind}:not(:has(:checked))`));
  }
  await page.goto("/plumbers/harare");
  expect(await groundOf(page, ".chip[aria-current=true]")).not.toBe(await groundOf(page, ".chip:not([aria-current])"));
  await page.goto("/signup");
  expect(await groundOf(page, ".role-choice input:checked + span")).not.toBe(
    await groundOf(page, ".role-choice input:not(:checked) + span"),
  );
  await site.openSession(page.context(), "client@pombi.test");
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/client-dashboard/overview");
    const menu = page.getByRole("navigation", { name: "Dashboard" }).and(page.locator(":visible"));
    const here = await groundOf(menu, "a[aria-current=page]");
    expect(here, String(width)).not.toBe(await groundOf(menu, "a:not([aria-current])"));
  }
});

test("a time taken on the chosen day says so, and the booking form has a name", async () => {
  const page = await open(360);
  await page.goto("/appointment/demoplumber01");
  expect(await page.getByRole("form", { name: "Choose day and time" }).count()).toBe(1);
  const day = await page.evaluate(() =>
    [0, 1, 2, 3, 4, 5, 6].find(
      (at) => document.querySelector(`.slot.not-${at}`) && document.querySelector(`.slot:not(.not-${at})`),
    ),
  );
  await page.locator(`input.day-${day}`).check({ force: true });
  const form = page.getByRole("form", { name: "Choose day and time" });
  const taken = page.locator(`.slot.not-${day}`).first();
  const free = page.locator(`.slot:not(.not-${day})`).first();
  expect(await form.ariaSnapshot()).toMatch(`${await taken.innerText()} taken`);
  expect(await form.ariaSnapshot()).not.toMatch(`${await free.innerText()} taken`);
});

/** Text that is cut off, and whatever sticks out of the screen. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (over > 0) found.push(`${over} px wider than the screen`);
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const hasText = [...element.childNodes].some((node) => node instanceof Text && node.textContent?.trim());
      // For screen readers alone, or not there at all.
      if (!hasText || box.width <= 1 || box.height <= 1 || style.visibility !== "visible" || !element.checkVisibility())
        continue;
      const cutsX =
        style.overflowX !== "visible" && style.overflowX !== "auto" && element.scrollWidth > element.clientWidth + 1;
      const cutsY = style.overflowY === "hidden" && element.scrollHeight > element.clientHeight + 1;
      if (cutsX || cutsY) found.push(`cut off: ${element.textContent?.trim().slice(0, 60)}`);
      const scrolls = element.closest(".carousel, .chip-row, .days, .skip-link, .submenu, pre, select");
      if (!scrolls && (box.right > innerWidth + 1 || box.left < -1))
        found.push(`out of the screen: ${element.textContent?.trim().slice(0, 60)}`);
    }
    return found;
  });

// The values of WCAG 2.2, 1.4.12.
const TEXT_SPACING =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }";
const PAGES = [
  "/",
  "/plumbers/harare",
  "/appointment/demoplumber01",
  "/signup?role=plumber",
  "/signin",
  "/contact",
  "/blog",
  "/services",
];

describe.each([
  ["320 px", 320, ""],
  ["360 px and wide text spacing", 360, TEXT_SPACING],
  ["1280 px and wide text spacing", 1280, TEXT_SPACING],
])("at %s", (_, width, spacing) => {
  test("public pages are whole", async () => {
    const page = await open(width);
    for (const path of PAGES) {
      await page.goto(path);
      // Parts further down are laid out when they come near.
      await page.addStyleTag({ content: `.later { content-visibility: visible !important } ${spacing}` });
      expect(await cutOff(page), path).toEqual([]);
    }
  });

  test.each([
    ["client@pombi.test", ["/client-dashboard/overview", "/client-dashboard/bookings"]],
    ["plumber@pombi.test", ["/plumber-dashboard", "/plumber-dashboard/jobs"]],
  ])("the dashboard of %s is whole", async (email, paths) => {
    const page = await open(width);
    await site.openSession(page.context(), email);
    for (const path of paths) {
      await page.goto(path);
      await page.addStyleTag({ content: spacing || "html {}" });
      expect(await cutOff(page), path).toEqual([]);
    }
  });
});
