import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { SHORTCUTS } from "~/ui/admin/shortcuts";
import { chooseSlot } from "./support/request";
import { startSite } from "./support/site";

const site = await startSite();

/** Someone at the office, in front of a page whose keys work. */
async function office(path: string, { width = 1280, script = true } = {}) {
  const side = await site.open({ width, script }, "admin@pombi.test");
  await side.page.goto(path);
  if (script) await side.page.locator("html[data-keys]").waitFor();
  return side;
}

test("an admin reaches a page, a row of its list, and another page by the palette with keys alone", async () => {
  const { page } = await office("/admin-dashboard");
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const asked = new Promise<() => Promise<void>>((resolve) =>
    page.route("**/panels-*.js", (route) => resolve(() => route.continue())),
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
  // Letters typed right after the keys are for the palette, however long its script takes.
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
  const help = page.getByRole("dialog", { name: "Shortcuts" });
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
  await page.getByRole("button", { name: "Shortcuts" }).click();
  await page.getByRole("dialog", { name: "Shortcuts" }).waitFor();
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

const PENDING = "/admin-dashboard/bookings?status=pending";

test("two bookings are chosen and cancelled for a reason by keys alone", async () => {
  const { page } = await office(PENDING);
  const rows = page.locator("main [data-row]");
  const references = await rows.locator("a[data-row-link]").evaluateAll((links) => links.map((one) => one.textContent));
  const bar = page.getByRole("form", { name: "Chosen bookings" });
  expect(await bar.isVisible()).toBe(false);
  for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
  await bar.getByText("2 chosen").waitFor();
  await page.keyboard.press("d");
  await page.getByRole("heading", { level: 1, name: "Cancel 2 bookings" }).waitFor();
  // The focus is in the list of reasons: the third one, then its own words, then the button.
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "Tab"]) await page.keyboard.press(key);
  await page.keyboard.type("the client called");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "2 of 2 bookings cancelled" }).waitFor();
  const shown = await page.locator("main [data-row] a[data-row-link]").allTextContents();
  expect(shown.sort()).toEqual(references.slice(0, 2).sort());
  await page.locator("main [data-row] a[data-row-link]").first().click();
  await page.getByText("It was booked twice: the client called").first().waitFor();
});

test("a screen of 1280 by 800 shows at least 15 bookings and 15 people; phones sort by links", async () => {
  const { page } = await office(PENDING);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ["/admin-dashboard/bookings", "/admin-dashboard/people"]) {
    await page.goto(path);
    const bottoms = await page
      .locator("main [data-row]")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
    expect(bottoms.filter((bottom) => bottom <= 800).length, path).toBeGreaterThanOrEqual(15);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(PENDING);
  await page.getByRole("navigation", { name: "Sort" }).getByRole("link", { name: "Waiting" }).click();
  await page.waitForURL(/sort=-waiting/);
});

test("a dialog of a page without a table is as narrow as any other", async () => {
  const { page } = await office("/admin-dashboard/bookings/demobooking0211/cancel");
  const box = await page.getByRole("dialog").boundingBox();
  expect(box!.width).toBeLessThanOrEqual(460);
});

test("the filter folds again on phones once it has narrowed the list, says to what, and keeps the focus", async () => {
  const { page } = await office("/admin-dashboard/bookings", { width: 360 });
  const filter = page.locator("summary", { hasText: "Filter" });
  await filter.click();
  await page.getByRole("combobox", { name: "City" }).selectOption("harare");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/city=harare/);
  await page.locator("summary:focus", { hasText: "Filter: Harare" }).waitFor();
  expect(await page.getByRole("combobox", { name: "City" }).isVisible()).toBe(false);
});

async function findClients(page: Page) {
  await page.getByLabel("Name or phone").fill("client");
  await page.getByRole("button", { name: "Find" }).click();
  await page.locator("input[name=client]").nth(2).waitFor();
}

test("the address of a client comes with the choice, and goes with it; what was typed stays", async () => {
  const { page } = await office("/admin-dashboard/bookings/new", { width: 360 });
  const clients = page.locator("input[name=client]");
  const street = page.getByLabel("Street or landmark");
  await findClients(page);
  expect(await street.inputValue()).toBe("");
  await clients.first().check();
  const first = await street.inputValue();
  expect(first).toMatch(/\w/);
  await clients.nth(1).check();
  expect(await street.inputValue()).not.toBe(first);
  await page.getByLabel("Someone new").check();
  expect(await street.inputValue()).toBe("");
  await street.fill("9 Typed Street");
  await clients.first().check();
  expect(await street.inputValue()).toBe("9 Typed Street");
});

