import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { giveCredentials, PASSWORD, toNextStep } from "./support/users";
import { startSite } from "./support/site";

const site = await startSite();

const open = (width: number, script = false) => site.open({ width, script });

test.each([360, 700, 1280])(
  "the bar to call and to WhatsApp is on every public page at %i px and covers nothing",
  async (width) => {
    const { page } = await open(width);
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
      // On account pages a phone's keyboard needs the bar's place.
      if (width === 360 && (await page.locator(".account-page").count())) {
        expect(await page.locator(".call-bar").isVisible(), path).toBe(false);
        continue;
      }
      // Where one books, a phone's bar does both.
      const booksHere = width === 360 && path.startsWith("/appointment/");
      const bar = page.locator(booksHere ? ".booking-bar" : ".call-bar");
      expect(await page.locator(".call-bar").isVisible(), path).toBe(!booksHere);
      if (booksHere) await bar.locator("summary").click();
      expect(await bar.getByRole("link", { name: /Call our office/ }).isVisible(), path).toBe(true);
      expect(await bar.getByRole("link", { name: /WhatsApp/ }).isVisible(), path).toBe(true);
      const covered = await bar.evaluate((element) => {
        scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
        const bar = element.getBoundingClientRect();
        const under = [...document.querySelectorAll("footer a, footer p, footer dd, header a")].filter((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          // A folded part has a place too.
          return one.checkVisibility() && top < bar.bottom - 1 && bottom > bar.top + 1;
        });
        return under.map((one) => one.textContent);
      });
      expect(covered, path).toEqual([]);
    }
  },
);

test("the plumber's card is on the right from 1280 px on", async () => {
  const { page } = await site.open({ width: 1280, script: true }, "plumber@pombi.test");
  for (const path of ["/plumber-dashboard", "/plumber-dashboard/jobs"]) {
    await page.goto(path);
    const card = page.getByRole("region", { name: "My card" }).and(page.locator(":visible"));
    await card.waitFor();
    expect((await card.boundingBox())!.x, path).toBeGreaterThan(900);
  }
});

async function fillFirstStep(page: Page) {
  await page.locator("[name=name]").fill("Farai");
  await page.locator("[name=username]").fill("Moyo");
  await page.locator("[name=email]").fill("farai-moyo@example.test");
}

/** Fills in what a plumber's trade needs beside the photo and the speciality. */
async function fillTrade(page: Page) {
  await page.getByLabel("Experience").fill("5 Years");
  await page.getByLabel("About").fill("Gas and geysers.");
  await page.getByLabel("Visit fee (US$)").fill("15");
  await page.getByLabel("Address Line 1").fill("1 Station Road");
  await page.getByLabel("City", { exact: true }).selectOption("Harare");
}

async function endSignUp(page: Page, script: boolean, password: string) {
  await toNextStep(page, script);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("I accept the terms").check();
  await page.getByRole("button", { name: "SIGN UP" }).click();
}

test.each([true, false])(
  "Other in sign-up reveals an empty text field, and keeps no text of another choice, script: %s",
  async (script) => {
    const { page } = await open(360, script);
    await page.goto("/signup?role=plumber");
    await fillFirstStep(page);
    await toNextStep(page, script);
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
    // The server knows that this password is common: the form comes back with what was typed.
    await page.getByLabel("Photo", { exact: true }).setInputFiles("public/icon-512.png");
    await fillTrade(page);
    await endSignUp(page, script, "password1234");
    await page.getByRole("alert").first().waitFor();
    expect([await choice.inputValue(), await text.inputValue()]).toEqual(["Gas Fitting", ""]);
  },
);

