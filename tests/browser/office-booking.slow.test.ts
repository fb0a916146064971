import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./support/browser";
import { inDays } from "./support/clock";
import { press, reach, takeUnseenStops, type } from "./support/keys";
import { startSite } from "./support/site";
import { openBrowser } from "./support/users";

const site = await startSite();
const { origin } = site;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Someone at the office, in front of New booking. */
async function office(device: { width: number; script: boolean }) {
  const side = await openBrowser(browser, origin, device);
  await site.openSession(side.context, "admin@pombi.test");
  await side.page.goto("/admin-dashboard/bookings/new");
  return side;
}

test("by keyboard alone, the office books for a client it knows", async () => {
  const { page, complaints, context } = await office({ width: 1280, script: true });
  // The page begins in the search field, and Enter finds.
  await type(page.getByLabel("Name or phone"), "client");
  await page.keyboard.press("Enter");
  await page.locator("input[name=client]").nth(2).waitFor();
  await press(page.locator("input[name=client]").first(), "Space");
  await type(page.getByLabel("Plumber", { exact: true }), "T");
  await press(page.getByRole("button", { name: "Show free times" }));
  // Of today, the hours that have passed are hidden.
  await page.locator(".slots:visible").first().waitFor();
  await reach(page.locator("input[name=appointmentDate]:checked"));
  for (let day = 0; day < 5; day++) await page.keyboard.press("ArrowRight");
  await press(page.locator(".slot:visible input").first(), "Space");
  await type(page.getByLabel("Service"), "L");
  await type(page.getByLabel("Street or landmark"), "1 King George Road");
  await press(page.getByRole("button", { name: "Book", exact: true }));
  await page.getByText("The booking is made.").waitFor();
  await page.locator("section", { hasText: "History" }).getByText("sent the request").first().waitFor();
  expect([takeUnseenStops(), complaints]).toEqual([[], []]);
  await context.close();
});

test("without a script and on a phone, for someone new: what was typed stays", async () => {
  const { page, complaints, context } = await office({ width: 360, script: false });
  await page.getByLabel("Name or phone").fill("Tariro Nobody");
  await page.getByLabel("Street or landmark").fill("1 King George Road");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByText("No client found.").waitFor();
  expect(await page.getByLabel("First name").inputValue()).toBe("Tariro");
  expect(await page.getByLabel("Street or landmark").inputValue()).toBe("1 King George Road");
  await page.getByLabel("Phone", { exact: true }).fill("0779 876 543");
  await page.getByLabel("Date").fill(inDays(3));
  await page.getByLabel("Time", { exact: true }).fill("10:00");
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await page.getByText("Please choose a service.").first().waitFor();
  await page.getByLabel("Service").selectOption("Inspection");
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await page.getByText("The booking is made.").waitFor();
  await page.getByRole("link", { name: "Tariro Nobody" }).click();
  await page.getByText("By phone").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
