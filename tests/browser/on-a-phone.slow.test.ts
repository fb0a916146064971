import { expect, test } from "vitest";
import { gotoLive, openLive } from "./support/live";
import { startSite } from "./support/site";

// What a phone of 360 px shows of the dashboards beside their texts.

const site = await startSite();

const at = (email: string, path: string) => openLive(site, 360, email, path);

test("while the next page loads, a thin bar runs on top and the pressed tab is marked", async () => {
  const { page } = await at("client@pombi.test", "/client-dashboard/bookings");
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/client-dashboard/messages.data*", async (route) => {
    await arrived;
    await route.continue();
  });
  const tab = page.locator(".dashboard-tabs").getByRole("link", { name: /^Messages/ });
  await tab.click();
  await page.locator(".loading-bar").waitFor();
  const bar = (await page.locator(".loading-bar").boundingBox())!;
  expect([bar.y, bar.height]).toEqual([0, 3]);
  expect(await tab.getAttribute("aria-current")).toBe("page");
  expect(page.url()).toMatch(/\/bookings$/);
  arrive();
  await page.getByRole("heading", { name: "Plumbers & Admin" }).waitFor();
  await page.locator(".loading-bar").waitFor({ state: "detached" });
});

test("a conversation takes the whole screen, and shows the photo that goes with the next message", async () => {
  const { page } = await at("client@pombi.test", "/client-dashboard/messages");
  expect(await page.locator(".dashboard-tabs").isVisible()).toBe(true);
  await gotoLive(page, "/client-dashboard/messages/demoplumber01");
  expect(await page.locator(".dashboard-tabs").isVisible()).toBe(false);
  const { height } = (await page.locator(".conversation").boundingBox())!;
  expect(height).toBe(page.viewportSize()!.height);
  await page.getByLabel("Add a photo").setInputFiles("public/icon-192.png");
  const preview = page.getByAltText("The photo that goes with your message");
  await preview.waitFor();
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Remove" }).click();
  await preview.waitFor({ state: "detached" });
});
