import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Stops that no one could see, since they were last taken. */
const unseen = new Set<string>();

/** The stops that no one could see since the last call: each test ends with none. */
export function takeUnseenStops(): string[] {
  const found = [...unseen];
  unseen.clear();
  return found;
}

/** The next stop. The focused element shows it, and is not covered on the screen. */
export async function tab(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  const fault = await page.evaluate(async () => {
    // A menu that was left closes after 300 ms (W3): no one reaches what lies below it sooner.
    const closing = document.getAnimations().filter((running) => running instanceof CSSTransition);
    await Promise.allSettled(closing.map(({ finished }) => finished));
    const stop = document.activeElement;
    // Between the last stop of a page and the first one the focus is on the browser's own buttons.
    if (!stop || stop === document.body) return null;
    // The ring of a chosen day or time is on its label; one of a date's parts and its little calendar have the
    // browser's own.
    const label = stop.matches("input[type=radio]") ? stop.nextElementSibling : null;
    const isMarked =
      [stop, label ?? stop].some((ringed) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(ringed);
        return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
      }) || stop.matches("input:is([type=date], [type=time])");
    const { left, top, right, bottom, width, height } = stop.getClientRects()[0] ?? new DOMRect();
    // A part of a pixel is not seen, and what is higher than the screen cannot be on it as a whole.
    const isOnScreen =
      width > 0 &&
      left > -1 &&
      right < innerWidth + 1 &&
      ((top > -1 && bottom < innerHeight + 1) || height > innerHeight);
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    const isCovered = isOnScreen && !(above && (stop.contains(above) || above.contains(stop)));
    const labelled = stop.getAttribute("aria-label");
    const named = stop.getAttribute("name");
    const name = (labelled || stop.textContent?.trim() || named || stop.tagName).slice(0, 40);
    const faults = [
      !isMarked && "shows no focus",
      !isOnScreen && `lies from ${Math.round(top)} to ${Math.round(bottom)}`,
      isCovered && "is covered",
    ].filter(Boolean);
    return faults.length > 0 ? `${name} at ${location.pathname} ${faults.join(", ")}` : null;
  });
  if (fault) unseen.add(fault);
}

/** Tab until it has the focus. */
export async function reach(target: Locator, atMost = 60): Promise<void> {
  const page = target.page();
  await target.waitFor();
  // The browser gives a page's first focus a moment after it has drawn it: no one is faster.
  if ((await page.locator("[autofocus]").count()) > 0)
    await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  for (let presses = 0; presses <= atMost; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await tab(page);
  }
  throw new Error(`${atMost} presses of Tab do not lead to ${target}.`);
}

export async function press(target: Locator, key = "Enter"): Promise<void> {
  await reach(target);
  await target.page().keyboard.press(key);
}

export async function type(target: Locator, text: string): Promise<void> {
  await reach(target);
  await target.page().keyboard.press("ControlOrMeta+A");
  await target.page().keyboard.type(text);
}

/** At a page's top, once its script has taken it over. */
export const arrive = (page: Page, path: string, script: boolean) =>
  page.goto(path, { waitUntil: script ? "networkidle" : "load" });

/** From a page's top, past the menu. */
export async function begin(page: Page, path: string, script: boolean): Promise<void> {
  await arrive(page, path, script);
  await press(page.getByRole("link", { name: "Skip to content" }));
}
