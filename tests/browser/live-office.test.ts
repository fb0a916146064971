import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./support/browser";
import { inDays } from "./support/clock";
import { openLive } from "./support/live";
import { soon } from "./support/soon";
import { startSite } from "./support/site";
import { giveAddress } from "./support/request";

const site = await startSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const at = (email: string, path: string) => openLive(site, browser, 1280, email, path);

const cardOf = (page: Page, label: string) => page.locator("main li", { hasText: label }).locator("b");

test("a request appears for two admins, one assigns it, and its plumber and client see it", async () => {
  const [client, plumber, admin, otherAdmin] = [
    await at("client12@pombi.test", "/client-dashboard/book"),
    await at("plumber18@pombi.test", "/plumber-dashboard/notifications"),
    await at("admin@pombi.test", "/admin-dashboard"),
    await at("admin@pombi.test", "/admin-dashboard/dispatch"),
  ];
  const before = Number(await cardOf(admin.page, "Unassigned requests").innerText());
  const date = inDays(12);
  await client.page.getByLabel("What's the problem?").selectOption("Leak Fixing");
  await client.page.getByLabel("Date").fill(date);
  await client.page.getByLabel("Time").fill("11:15");
  await giveAddress(client.page, "Desk Park, Harare", "99 Desk Lane");
  await client.page.getByRole("button", { name: "Book Service" }).click();
  await client.page.getByText("Booking request sent!").waitFor();
  await expect.poll(() => cardOf(admin.page, "Unassigned requests").innerText(), soon).toBe(String(before + 1));
  const waiting = otherAdmin.page.locator("[data-row]", { hasText: "Desk Park" });
  await waiting.waitFor(soon);

  await admin.page.getByRole("link", { name: /Unassigned requests/ }).click();
  await admin.page.locator("[data-row]", { hasText: "Desk Park" }).getByRole("link").first().click();
  await admin.page.getByRole("heading", { name: "Plumbers in Harare" }).waitFor();
  await admin.page.getByRole("link", { name: "All cities" }).click();
  await admin.page.getByRole("heading", { name: "Plumbers in all cities" }).waitFor();
  await admin.page.getByRole("link", { name: /^Show all/ }).click();
  const name = (await plumber.page.locator("aside p").first().innerText()).trim();
  await admin.page
    .locator("main tr", { hasText: name })
    .getByRole("button", { name: /^Assign / })
    .click();
  await admin.page.getByText("The booking is assigned.").waitFor();
  await waiting.waitFor({ state: "detached", ...soon });
  await plumber.page.locator("main li", { hasText: "11:15 am" }).waitFor(soon);
  await client.page.getByRole("link", { name }).waitFor(soon);
  await admin.page.waitForURL(/admin-dashboard\/dispatch\?/);
  for (const { complaints, context } of [client, plumber, admin, otherAdmin]) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});
