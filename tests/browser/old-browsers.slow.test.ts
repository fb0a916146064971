import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { asChromeReads } from "./support/old-browser";
import { PASSWORD } from "./support/users";
import { startSite } from "./support/site";
import { bookButton, describeVisit } from "./support/request";

const site = await startSite();
const OLDEST_CHROME = 84;
const STYLES = readdirSync("build/client/assets").find((name) => /^styles-.*\.css$/.test(name))!;
const styles = readFileSync(`build/client/assets/${STYLES}`, "utf8");
const oldStyles = asChromeReads(styles, OLDEST_CHROME);
const PICTURES = join(tmpdir(), "pombi-old-browsers");
mkdirSync(PICTURES, { recursive: true });

/** Someone without script whose pages come with this stylesheet; an empty one: without any. */
async function openWith(css: string, width: number): Promise<Page> {
  const { page } = await site.open({ width, script: false, bypassCSP: true, mayComplain: true });
  await page.route("**/assets/*.css", (route) => route.fulfill({ contentType: "text/css", body: css }));
  await page.route(`${site.origin}/`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/<style>[\s\S]*?<\/style>/, () => `<style>${css}</style>`),
    });
  });
  return page;
}

/** What is wrong with the page as it is. */
const complaintsAbout = (page: Page) =>
  page.evaluate(() => {
    const complaints: string[] = [];
    const box = (element: Element) => element.getBoundingClientRect();
    const isShown = (element: Element) =>
      box(element).width > 1 && box(element).height > 1 && getComputedStyle(element).visibility === "visible";
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (over > 0) complaints.push(`${over} px wider than the screen`);
    for (const icon of document.querySelectorAll(`svg:has(use[href*="/icons-"])`))
      if (box(icon).width > 48 || box(icon).height > 48) complaints.push(`an icon of ${box(icon).width} px`);
    for (const trap of document.querySelectorAll("[name=website]"))
      if (isShown(trap)) complaints.push("the field that nobody should fill in is shown");
    for (const note of document.querySelectorAll(".not-on-this-day, .day-note"))
      if (isShown(note)) complaints.push(`said before it is due: ${note.textContent}`);
    for (const button of document.querySelectorAll("main .button, main button")) {
      if (!isShown(button)) continue;
      if (box(button).height < 44) complaints.push(`a button of ${box(button).height} px: ${button.textContent}`);
      if (getComputedStyle(button).backgroundColor === "rgba(0, 0, 0, 0)")
        complaints.push(`a button without a ground: ${button.textContent}`);
    }
    return complaints;
  });

test("Chrome 84 reads most of the stylesheet", () => {
  expect(oldStyles.length / styles.length).toBeGreaterThan(0.75);
  expect(styles).not.toContain("@layer");
});

// Each width has its own client and plumber, whom no other journey uses.
describe.each([
  { width: 360, client: "client5@pombi.test", plumber: 6 },
  { width: 1280, client: "client6@pombi.test", plumber: 7 },
])("with what Chrome 84 reads of the stylesheet, without script, at $width px", ({ width, client, plumber }) => {
  test("a visitor finds a plumber, signs in, books, and sees the booking", async () => {
    const page = await openWith(oldStyles, width);
    const photograph = async (name: string) => {
      await page.screenshot({ path: join(PICTURES, `${name}-${width}.png`), fullPage: true });
      expect(await complaintsAbout(page), name).toEqual([]);
    };
    await page.goto("/");
    await photograph("home");
    await page.getByRole("link", { name: "More", exact: true }).click();
    await page.waitForURL("**/plumbers");
    await photograph("directory");
    await page.locator("main li h3 a").nth(plumber).click();
    await page.waitForURL("**/appointment/*");
    await photograph("appointment");
    expect(await page.locator(".booking-bar").evaluate((bar) => getComputedStyle(bar).position)).toBe("sticky");
    await page.locator("label.day").nth(5).click();
    await page.locator("label.slot:not(.not-5)").first().click();
    await describeVisit(page);
    await bookButton(page).click();
    await page.waitForURL("**/signup**");
    await page
      .locator("main a", { hasText: /^Sign in$/i })
      .filter({ visible: true })
      .click();
    await page.waitForURL("**/signin**");
    await photograph("sign-in");
    await page.getByLabel("Email").fill(client);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "SIGN IN" }).click();
    await page.waitForURL("**/appointment/**");
    await photograph("appointment-chosen");
    await bookButton(page).click();
    await page.waitForURL(/client-dashboard\/bookings/);
    await page.getByText("Booking successful!").waitFor();
    await photograph("bookings");
  });

  test.each(["/contact", "/signup", "/faq", "/blog", "/about", "/no/such/page"])("%s is styled", async (path) => {
    const page = await openWith(oldStyles, width);
    await page.goto(path);
    await page.screenshot({
      path: join(PICTURES, `${path.replaceAll("/", "-").slice(1)}-${width}.png`),
      fullPage: true,
    });
    expect(await complaintsAbout(page)).toEqual([]);
  });
});

test("without the stylesheet icons are small and the honeypot is hidden", async () => {
  const page = await openWith("", 360);
  for (const path of ["/", "/plumbers", "/appointment/demoplumber01", "/contact"]) {
    await page.goto(path);
    const found = await complaintsAbout(page);
    expect(
      found.filter((complaint) => /icon|nobody/.test(complaint)),
      path,
    ).toEqual([]);
  }
});
