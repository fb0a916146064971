import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startSite } from "./support/site";

const site = await startSite();

const fold = (page: Page) => page.locator("details.filters > summary");
const topOfFirstCard = async (page: Page) => (await page.locator("main li.card").first().boundingBox())!.y;

test.each([true, false])(
  "what is chosen in the directory applies, at once with a script, and one tap removes it, script: %s",
  async (script) => {
    const { page } = await site.open({ width: 360, script });
    await page.goto("/plumbers/harare");
    const all = await page.getByText(/^\d+ plumbers$/).innerText();
    await fold(page).click();
    const show = page.getByRole("button", { name: "Show", exact: true });
    expect(await show.isVisible()).toBe(!script);
    await page.getByLabel("Problem").selectOption("Geyser");
    if (!script) await show.click();
    await page.getByRole("heading", { name: "Plumbers for a geyser in Harare" }).waitFor();
    // Nothing that isn't chosen stands in the address, where a script can see to it.
    if (script) expect(new URL(page.url()).search).toBe("?problem=geyser");
    await fold(page).click();
    await page.getByLabel("Suburb").selectOption("Avondale");
    if (!script) await show.click();
    await page.getByRole("navigation", { name: "Chosen filters" }).getByText("Avondale").waitFor();
    expect(await fold(page).innerText()).toBe("Filter and sort (2)");
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

test("on a wide screen the filters are open, and nothing moves when the script takes the button away", async () => {
  const tops: number[] = [];
  for (const script of [true, false]) {
    const { page } = await site.open({ width: 1280, script });
    await page.goto("/plumbers/harare");
    expect(await fold(page).isVisible()).toBe(false);
    expect(await page.getByLabel("Free on").isVisible()).toBe(true);
    tops.push(await topOfFirstCard(page));
  }
  expect(tops[0]).toBe(tops[1]);
});

test("selects are wide enough for their words on a phone", async () => {
  const { page } = await site.open({ width: 360, script: true });
  await page.goto("/plumbers/harare");
  await fold(page).click();
  for (const select of await page.locator("details.filters select").all())
    expect((await select.boundingBox())!.width).toBeGreaterThan(140);
});
