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

test("a page kept for a time without a line has no styles of elements, which its policy would refuse", async () => {
  const { page, context } = await openPhone(site);
  await page.evaluate(() => {
    const main = document.querySelector("main")!;
    main.style.minHeight = "1px";
    main.append("Styled by a script");
  });
  await expect.poll(() => keptText(page)).toContain("Styled by a script");
  await context.setOffline(true);
  await page.reload();
  expect(await textOf(page)).toContain("Styled by a script");
  expect(await page.locator("main[style]").count()).toBe(0);
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

test("a link that is followed without a line leads to the kept page", async () => {
  const { page, context } = await openPhone(site, [BOOKINGS, "/client-dashboard/overview"]);
  await context.setOffline(true);
  await page.locator(`nav a[href='${BOOKINGS}']`).last().click();
  await page.waitForURL(`**${BOOKINGS}`);
  await expect.poll(() => textOf(page).catch(() => "")).toMatch(/^Offline\. As of/);
});

test("a page that was not seen says so without a line, and comes when the line is back", async () => {
  const { page, context } = await openPhone(site);
  await context.setOffline(true);
  await page.goto("/client-dashboard/payments");
  expect(await textOf(page)).toContain("You're offline");
  await context.setOffline(false);
  await expect.poll(() => textOf(page).catch(() => ""), { timeout: 30_000 }).toContain("Payments");
});

test("a form keeps the typed text without a line, and says that one is offline", async () => {
  const { page, context } = await openPhone(site);
  await context.setOffline(true);
  await page.reload();
  await page.evaluate(() => {
    const form = document.createElement("form");
    form.method = "post";
    form.innerHTML = '<input name="note"><button>Save it</button>';
    document.querySelector("main")?.appendChild(form);
  });
  await page.locator("[name=note]").fill("half typed");
  await page.getByRole("button", { name: "Save it" }).click();
  await expect.poll(() => textOf(page)).toContain("You're offline. What you typed stays here");
  expect(await page.locator("[name=note]").inputValue()).toBe("half typed");
  await context.setOffline(false);
  // The page is not loaded again: that would lose it.
  await expect.poll(() => textOf(page)).toContain("You're back online.");
  expect(await page.locator("[name=note]").inputValue()).toBe("half typed");
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

test("a message that is written without a line on an open page goes out once when the line is back", async () => {
  const { page, context } = await openPhone(site, []);
  const chat = await openChat(page);
  await context.setOffline(true);
  await write(page, "Written on the bus");
  expect(await textOf(page)).not.toContain("Tap to retry");
  await context.setOffline(false);
  await expect.poll(() => textOf(page), { timeout: 30_000 }).not.toContain("Not sent");
  await page.goto(chat);
  expect(await times(page, "Written on the bus")).toBe(1);
  await nothingWaits(page);
});

test("a message that is written without a line on a kept page, which offers a review too, goes out by itself; what is half typed stays", async () => {
  const { page, context } = await openPhone(site, []);
  const chat = await openChat(page, "/client-dashboard/messages/demoplumber01");
  expect(await textOf(page)).toContain("Leave a review for");
  for (const [text, next] of [
    ["Written in the lift", ""],
    ["Written in the tunnel", "half typed"],
  ] as const) {
    await context.setOffline(true);
    await page.reload();
    await write(page, text);
    await box(page).fill(next);
    await context.setOffline(false);
    // With nothing typed, though boxes can be ticked, the page loads itself again.
    if (next) {
      await expect.poll(() => textOf(page), { timeout: 30_000 }).toContain("You're back online.");
      expect(await textOf(page)).not.toContain("Not sent");
    }
    await nothingWaits(page);
    if (next) expect(await box(page).inputValue()).toBe(next);
    await page.goto(chat);
    expect(await times(page, text)).toBe(1);
  }
});

test("a message that is written without a line and then loaded again is still there, and goes out once from whatever page is open by then", async () => {
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

test("a message that is written without a line and then refused by the server stays as not sent with the reason, after each reload, until it is removed", async () => {
  const { page, context } = await openPhone(site);
  const chat = await openChat(page);
  await context.setOffline(true);
  await write(page, "Never accepted");
  // Longer than any message may be by the time the line is back.
  await page.evaluate(() => {
    const [[key, left]] = Object.entries(localStorage) as [[string, string]];
    const [message] = JSON.parse(left) as [{ content: string }];
    localStorage.setItem(key, JSON.stringify([{ ...message, content: message.content.padEnd(2001, "!") }]));
  });
  await page.goto(BOOKINGS);
  await context.setOffline(false);
  const left = () => page.evaluate(() => Object.values(localStorage).join()).catch(() => "loading");
  await expect.poll(left, { timeout: 30_000 }).toContain('"problem"');
  for (let turn = 0; turn < 2; turn++) {
    await page.goto(chat);
    await expect.poll(() => textOf(page)).toMatch(/Never accepted!+\s*Not sent\. \S+/);
  }
  await page.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => textOf(page)).toContain("Not sent. ");
  await page.getByRole("button", { name: "Remove" }).click();
  expect(await textOf(page)).not.toContain("Never accepted");
  expect(await left()).toBe("");
});
