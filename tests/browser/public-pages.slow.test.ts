import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "./support/browser";
import { openBrowser, toSecondStep } from "./support/users";
import { startSite } from "./support/site";

const site = await startSite();
const { origin } = site;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const open = (width: number, script = false) => openBrowser(browser, origin, { width, script });

test.each([360, 700, 1280])(
  "the bar to call and to WhatsApp is on every public page at %i px and covers nothing",
  async (width) => {
    const { page, context } = await open(width);
    for (const path of [
      "/",
      "/plumbers",
      "/appointment/demoplumber01",
      "/signin",
      "/signup",
      "/forgot-password",
      "/api",
      "/no/such/page",
      "/plumbers/nowhere",
    ]) {
      await page.goto(path);
      // Where one books, a phone's bar does both.
      const booksHere = width === 360 && path.startsWith("/appointment/");
      const bar = page.locator(booksHere ? ".booking-bar" : ".call-bar");
      expect(await page.locator(".call-bar").isVisible(), path).toBe(!booksHere);
      expect(await bar.getByRole("link", { name: /Call us/ }).isVisible(), path).toBe(true);
      expect(await bar.getByRole("link", { name: /WhatsApp/ }).isVisible(), path).toBe(true);
      const covered = await bar.evaluate((element) => {
        scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
        const bar = element.getBoundingClientRect();
        const under = [...document.querySelectorAll("footer a, footer p, footer dd, header a")].filter((one) => {
          const { top, bottom, width } = one.getBoundingClientRect();
          return width > 0 && top < bar.bottom - 1 && bottom > bar.top + 1;
        });
        return under.map((one) => one.textContent);
      });
      expect(covered, path).toEqual([]);
    }
    await context.close();
  },
);

test("each post has a picture that is named, in the list and in the post", async () => {
  const { page, context } = await open(360);
  await page.goto("/blog");
  expect(await page.locator("main li [role=img][aria-label] > svg").count()).toBe(5);
  for (const id of [1, 2, 3, 4, 5]) {
    await page.goto(`/blog/${id}`);
    expect(await page.locator("main [role=img]").getAttribute("aria-label")).toBeTruthy();
    expect((await page.request.get(`/posts/${id}.png`)).headers()["content-type"]).toBe("image/png");
  }
  await context.close();
});

test("the client's menu leads to the overview, and marks it at both of its URLs", async () => {
  const { page, context } = await open(1280, true);
  await site.openSession(context, "client@pombi.test");
  const entry = page
    .getByRole("navigation", { name: "Dashboard" })
    .getByRole("link", { name: "Overview" })
    .and(page.locator(":visible"));
  for (const path of ["/client-dashboard", "/client-dashboard/overview"]) {
    await page.goto(path);
    expect([await entry.getAttribute("href"), await entry.getAttribute("aria-current")], path).toEqual([
      "/client-dashboard/overview",
      "page",
    ]);
  }
  await page.goto("/client-dashboard/bookings");
  expect(await entry.getAttribute("aria-current")).toBeNull();
  await context.close();
});

test.each(["client@pombi.test", "plumber@pombi.test", "admin@pombi.test"])(
  "/bookings is titled My Bookings for %s",
  async (email) => {
    const { page, context } = await open(360);
    await site.openSession(context, email);
    await page.goto("/bookings");
    expect([new URL(page.url()).pathname, await page.title(), await page.locator("h1").innerText()]).toEqual([
      "/bookings",
      "My Bookings – Pombi",
      "My Bookings",
    ]);
    expect(await page.locator("main li").count()).toBeGreaterThan(0);
    await context.close();
  },
);

test("the plumber's card is on the right from 1280 px on", async () => {
  const { page, context } = await open(1280);
  await site.openSession(context, "plumber@pombi.test");
  for (const path of ["/plumber-dashboard", "/plumber-dashboard/jobs"]) {
    await page.goto(path);
    const card = page.getByRole("region", { name: "My card" }).and(page.locator(":visible"));
    expect(await card.count(), path).toBe(1);
    expect((await card.boundingBox())!.x, path).toBeGreaterThan(900);
  }
  await context.close();
});

describe.each([true, false])("Other in sign-up (script: %s)", (script) => {
  test("reveals an empty text field, whose text isn't taken for one of the choices", async () => {
    const { page, context } = await open(360, script);
    await page.goto("/signup?role=plumber");
    await toSecondStep(page);
    const choice = page.getByLabel("Speciality", { exact: true });
    const text = page.getByLabel("Your speciality");
    expect(await text.isVisible()).toBe(false);
    await choice.selectOption("Other");
    expect([await text.isVisible(), await text.inputValue()]).toEqual([true, ""]);
    await text.fill("Solar");
    await choice.selectOption("Gas Fitting");
    expect(await text.isVisible()).toBe(false);
    if (script) {
      await choice.selectOption("Other");
      expect(await text.inputValue()).toBe("");
      await text.fill("Solar");
      await choice.selectOption("Gas Fitting");
    }
    // It fails for what is missing, and keeps what was typed.
    await page.getByRole("button", { name: "SIGN UP" }).click();
    await page.getByRole("alert").waitFor();
    expect(await choice.inputValue()).toBe("Gas Fitting");
    await choice.selectOption("Other");
    expect(await text.inputValue()).toBe("");
    await context.close();
  });
});
