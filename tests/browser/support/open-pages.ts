import type { Page } from "playwright-core";

// A failed test says what it waited for. This says what was there instead.

const LAST = 30;
const eventsOf = new WeakMap<Page, string[]>();

/** Notes what a page asks for and complains of. */
export function followPage(page: Page): void {
  const events: string[] = [];
  const note = (event: string) => void (events.push(event.slice(0, 200)) > LAST && events.shift());
  eventsOf.set(page, events);
  page.on("pageerror", (error) => note(`error: ${error.message}`));
  page.on("console", (message) => note(`${message.type()}: ${message.text()}`));
  page.on("framenavigated", (frame) => note(`navigated to ${frame.url()}`));
  page.on("requestfailed", (request) => note(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on("response", (response) => note(`${response.status()} ${response.request().method()} ${response.url()}`));
}

export async function describePage(page: Page): Promise<string> {
  const text = await page.locator("body").innerText({ timeout: 1000 }).catch(String);
  const events = eventsOf.get(page) ?? [];
  return `${page.url()}\n  ${events.join("\n  ")}\n  It shows: ${text.replace(/\s+/g, " ").slice(0, 600)}`;
}
