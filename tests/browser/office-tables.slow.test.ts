import { expect, test } from "vitest";
import { startSite } from "./support/site";

const site = await startSite();

async function office(path: string, { script = true, width = 1280 } = {}) {
  const side = await site.open({ width, script }, "admin@pombi.test");
  await side.page.goto(path);
  if (script) await side.page.locator("html[data-keys]").waitFor();
  return side;
}

const PENDING = "/admin-dashboard/bookings?status=pending";

test("by keys alone two bookings are chosen and cancelled for a reason", async () => {
  const { page } = await office(PENDING);
  const rows = page.locator("main [data-row]");
  const references = await rows.locator("a[data-row-link]").evaluateAll((links) => links.map((one) => one.textContent));
  const bar = page.getByRole("form", { name: "Chosen bookings" });
  expect(await bar.isVisible()).toBe(false);
  for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
  await bar.getByText("2 chosen").waitFor();
  await page.keyboard.press("d");
  await page.getByRole("heading", { level: 1, name: "Cancel 2 bookings" }).waitFor();
  // The focus is in the list of reasons: the third one, then its own words, then the button.
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "Tab"]) await page.keyboard.press(key);
  await page.keyboard.type("the client called");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "2 of 2 bookings cancelled" }).waitFor();
  const shown = await page.locator("main [data-row] a[data-row-link]").allTextContents();
  expect(shown.sort()).toEqual(references.slice(0, 2).sort());
  await page.locator("main [data-row] a[data-row-link]").first().click();
  await page.getByText("It was booked twice: the client called").first().waitFor();
});

test.each([true, false])("a view is saved and a column hidden, script: %s", async (script) => {
  const { page } = await office(`${PENDING}&sort=-waiting`, { script });
  const name = script ? "Longest wait" : "Waiting for long";
  const head = page.getByRole("columnheader", { name: "Problem" });
  await page.locator("summary", { hasText: "Save view" }).click();
  await page.getByLabel("Name of this view").fill(name);
  await page.locator("details[open]").getByRole("button", { name: "Save" }).click();
  const view = page.getByRole("navigation", { name: "Status" }).getByRole("link", { name });
  await view.waitFor();
  expect(await view.getAttribute("aria-current")).toBe("true");
  await page.locator("summary", { hasText: "Columns" }).click();
  const shown = page.locator("details[open]").getByLabel("Problem");
  const wasShown = await shown.isChecked();
  await shown.setChecked(!wasShown);
  await page.locator("details[open]").getByRole("button", { name: "Save" }).click();
  await page.getByText("Your columns are saved.").waitFor();
  expect(await head.count()).toBe(wasShown ? 0 : 1);
  await page.goto("/admin-dashboard/bookings");
  await view.click();
  await page.waitForURL(/status=pending&sort=-waiting$/);
});

test("without a script the buttons stand below the table, and lead to the same pages", async () => {
  const { page } = await office(PENDING, { script: false });
  const boxes = page.locator("main [data-row] input[name=id]");
  for (const at of [0, 1]) await boxes.nth(at).check();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Cancel 2 bookings" }).waitFor();
  await page.getByRole("button", { name: "Cancel 2 bookings" }).click();
  await page.getByText("Say why").waitFor();
  await page.getByLabel("In your own words").fill("The pipe is mended");
  await page.getByRole("button", { name: "Cancel 2 bookings" }).click();
  await page.getByRole("heading", { level: 1, name: "2 of 2 bookings cancelled" }).waitFor();
  await page.getByRole("link", { name: "Back to bookings" }).click();
  await page.waitForURL(/bookings\?status=pending$/);
});

test("at least 15 bookings and 15 people are on a screen of 1280 by 800; phones sort by links", async () => {
  const { page } = await office(PENDING);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ["/admin-dashboard/bookings", "/admin-dashboard/people"]) {
    await page.goto(path);
    const bottoms = await page
      .locator("main [data-row]")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
    expect(bottoms.filter((bottom) => bottom <= 800).length, path).toBeGreaterThanOrEqual(15);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(PENDING);
  await page.getByRole("navigation", { name: "Sort" }).getByRole("link", { name: "Waiting" }).click();
  await page.waitForURL(/sort=-waiting/);
});

test("on phones the filter folds again once it has narrowed the list, says to what, and keeps the focus", async () => {
  const { page } = await office("/admin-dashboard/bookings", { width: 360 });
  const filter = page.locator("summary", { hasText: "Filter" });
  await filter.click();
  await page.getByRole("combobox", { name: "City" }).selectOption("harare");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/city=harare/);
  await page.locator("summary:focus", { hasText: "Filter: Harare" }).waitFor();
  expect(await page.getByRole("combobox", { name: "City" }).isVisible()).toBe(false);
});
