import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./support/browser";
import { openBrowser } from "./support/users";
import { startSite } from "./support/site";

const site = await startSite();
const { origin } = site;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test("without script a reply appears next to a half-written message; with script there is no such frame", async () => {
  const client = await openBrowser(browser, origin, { width: 360, script: false });
  await site.openSession(client.context, "client11@pombi.test");
  await client.page.goto("/client-dashboard/messages/demoadmin");
  const frame = client.page.frameLocator("iframe[title='New messages']");
  await frame.getByText("New messages appear here. This part reloads every 30 seconds.").waitFor();
  await client.page.getByPlaceholder("Type a message...").fill("Half a senten");

  const admin = await openBrowser(browser, origin, { width: 1280, script: true });
  await site.openSession(admin.context, "admin@pombi.test");
  await admin.page.goto("/admin-dashboard/messages/democlient11");
  expect(await admin.page.locator("iframe").count()).toBe(0);
  await admin.page.getByPlaceholder("Type a message...").fill("Your answer");
  await admin.page.getByRole("button", { name: "Send" }).click();
  await admin.page.getByRole("img", { name: "Sending" }).waitFor({ state: "detached" });

  // What the frame does by itself after 30 seconds.
  const inner = client.page.frames().find((one) => one.url().includes("/new?"))!;
  await inner.goto(inner.url());
  await frame.getByText("Your answer").waitFor();
  expect(await client.page.getByPlaceholder("Type a message...").inputValue()).toBe("Half a senten");
  await client.page.getByRole("link", { name: "Reload" }).click();
  await client.page.getByRole("log").getByText("Your answer").waitFor();
  expect([...client.complaints, ...admin.complaints]).toEqual([]);
  await Promise.all([client.context.close(), admin.context.close()]);
});
