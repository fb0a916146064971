import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startSite } from "./support/site";

const site = await startSite();

const filters = (page: Page) => page.getByRole("link", { name: /^Filter and sort/ });
const topOfFirstCard = async (page: Page) => (await page.locator("main li.card").first().boundingBox())!.y;

test.each([true, false])(
  "what is chosen in the directory applies, at once with a script, and one tap removes it, script: %s",
  async (script) => {
    const { page } = await site.open({ width: 360, script });
    await page.goto("/plumbers/harare");
    const all = await page.getByText(/^\d+ plumbers$/).innerText();
    await filters(page).click();
    const show = page.getByRole("button", { name: "Show", exact: true });
    await page.getByLabel("Problem").waitFor();
    expect(await show.isVisible()).toBe(!script);
    await page.getByLabel("Problem").selectOption("Geyser");
    if (!script) await show.click();
    await page.getByRole("heading", { name: "Plumbers for a geyser in Harare" }).waitFor();
    // Nothing that isn't chosen stands in the address, where a script can see to it.
    if (script) expect(new URL(page.url()).search).toBe("?filter=open&problem=geyser");
    await page.getByLabel("Suburb").selectOption("Avondale");
    if (!script) await show.click();
    await page.getByRole("navigation", { name: "Chosen filters" }).getByText("Avondale").waitFor();
    expect(await filters(page).innerText()).toBe("Filter and sort (2)");
    await filters(page).click();
    await page.getByLabel("Suburb").waitFor({ state: "detached" });
    for (const place of await page.locator("main li.card").allInnerTexts())
      expect(place).toMatch(/(Serves|Based in) Avondale/);
    // A phone shows who can come, whatever is chosen.
    expect(await topOfFirstCard(page)).toBeLessThan(500);
    for (const name of ["Avondale", "Geyser"])
      await page.getByRole("navigation", { name: "Chosen filters" }).getByText(name).click();
    await page.waitForURL("**/plumbers/harare");
    expect(await page.getByText(/^\d+ plumbers$/).innerText()).toBe(all);
  },
);

test("selects are wide enough for their words on a phone", async () => {
  const { page } = await site.open({ width: 360, script: true });
  await page.goto("/plumbers/harare?filter=open");
  for (const select of await page.locator("form[data-at-once] select").all())
    expect((await select.boundingBox())!.width).toBeGreaterThan(140);
});

const PARTS = ["Geyser", "Tank", "Tap", "Sink", "Shower", "Toilet", "No water", "Burst pipe", "Blocked drain"];

test.each([true, false])("the house is walked through by keyboard, part by part, script: %s", async (script) => {
  const { page } = await site.open({ width: 360, script });
  await page.goto("/");
  const house = page.getByRole("navigation", { name: "Parts of the house" });
  const names = await house
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("aria-label")));
  expect(names.map((name) => name?.split(":")[0])).toEqual(PARTS);
  await house.getByRole("link", { name: /^Geyser/ }).focus();
  for (const part of PARTS.slice(1, 4)) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toContain(`${part}:`);
    const outline = await page.evaluate(
      () => getComputedStyle(document.activeElement!.querySelector("rect")!).strokeWidth,
    );
    expect(outline).toBe("4px");
  }
  await page.keyboard.press("Enter");
  await page.waitForURL("**/plumbers?problem=sink");
  await page.getByRole("heading", { name: "Plumbers for a sink", level: 1 }).waitFor();
  expect(await house.getByRole("link", { name: /^Sink/ }).getAttribute("aria-current")).toBe("true");
});

test("each part is at least 44 px wide and high on a phone, and none covers another", async () => {
  const { page } = await site.open({ width: 360, script: false });
  await page.goto("/");
  const areas = await page.locator(".house a > rect").evaluateAll((rects) =>
    rects.map((rect) => {
      const { left, right, top, bottom } = rect.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  expect(areas).toHaveLength(PARTS.length);
  for (const [at, one] of areas.entries()) {
    expect(one.right - one.left).toBeGreaterThanOrEqual(44);
    expect(one.bottom - one.top).toBeGreaterThanOrEqual(44);
    for (const other of areas.slice(at + 1))
      expect(one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom).toBe(
        false,
      );
  }
});

test("nothing runs along the pipes where motion is reduced", async () => {
  const { page } = await site.open({ width: 1280, script: false });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await page.getByRole("link", { name: /^Toilet/ }).hover();
  const seconds = await page
    .locator(".house a:hover .house-drop")
    .evaluate((drop) => getComputedStyle(drop).animationDuration);
  expect(parseFloat(seconds)).toBeLessThanOrEqual(0.001);
});