describe.each([true, false])("a form (script: %s)", (script) => {
  const focused = (page: Page) =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { top, bottom } = element.getBoundingClientRect();
      return { text: element.innerText, inView: top >= 0 && bottom <= innerHeight };
    });

  test("one of several forms on a page focuses the missing field, then what is next, and reopens folded", async () => {
    const { page } = await open(360, script);
    const form = page.locator("form#home");
    await page.goto("/");
    await page.locator("details", { has: form }).locator("summary").click();
    await form.getByLabel("Name").fill("Rudo");
    await form.locator("button").click();
    const isAt = (text: string) =>
      expect.poll(() => focused(page)).toMatchObject({ text: expect.stringContaining(text) as string, inView: true });
    await isAt("Email is required");
    expect(await page.title()).toMatch(/^Error: /);
    await form.getByLabel("Email").fill(`rudo-${script}@example.test`);
    await form.getByLabel("Subject").fill("Pipes");
    await form.getByLabel("Message").fill("Hello there");
    await form.locator("button").click();
    await isAt("Your message has been sent!");
    await page.getByRole("link", { name: "Write another message" }).click();
    await form.waitFor({ state: "attached" });
    expect([await form.isVisible(), await form.getByLabel("Name").inputValue()]).toEqual([false, ""]);
  });

  // A browser may see a broken connection in place of an answer that comes before it has sent everything.
  test("a form with a photo of 30 MB says that it is too large, with every answer in its place", async () => {
    const { page } = await open(360, script);
    await page.goto("/signup?role=plumber");
    await fillFirstStep(page);
    await toNextStep(page, script);
    // Of no image, so that no script can shrink it.
    const folder = mkdtempSync(join(tmpdir(), "pombi-photo-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "30-mb.jpg"), Buffer.alloc(30 * 1024 * 1024, 7));
    await page.locator("[name=image]").setInputFiles(join(folder, "30-mb.jpg"));
    await page.getByLabel("Speciality", { exact: true }).selectOption("Gas Fitting");
    await fillTrade(page);
    await endSignUp(page, script, PASSWORD);
    await page.getByText("Image is too large. The limit is 5 MB.").first().waitFor({ timeout: 60_000 });
    expect(await page.locator("[name=name]").inputValue()).toBe("Farai");
    expect(await page.locator("[name=email]").inputValue()).toBe("farai-moyo@example.test");
  });
});

describe("without script", () => {
  let page: Page;
  beforeEach(async () => {
    ({ page } = await open(1280));
  });

  test("the Services submenu opens on hover and on focus, and closes 300 ms after", async () => {
    await page.goto("/about");
    const residential = page.locator(".submenu").getByRole("link", { name: "Residential" });
    expect(await residential.isVisible()).toBe(false);
    await page.locator(".submenu > a").hover();
    await residential.waitFor();
    await page.mouse.move(600, 600);
    await residential.waitFor({ state: "hidden" });
    const delay = () => page.locator(".submenu > div").evaluate((list) => getComputedStyle(list).transitionDelay);
    expect(await delay()).toBe("0.3s, 0.3s");
    await page.locator(".submenu > a").focus();
    await residential.waitFor();
    expect(await delay()).toBe("0s");
  });

  test("a phone's menu slides in, its Services open on a tap, and a followed link closes it", async () => {
    const { page } = await open(360);
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "Menu" });
    expect(await menu.isVisible()).toBe(false);
    await page.locator("summary", { has: page.locator("[aria-label=Menu]") }).click();
    for (const name of ["Home", "About", "Contact", "Our Plumbers", "Blog", "Login", "Create Account"])
      await menu.getByRole("link", { name, exact: true }).waitFor();
    expect(await menu.getByRole("link", { name: "Commercial" }).isVisible()).toBe(false);
    await menu.getByText("Services", { exact: true }).click();
    await menu.getByRole("link", { name: "Commercial" }).click();
    await page.getByRole("heading", { name: "Commercial Plumbing" }).waitFor();
    expect(await menu.isVisible()).toBe(false);
  });

  test("a plumber's fields show once Plumber is chosen, and the panel only from 800 px on", async () => {
    await page.goto("/signup");
    expect(await page.getByLabel("Speciality", { exact: true }).isVisible()).toBe(false);
    await page.getByRole("radio", { name: /Plumber/ }).check();
    await page.getByLabel("Speciality", { exact: true }).waitFor();
    await page.setViewportSize({ width: 799, height: 800 });
    expect(await page.locator("aside").getByRole("link", { name: "SIGN IN" }).isVisible()).toBe(false);
  });

  test("sign-in refuses with a banner that disappears after 10 s", async () => {
    await page.goto("/signin");
    await giveCredentials(page, "nobody@example.test", "wrong password");
    const banner = page.getByRole("alert").filter({ hasText: "Invalid email or password." });
    await banner.waitFor();
    expect(await page.locator(".leaves-after-10s").evaluate((one) => getComputedStyle(one).animationDelay)).toBe("10s");
    expect(await page.getByLabel("Email").inputValue()).toBe("nobody@example.test");
  });
});