test("the plumbers follow the city, whatever is loaded again, and one chosen for another city is named", async () => {
  const { page } = await office("/admin-dashboard/bookings/new", { width: 1280 });
  const plumbers = page.getByRole("combobox", { name: "Plumber" });
  const names = () => plumbers.locator("option").allInnerTexts();
  const [nobody, chosen] = await names();
  await plumbers.selectOption(chosen!);
  await page.getByRole("combobox", { name: "City" }).selectOption("Mutare");
  await page.getByText(`${chosen!.split(",")[0]} isn't among the plumbers of Mutare.`).waitFor();
  await expect.poll(async () => (await names()).length).toBeGreaterThan(1);
  expect(await names()).not.toContain(chosen);
  expect(await plumbers.locator("option:checked").innerText()).toBe(nobody);
  const inbox = page.getByRole("link", { name: /^Inbox/ }).first();
  const before = await inbox.innerText();
  const visitor = await site.open({ width: 1280, script: false });
  await visitor.page.goto("/contact");
  await visitor.page.getByLabel("Name").fill("Rudo Moyo");
  await visitor.page.getByLabel("Email").fill("rudo@example.test");
  await visitor.page.getByLabel("Message").fill("Do you come to Mutare?");
  await visitor.page.locator("main form").getByRole("button").click();
  await expect.poll(() => inbox.innerText()).not.toBe(before);
  expect(await names()).not.toContain(chosen);
});

test("a lookup with a script on a phone keeps its place on the page, with the booking's message in sight", async () => {
  const { page } = await office("/admin-dashboard/bookings/new", { width: 360 });
  await findClients(page);
  await page.locator("input[name=client]").first().check();
  await page.getByRole("combobox", { name: "City" }).selectOption("Mutare");
  await page.getByRole("combobox", { name: "Plumber" }).selectOption({ index: 1 });
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === "POST"),
    page.getByRole("button", { name: "Show free times" }).click(),
  ]);
  await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await chooseSlot(page, 6, 0);
  await page.getByLabel("Service").selectOption("Inspection");
  await page.getByLabel("Street or landmark").fill("1 King George Road");
  await page.getByRole("button", { name: "Book", exact: true }).click();
  const message = page.getByText("The booking is made.");
  await message.waitFor();
  await expect.poll(async () => (await message.boundingBox())!.y).toBeGreaterThanOrEqual(0);
  expect(await page.evaluate(() => scrollY)).toBeLessThan(100);
});

test.each([
  { script: true, width: 1280 },
  { script: false, width: 360 },
])(
  "each chart of Insights is described, has a table, and all are a file (script: $script, $width px)",
  async ({ script, width }) => {
    const { page, context } = await site.open({ width, script, mayComplain: true });
    await site.openSession(context, "admin@pombi.test", "earlier");
    await page.goto("/admin-dashboard/insights");
    const charts = page.locator("main section:has(> svg[role=img])");
    await charts.first().waitFor();
    const number = await charts.count();
    expect(number).toBeGreaterThanOrEqual(8);
    for (const chart of await charts.all()) {
      const title = await chart.locator("h3").innerText();
      expect(await chart.getByRole("img", { name: title }).locator("desc").textContent()).toContain("weeks before");
      await chart.locator("summary").click();
      expect(await chart.locator("tbody tr").count()).toBeGreaterThan(1);
    }
    await page.getByRole("combobox", { name: "Weeks" }).selectOption("4 weeks");
    await page.getByRole("combobox", { name: "City" }).selectOption("Harare");
    // With script a choice applies at once.
    if (!script) await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(/insights\?weeks=4&city=harare/);
    await page.getByRole("heading", { name: "Requests by city" }).waitFor({ state: "detached" });
    const path = await page.getByRole("link", { name: "Download as CSV" }).getAttribute("href");
    const file = await context.request.get(site.origin + path!);
    expect(file.headers()["content-disposition"]).toContain("insights-4-weeks");
    expect((await file.text()).split("\r\n")[0]).toContain("week,city,service,requested");
  },
);
