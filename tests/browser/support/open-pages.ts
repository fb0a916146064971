import type { Page } from "playwright-core";
import { afterEach } from "vitest";

// A failed test says what it waited for. This prints what was there instead.

const LAST = 30;
const openPages = new Map<Page, string[]>();

/** Notes what a page asks for and complains of, until it is closed. */
export function followPage(page: Page): void {
  const events: string[] = [];
  const note = (event: string) => void (events.push(event.slice(0, 200)) > LAST && events.shift());
  openPages.set(page, events);
  page.on("close", () => openPages.delete(page));
  page.on("pageerror", (error) => note(`error: ${error.message}`));
  page.on("console", (message) => note(`${message.type()}: ${message.text()}`));
  page.on("framenavigated", (frame) => note(`navigated to ${frame.url()}`));
  page.on("requestfailed", (request) => note(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on("response", (response) => note(`${response.status()} ${response.request().method()} ${response.url()}`));
}

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  for (const [page, events] of openPages) {
    const text = await page.locator("body").innerText({ timeout: 1000 }).catch(String);
    console.error(`${page.url()}\n  ${events.join("\n  ")}\n  It shows: ${text.replace(/\s+/g, " ").slice(0, 600)}`);
  }
});
