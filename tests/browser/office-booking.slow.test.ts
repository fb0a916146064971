import { expect, test } from "vitest";
import { inDays } from "./support/clock";
import { startSite } from "./support/site";

const site = await startSite();

/** The form of a new booking on a phone. */
async function openForm() {
  const { page } = await site.open({ width: 360, script: true }, "admin@pombi.test");
  await page.goto("/admin-dashboard/bookings/new");
  return page;
}

test("the address of a client comes with the choice, and goes with it; what was typed stays", async () => {
  const page = await openForm();
  const clients = page.locator("input[name=client]");
  const street = page.getByLabel("Street or landmark");
  await page.getByLabel("Name or phone").fill("client");
  await page.getByRole("button", { name: "Find" }).click();
  await clients.nth(2).waitFor();
  expect(await street.inputValue()).toBe("");
  await clients.first().check();
  const first = await street.inputValue();
  expect(first).toMatch(/\w/);
  await clients.nth(1).check();
  expect(await street.inputValue()).not.toBe(first);
  await page.getByLabel("Someone new").check();
  expect(await street.inputValue()).toBe("");
  await street.fill("9 Typed Street");
  await clients.first().check();
  expect(await street.inputValue()).toBe("9 Typed Street");
});

test("with a script and on a phone, what is looked up leaves the page where it is, and the message of the booking is in sight", async () => {
  const page = await openForm();
  await page.getByLabel("Name or phone").fill("client");
  await page.getByRole("button", { name: "Find" }).click();
  await page.locator("input[name=client]").nth(2).waitFor();
  await page.locator("input[name=client]").first().check();
  await page.getByLabel("City").selectOption("Mutare");
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === "POST"),
    page.getByRole("button", { name: "Show free times" }).click(),
  ]);
  await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.getByLabel("Date").fill(inDays(30));
  await page.getByLabel("Time", { exact: true }).fill("10:00");
  await page.getByLabel("Service").selectOption("Inspection");
  await page.getByLabel("Street or landmark").fill("1 King George Road");
  await page.getByRole("button", { name: "Book", exact: true }).click();
  const message = page.getByText("The booking is made.");
  await message.waitFor();
  await expect.poll(async () => (await message.boundingBox())!.y).toBeGreaterThanOrEqual(0);
  expect(await page.evaluate(() => scrollY)).toBeLessThan(100);
});