const filters = (page: Page) => page.getByRole("link", { name: /^Filter and sort/ });
const topOfFirstCard = async (page: Page) => (await page.locator("main li.card").first().boundingBox())!.y;

test.each([true, false])(
  "a choice in the directory applies, at once with a script, and one tap removes it, script: %s",
  async (script) => {
    const { page } = await open(360, script);
    await page.goto("/plumbers/harare");
    const heading = page.getByRole("heading", { level: 1 });
    const all = await heading.innerText();
    await filters(page).click();
    const show = page.getByRole("button", { name: /^Show( \d+ plumbers?)?$/ });
    await page.getByLabel("Problem").waitFor();
    await page.getByLabel("Problem").selectOption("Geyser");
    if (!script) await show.click();
    await page.getByRole("heading", { name: /^\d+ plumbers? for a geyser in Harare$/ }).waitFor();
    if (!script) await filters(page).click();
    // The address has only chosen filters, where a script can see to it.
    if (script) expect(new URL(page.url()).search).toBe("?problem=geyser&filter=open");
    await page.getByLabel("Suburb").selectOption("Avondale");
    if (script) await page.waitForURL(/suburb=avondale/);
    await show.click();
    await page.getByLabel("Suburb").waitFor({ state: "detached" });
    await page.getByRole("navigation", { name: "Chosen filters" }).getByText("Avondale").waitFor();
    expect(await filters(page).innerText()).toBe("Filter and sort (2)");
    for (const place of await page.locator("main li.card").allInnerTexts())
      expect(place).toMatch(/(Serves|Based in) Avondale/);
    // A phone shows who can come, whatever is chosen.
    expect(await topOfFirstCard(page)).toBeLessThan(500);
    for (const name of ["Avondale", "Geyser"])
      await page.getByRole("navigation", { name: "Chosen filters" }).getByText(name).click();
    await page.waitForURL("**/plumbers/harare");
    expect(await heading.innerText()).toBe(all);
  },
);

test("selects are wide enough for their words on a phone", async () => {
  const { page } = await open(360, true);
  await page.goto("/plumbers/harare?filter=open");
  for (const select of await page.locator("form[data-at-once] select").all())
    expect((await select.boundingBox())!.width).toBeGreaterThan(140);
});

const PARTS = ["Geyser", "Tank", "Tap", "Sink", "Shower", "Toilet", "No water", "Burst pipe", "Blocked drain"];

test.each([true, false])("the house is walked through by keyboard, part by part, script: %s", async (script) => {
  const { page } = await open(360, script);
  await page.goto("/");
  const house = page.getByRole("navigation", { name: "Parts of the house" });
  const links = house.getByRole("link");
  const names = await links.evaluateAll((all) => all.map((link) => link.getAttribute("aria-label")?.split(":")[0]));
  expect(names).toEqual(PARTS);
  await house.getByRole("link", { name: /^Geyser/ }).focus();
  for (const part of PARTS.slice(1, 4)) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toContain(`${part}:`);
    const outline = house.locator("a:focus rect");
    expect(await outline.evaluate((rect) => getComputedStyle(rect).strokeWidth)).toBe("4px");
  }
  await page.keyboard.press("Enter");
  await page.waitForURL("**/plumbers?problem=sink");
  await page.getByRole("heading", { name: "Sink: where?", level: 1 }).waitFor();
  expect(await house.getByRole("link", { name: /^Sink/ }).getAttribute("aria-current")).toBe("true");
});

test("each part is at least 44 px wide and high on a phone, and none covers another", async () => {
  const { page } = await open(360);
  await page.goto("/");
  const areas = await page.locator(".house a > rect").evaluateAll((rects) =>
    rects.map((rect) => {
      const { left, right, top, bottom } = rect.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  expect(areas).toHaveLength(PARTS.length);
  for (const [at, one] of areas.entries()) {
    expect(one.right - one.left).toBeGreaterThanOrEqual(44);
    expect(one.bottom - one.top).toBeGreaterThanOrEqual(44);
    for (const other of areas.slice(at + 1))
      expect(one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom).toBe(
        false,
      );
  }
});

test("the pipes stay still where motion is reduced", async () => {
  const { page } = await open(1280);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await page.getByRole("link", { name: /^Toilet/ }).hover();
  const drop = page.locator(".house a:hover .house-drop");
  const seconds = await drop.evaluate((one) => getComputedStyle(one).animationDuration);
  expect(parseFloat(seconds)).toBeLessThanOrEqual(0.001);
});
