import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Site } from "./site";

// The phone of a client whose dashboard's pages are kept for when there is no line.

export const BOOKINGS = "/client-dashboard/bookings";

export const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const kept = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
    return kept;
  });
export const isKept = (page: Page, path: string) =>
  expect.poll(() => keptIn(page), { timeout: 15_000 }).toContain(path);
export const textOf = (page: Page) => page.locator("body").innerText();

/** A client's phone, whose dashboard is open and kept. */
export async function openPhone(site: Site, paths: string[] = [BOOKINGS]) {
  const phone = await site.open({ width: 360, script: true, mayComplain: true }, "client@pombi.test");
  for (const path of paths) {
    await phone.page.goto(path);
    await isKept(phone.page, path);
  }
  if (paths.length > 0) await phone.page.evaluate(() => navigator.serviceWorker.ready);
  return phone;
}

/** The conversation with the first contact. */
export async function openChat(page: Page) {
  await page.goto("/client-dashboard/messages");
  const chat = (await page.locator("main a[href^='/client-dashboard/messages/']").first().getAttribute("href"))!;
  await page.goto(chat);
  await page.getByLabel("Message", { exact: true }).waitFor();
  await isKept(page, chat);
  await page.evaluate(() => navigator.serviceWorker.ready);
  return chat;
}
