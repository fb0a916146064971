import { expect, test } from "vitest";
import { startSite } from "./support/site";

const site = await startSite();

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

test("typed in one's own words, without script, the search leads to who can come", async () => {
  const { page } = await site.open({ width: 360, script: false });
  await page.goto("/");
  await page.getByLabel("What is wrong?").fill("My toilet is blokced!");
  await page.getByLabel("Where do you need a plumber?").fill("harrare");
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForURL("**/plumbers/harare?problem=toilet");
  await page.getByRole("heading", { name: "Plumbers for a toilet in Harare" }).waitFor();
  await page.getByLabel("What is wrong?").fill("goldfish");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("We didn't understand “goldfish”. Here is everyone in Harare").waitFor();
  expect(await page.getByLabel("What is wrong?").inputValue()).toBe("goldfish");
});
