import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { BOOKINGS, isKept, openChat, openPhone, textOf } from "./support/kept-pages";
import { startSite } from "./support/site";

const site = await startSite(undefined, { whole: true });
const keptText = (page: Page) => page.evaluate(async () => (await caches.match(location.href))?.text());

test("the pages seen last can be read without a line, and say how old they are", async () => {
  const { page, context } = await openPhone(site);
  const ticket = (await page.locator(`main a[href^='${BOOKINGS}/']`).first().getAttribute("href"))!;
  // A link that is followed in place is kept as well.
  await page.locator(`main a[href='${ticket}']`).first().click();
  await page.waitForURL(`**${ticket}`);
  await isKept(page, ticket);
  const online = await page.locator("h1").first().innerText();
  await context.setOffline(true);
  await expect.poll(() => textOf(page)).toMatch(/Offline\. As of \d+:\d\d [ap]m\./);
  await page.reload();
  expect(await page.locator("h1").first().innerText()).toBe(online);
  expect(await textOf(page)).toMatch(/^Offline\. As of \d+:\d\d [ap]m\./);
  // Styled, with its letters and icons: nothing was asked for.
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain("Figtree");
  await page.goto(BOOKINGS);
  expect(await textOf(page)).toContain("Offline. As of");
  await page.locator(`main a[href='${ticket}']`).first().click();
  await page.waitForURL(`**${ticket}`);
  expect(await page.locator("h1").first().innerText()).toBe(online);
  await context.setOffline(false);
  await expect.poll(() => textOf(page).catch(() => "Offline"), { timeout: 30_000 }).not.toContain("Offline");
});

test('the banner "no connection" covers nothing of a conversation, on the open page and on the kept one', async () => {
  const { page, context } = await openPhone(site, []);
  await openChat(page);
  await context.setOffline(true);
  const expectRoom = async () => {
    await page.getByLabel("Message", { exact: true }).focus();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const { line, header, form } = await page.evaluate(() => {
      const boxOf = (part: string) => document.querySelector(part)!.getBoundingClientRect();
      return {
        line: boxOf(".offline-line").bottom,
        header: boxOf(".conversation header").top,
        form: boxOf(".conversation").bottom - innerHeight,
      };
    });
    expect(header).toBeGreaterThanOrEqual(line);
    expect(form).toBeLessThanOrEqual(1);
  };
  await page.locator(".offline-line").waitFor();
  await expectRoom();
  // Of two lines, as it is with a date on a small phone.
  await page.locator(".offline-line").evaluate((line) => (line.textContent = "Offline. ".repeat(12)));
  await expect
    .poll(() => page.locator(".offline-line").evaluate(({ clientHeight }) => clientHeight))
    .toBeGreaterThan(40);
  await vi.waitFor(expectRoom, { timeout: 15_000 });
  await page.reload();
  await page.locator(".offline-line").waitFor();
  await expectRoom();
});

const box = (page: Page) => page.getByLabel("Message", { exact: true });
const write = async (page: Page, text: string) => {
  await box(page).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
  await expect.poll(() => textOf(page)).toContain("Not sent yet: it goes out when you're back online.");
};
const nothingWaits = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => Object.keys(localStorage)).catch(() => ["loading"]), { timeout: 30_000 })
    .toEqual([]);
const times = async (page: Page, text: string) => (await textOf(page)).split(text).length - 1;

test("a message written offline and loaded again goes out once from whatever page is open by then", async () => {
  const { page, context } = await openPhone(site);
  const chat = await openChat(page);
  await context.setOffline(true);
  await write(page, "Before the reload");
  await expect.poll(() => keptText(page)).toContain("Before the reload");
  await page.reload();
  expect(await textOf(page)).toContain("Before the reload");
  // Nothing there could be tapped: it goes out by itself.
  expect(await textOf(page)).not.toContain("Tap to retry");
  await write(page, "After the reload");
  await page.goto(BOOKINGS);
  await context.setOffline(false);
  await nothingWaits(page);
  await page.goto(chat);
  expect(await times(page, "Before the reload")).toBe(1);
  expect(await times(page, "After the reload")).toBe(1);
  expect(await textOf(page)).toMatch(/Before the reload[^]*After the reload/);
});
