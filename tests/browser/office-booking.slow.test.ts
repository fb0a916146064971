import { expect, test } from "vitest";
import { inDays } from "./support/clock";
import { startSite } from "./support/site";

const site = await startSite();

/** Someone at the office, in front of New booking. */
async function office(device: { width: number; script: boolean }) {
  const side = await site.open(device, "admin@pombi.test");
  await side.page.goto("/admin-dashboard/bookings/new");
  return side;
}

test("the address of a client comes with the choice, and goes with it; what was typed stays", async () => {
  const { page } = await office({ width: 360, script: true });
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

test("without a script and on a phone, for someone new: what was typed stays", async () => {
  const { page } = await office({ width: 360, script: false });
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
});

test("with a script and on a phone, what is looked up leaves the page where it is, and the message of the booking is in sight", async () => {
  const { page } = await office({ width: 360, script: true });
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
