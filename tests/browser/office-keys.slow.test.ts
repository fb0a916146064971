import { expect, test } from "vitest";
import { SHORTCUTS } from "~/ui/admin/shortcuts";
import { startSite } from "./support/site";

const site = await startSite();

/** Someone at the office, in front of a page whose keys work. */
async function office(path: string, { width = 1280, script = true } = {}) {
  const side = await site.open({ width, script }, "admin@pombi.test");
  await side.page.goto(path);
  if (script) await side.page.locator("html[data-keys]").waitFor();
  return side;
}

test("by keys alone: to a page, down its list, into a row, back, and to another page by the palette", async () => {
  const { page } = await office("/admin-dashboard");
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const asked = new Promise<() => Promise<void>>((resolve) =>
    page.route("**/palette-*.js", (route) => resolve(() => route.continue())),
  );
  const chosen = () => page.locator("[data-row]:has(:focus)");
  await press("g", "b");
  await page.getByRole("heading", { level: 1, name: "Bookings" }).waitFor();
  await press("j", "j", "j", "k");
  const second = await page.locator("main [data-row] a[data-row-link]").nth(1).getAttribute("href");
  expect(await chosen().locator("a[data-row-link]").getAttribute("href")).toBe(second);
  await press("Enter");
  await page.waitForURL(`**${second}`);
  // The row has left the page, and the focus is on the new one.
  await page.locator("main:focus").waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Bookings" }).waitFor();
  await press("j");
  expect(await chosen().locator("a[data-row-link]").getAttribute("href")).toBe(second);
  // What is typed right after the keys is for the palette, however long its script takes.
  await press("ControlOrMeta+k");
  await page.keyboard.type("tendai");
  const answer = await asked;
  await answer();
  const field = page.getByRole("combobox", { name: "A page, a name" });
  await expect.poll(() => field.inputValue()).toBe("tendai");
  const user = page.getByRole("group", { name: "People" }).getByRole("option").first();
  await user.waitFor();
  expect(await user.getAttribute("aria-selected")).toBe("true");
  await press("ArrowDown", "ArrowUp", "Enter");
  await page.waitForURL(/admin-dashboard\/people\//);
  await press("ControlOrMeta+k");
  await page.getByRole("group", { name: "Pages" }).getByRole("option").first().waitFor();
  await press("Escape");
  await expect.poll(() => page.locator("dialog[open]").count()).toBe(0);
  await press("n");
  await page.getByRole("heading", { level: 1, name: "New booking" }).waitFor();
});

test("no key is caught while someone types, holds another key, is in a dialog, or has turned them off", async () => {
  const { page } = await office("/admin-dashboard/bookings");
  const here = page.url();
  await page.keyboard.press("/");
  await page.keyboard.type("jkx?n/gd ");
  expect(await page.locator("#office-search").inputValue()).toBe("jkx?n/gd ");
  await page.keyboard.press("ControlOrMeta+k");
  expect(await page.locator("dialog").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Alt+j");
  await page.keyboard.press("Shift+J");
  // An input method is in the middle of a word.
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", isComposing: true, bubbles: true })),
  );
  expect(await page.locator("[data-row]:has(:focus)").count()).toBe(0);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await help.waitFor();
  await page.keyboard.press("n");
  const off = help.getByRole("checkbox");
  await off.uncheck();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await page.keyboard.type("jn?gd");
  expect([page.url(), await page.locator("dialog, [data-row]:has(:focus)").count()]).toEqual([here, 0]);
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog", { name: "Go to" }).waitFor();
});

test("the list of keys names every one, the menu names its own, and the mouse opens all of it", async () => {
  const { page } = await office("/admin-dashboard/bookings");
  await page.getByRole("button", { name: "Keys" }).click();
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  const listed = await page.locator("dialog .key-list dt").allInnerTexts();
  expect(listed).toEqual(expect.arrayContaining(["CtrlK", ...SHORTCUTS.map(({ keys }) => keys)]));
  await page.getByRole("button", { name: "Close" }).click();
  const menu = page.locator("aside nav a");
  const shown = await menu.evaluateAll((links) => links.map((link) => link.querySelector("kbd")?.textContent));
  expect(shown.filter((keys) => !SHORTCUTS.some((shortcut) => shortcut.keys === keys))).toEqual([]);
  await menu.first().hover();
  expect(await menu.first().locator("kbd").isVisible()).toBe(true);
  await page.getByRole("link", { name: "Go to..." }).click();
  await page.getByRole("option", { name: "Dispatch" }).click();
  await page.getByRole("heading", { level: 1, name: "Dispatch" }).waitFor();
});

test("without a script the palette is the search page", async () => {
  const { page } = await office("/admin-dashboard/bookings", { script: false });
  await page.getByRole("link", { name: "Go to..." }).click();
  await page.getByRole("heading", { level: 1, name: "Search" }).waitFor();
  expect(await page.getByRole("button", { name: "Keys" }).count()).toBe(0);
});
