import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "./support/users";
import { openLive } from "./support/live";
import { startSite } from "./support/site";
import { soon } from "./support/clock";

const site = await startSite();
const { origin } = site;

const at = (email: string, path: string) => openLive(site, 1280, email, path);

test("a suspended plumber's open page is at sign-in at once, and once restored they can sign in again", async () => {
  const plumber = await at("plumber19@pombi.test", "/plumber-dashboard/jobs");
  const admin = await at("admin@pombi.test", "/admin-dashboard/people/demoplumber19/suspend");
  await admin.page.getByLabel("Why?").fill("Did not come");
  await admin.page.getByRole("button", { name: "Yes, suspend" }).click();
  await admin.page.getByText("Suspended: Did not come").waitFor();
  await plumber.page.waitForURL(/\/signin/, { ...soon, waitUntil: "commit" });
  await admin.page.getByRole("link", { name: "Restore" }).click();
  await admin.page.getByRole("button", { name: "Yes, restore" }).click();
  await admin.page.getByText("Suspended: Did not come").waitFor({ state: "detached" });
  await signIn(plumber.page, "plumber19@pombi.test");
});

describe.each([true, false])("on a phone, script: %s,", (script) => {
  let page: Page;
  beforeEach(async () => {
    ({ page } = await site.open({ width: 360, script }, "admin@pombi.test"));
    await page.goto("/admin-dashboard");
  });

  test("an admin finds a user by phone", async () => {
    await page.getByRole("searchbox").fill("0772 000 005");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "People" }).waitFor();
    await page.getByText("client6@pombi.test").waitFor();
  });

  test("an admin narrows the bookings, opens one, changes its title and cancels it with a reason, and finds both in the log", async () => {
    await page.goto("/admin-dashboard/bookings");
    await page.getByRole("link", { name: /^Confirmed \d/ }).click();
    await page.waitForURL(/status=confirmed/);
    expect(await page.locator("tbody .badge-confirmed").count()).toBeGreaterThan(0);
    await page.locator("summary", { hasText: "Filter" }).click();
    await page.getByRole("combobox", { name: "City" }).selectOption(script ? "Harare" : "Bulawayo");
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(/city=/);
    await page.locator("tbody a", { hasText: "PB-" }).first().click();
    await page.getByRole("heading", { level: 1, name: /\d:\d\d [ap]m, \w+/ }).waitFor();
    await page.getByLabel("Title").fill(`Tap, ${script}`);
    await page.getByRole("button", { name: "Save title" }).click();
    await page.getByText(`Tap, ${script}`, { exact: true }).waitFor();
    await page.getByText("More", { exact: true }).last().click();
    await page.getByRole("link", { name: "Cancel", exact: true }).click();
    await page.getByLabel("Why?").selectOption("It was booked twice");
    await page.getByRole("button", { name: "Yes, cancel" }).click();
    await page.getByText("Done. We've told both sides.").waitFor();
    await page.getByText("“It was booked twice”").first().waitFor();
    await page.goto("/admin-dashboard/log");
    for (const text of ["cancelled the booking", "changed the job's title"])
      await page.locator("tbody").getByText(text).first().waitFor();
  });

  test("an admin assigns a message from the site to themselves and answers it", async () => {
    await page.goto("/admin-dashboard/inbox");
    await page.getByRole("link", { name: script ? /Blessing Ncube/ : /Farai Gumbo/ }).click();
    await page.getByRole("button", { name: "Assign to me" }).click();
    await page.getByText("assigned to Grace Chikomo").waitFor();
    await page.getByLabel("Answer by email").fill("Yes, we do.");
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByText("Your answer is on its way.").waitFor();
    // Emails go out behind the response.
    await expect.poll(async () => (await fetch(`${origin}/dev/mailbox.json`)).text()).toContain("Yes, we do.");
  });

  test("an admin writes to a user found by name", async () => {
    await page.goto("/admin-dashboard/messages");
    await page.getByLabel("Write to").fill("rud");
    await page.getByRole("button", { name: "Find" }).click();
    await page.waitForURL(/to=rud/);
    await page.locator("nav", { hasText: "Clients & Plumbers" }).getByRole("link").first().click();
    await page.getByLabel("Message", { exact: true }).fill(`From the admin, ${script}`);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("log").getByText(`From the admin, ${script}`).waitFor();
  });
});
