import { expect, test } from "vitest";
import { startSite } from "./support/site";

const site = await startSite();

test("by keys alone: the longest wait is reminded, the next one gets another plumber from the comparison", async () => {
  const { page } = await site.open({ width: 1280, script: true }, "admin@pombi.test");
  await page.goto("/admin-dashboard");
  await page.locator("html[data-keys]").waitFor();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("g", "d");
  await page.getByRole("heading", { level: 1, name: /^Dispatch/ }).waitFor();
  const rows = page.locator("main [data-row]");
  const first = await rows.first().locator("a[data-row-link]").getAttribute("href");
  const reminded = page.locator("main [data-row]", { has: page.locator(`a[data-row-link][href="${first}"]`) });
  await press("j", "r");
  await reminded.getByText("Reminded ").waitFor();
  expect(await reminded.getByRole("button", { name: "Remind" }).count()).toBe(0);

  // The next one is chosen already.
  const chosen = page.locator("main [data-row]:has(:focus) a[data-row-link]");
  const second = (await chosen.getAttribute("href"))!;
  expect(second).not.toBe(first);
  await press("a");
  await page.waitForURL((url) => url.pathname + url.search === second);
  await page.getByRole("heading", { level: 1, name: "Assign to a plumber" }).waitFor();
  const best = rows.first().locator("[id^='assign-']");
  await press("2", "1");
  expect(await best.evaluate((button) => button === document.activeElement)).toBe(true);
  const name = (await rows.first().locator("a[data-row-link]").innerText()).trim();
  await press("Enter");
  await rows.first().getByText("loses the job. All three are told.").waitFor();
  await press("Tab", "Enter");
  await page.getByText("The booking is assigned.").waitFor();
  // Back in the list, the row that has taken its place is chosen.
  await page.getByRole("heading", { level: 1, name: /^Dispatch/ }).waitFor();
  await expect.poll(() => chosen.count()).toBe(1);
  expect(await chosen.getAttribute("href")).not.toBe(second);
  await page.goto(second.replace(/dispatch\/(\w+)\?.*/, "bookings/$1"));
  await page.getByText(`assigned it to ${name}`).waitFor();
});
