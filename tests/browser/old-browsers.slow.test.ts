import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data";
import { list, parse, type AtRule, type Container, type Declaration } from "postcss";
import { giveCredentials } from "./support/users";
import { startSite } from "./support/site";
import { bookButton, chooseSlot, describeVisit } from "./support/request";

// A stylesheet as a browser of the past reads it, by what browser-compat-data says of Chrome.

const STYLED_FROM = 84;
/** Before this one, `@supports selector()` holds neither by itself nor behind a `not`. */
const ASKS_FOR_SELECTORS = 83;

let chrome = STYLED_FROM;

// Read as a file: as a module, Vite would turn its 20 MB into code.
const { css } = JSON.parse(readFileSync("node_modules/@mdn/browser-compat-data/data.json", "utf8")) as CompatData;
const {
  "at-rules": atRules,
  properties,
  selectors,
  types,
} = css as { "at-rules": Identifier; properties: Identifier; selectors: Identifier; types: Identifier };

/** The stylesheet without what that Chrome would drop. */
function asChromeReads(styles: string, version = STYLED_FROM): string {
  chrome = version;
  const root = parse(styles);
  keepKnown(root);
  return root.toString();
}

function keepKnown(container: Container): void {
  const at = container.type === "atrule" ? (container as AtRule).name : "";
  for (const node of [...(container.nodes ?? [])]) {
    // Descriptors of a font are no properties.
    if (node.type === "decl" && at !== "font-face" && !knowsDeclaration(node)) node.remove();
    else if (node.type === "atrule") keepKnownAtRule(node);
    else if (node.type === "rule") {
      // One selector that it does not know costs the whole rule; a rule within a rule is unknown to it.
      const isKnownRule =
        container.type !== "rule" && (at.endsWith("keyframes") || node.selectors.every(knowsSelector));
      if (isKnownRule) keepKnown(node);
      else node.remove();
    }
  }
}

function keepKnownAtRule(rule: AtRule): void {
  const name = rule.name.replace(/^-\w+-/, "");
  if (rule.parent?.type === "rule" || !isKnown(atRules[name]) || (name === "media" && !knowsMedia(rule.params)))
    return void rule.remove();
  if (rule.nodes) keepKnown(rule);
  if (name === "supports") rule.replaceWith(holds(rule.params) ? (rule.nodes ?? []) : []);
}

const isInTime = ({ version_added: added, version_removed: removed, flags }: SimpleSupportStatement) =>
  typeof added === "string" &&
  Number.parseInt(added.replace("≤", ""), 10) <= chrome &&
  !(removed && Number.parseInt(String(removed), 10) <= chrome) &&
  !flags;

function statements(entry: Identifier | undefined): SimpleSupportStatement[] {
  const compat: CompatStatement | undefined = entry?.__compat;
  return [compat?.support.chrome ?? []].flat() as SimpleSupportStatement[];
}

/** True for what the browser knows without a prefix, and for what the data does not name. */
function isKnown(entry: Identifier | undefined): boolean {
  const all = statements(entry);
  return all.length === 0 || all.some((one) => !one.prefix && !one.alternative_name && isInTime(one));
}

function knowsProperty(name: string): boolean {
  const [, prefix, plain] = /^(-\w+-)?(.+)$/.exec(name)!;
  if (!prefix || properties[name]) return name in properties && isKnown(properties[name]);
  return statements(properties[plain!]).some(
    (one) => (one.prefix === prefix || one.alternative_name === name) && isInTime(one),
  );
}

const UNITS: Record<string, string> = {
  d: "viewport_percentage_units_dynamic",
  s: "viewport_percentage_units_small",
  l: "viewport_percentage_units_large",
};

function functionEntry(name: string, within: Identifier = types): Identifier | undefined {
  for (const [key, entry] of Object.entries(within) as [string, Identifier][]) {
    if (key === "__compat") continue;
    const found = key === name ? entry : functionEntry(name, entry);
    if (found) return found;
  }
  return undefined;
}

function knowsDeclaration({ prop, value }: Pick<Declaration, "prop" | "value">): boolean {
  if (prop.startsWith("--")) return true;
  if (!knowsProperty(prop)) return false;
  const words = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, "");
  const used = [
    ...[...words.matchAll(/(?<![\w-])([a-z][\w-]*)\(/g)].map(([, name]) => functionEntry(name!)),
    ...[...words.matchAll(/\d([dsl])v[hwib]/g)].map(([, kind]) => types["length"]?.[UNITS[kind!]!] as Identifier),
    /^[\w-]+$/.test(words) ? (properties[prop]?.[words] as Identifier | undefined) : undefined,
  ];
  return used.every(isKnown) && !/\b(?:rgb|hsl)a?\(from\b/.test(words);
}

function knowsSelector(selector: string): boolean {
  const words = selector.replace(/\\./g, "").replace(/"[^"]*"/g, "");
  if (words.includes("&")) return false;
  const lists = [...words.matchAll(/:not\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)].some(
    ([, inner]) => list.comma(inner!).length > 1,
  );
  if (lists && !isKnown(selectors["not"]?.["selector_list"] as Identifier)) return false;
  return [...words.matchAll(/::?([a-z-]+)/g)].every(
    ([, name]) =>
      name!.startsWith("-webkit-") ||
      (!name!.startsWith("-") && Object.hasOwn(selectors, name!) && isKnown(selectors[name!])),
  );
}

function knowsMedia(params: string): boolean {
  const features = /[<>=]/.test(params)
    ? ["range_syntax"]
    : [...params.matchAll(/\(\s*(?:min-|max-)?([a-z-]+)/g)].map(([, feature]) => feature!);
  return features.every((feature) => isKnown(atRules["media"]?.[feature] as Identifier | undefined));
}

/** True for an `@supports` condition that holds there; the stylesheet has none with "and". */
function holds(condition: string): boolean {
  if (condition.includes("selector(") && chrome < ASKS_FOR_SELECTORS) return false;
  const either = condition.split(/(?<=\)) or (?=\()/);
  if (either.length > 1) return either.some(holds);
  const [, not, inner] = /^(not\b)?\s*(?:selector)?\((.+)\)$/s.exec(condition) ?? [];
  if (not) return !holds(condition.slice(3).trim());
  if (!inner) throw new Error(`What is ${condition}?`);
  if (condition.startsWith("selector")) return knowsSelector(inner);
  if (/^(\(|not\b|selector)/.test(inner)) return holds(inner);
  const [prop = "", value = ""] = inner.split(/\s*:\s*/);
  return knowsDeclaration({ prop, value });
}

const site = await startSite();
const STYLES = readdirSync("build/client/assets").find((name) => /^styles-.*\.css$/.test(name))!;
const styles = readFileSync(`build/client/assets/${STYLES}`, "utf8");
const oldStyles = asChromeReads(styles);

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

/** The faults of the page as it is. */
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
    for (const trap of document.querySelectorAll("label[hidden]"))
      if (isShown(trap)) complaints.push("the field that nobody should fill in is shown");
    for (const note of document.querySelectorAll(".not-on-this-day, .day-note"))
      if (isShown(note)) complaints.push(`said before it is due: ${note.textContent}`);
    for (const button of document.querySelectorAll("main .button, main button:not(.in-field)")) {
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
    const expectStyled = async (name: string) => expect(await complaintsAbout(page), name).toEqual([]);
    await page.goto("/");
    await expectStyled("home");
    await page.getByRole("link", { name: "More", exact: true }).click();
    await page.waitForURL("**/plumbers");
    await expectStyled("directory");
    await page.locator("main li h3 a").nth(plumber).click();
    await page.waitForURL("**/appointment/*");
    await expectStyled("appointment");
    expect(await page.locator(".booking-bar").evaluate((bar) => getComputedStyle(bar).position)).toBe("sticky");
    await chooseSlot(page, 5, 0);
    await describeVisit(page);
    await bookButton(page).click();
    await page.waitForURL("**/signup**");
    await page
      .locator("main a", { hasText: /^Sign in$/i })
      .filter({ visible: true })
      .click();
    await page.waitForURL("**/signin**");
    await expectStyled("sign-in");
    await giveCredentials(page, client);
    await page.waitForURL("**/appointment/**");
    await expectStyled("appointment-chosen");
    await bookButton(page).click();
    await page.waitForURL(/client-dashboard\/bookings/);
    await page.getByText("Booking successful!").waitFor();
    await expectStyled("bookings");
  });

  test.each(["/contact", "/signup", "/faq", "/blog", "/about", "/no/such/page"])("%s is styled", async (path) => {
    const page = await openWith(oldStyles, width);
    await page.goto(path);
    expect(await complaintsAbout(page)).toEqual([]);
  });
});

test("the bar to book stands above the bar to call in Chrome 80", async () => {
  const page = await openWith(asChromeReads(styles, 80), 360);
  // By a link, as those who arrive from elsewhere have the styles in the page.
  await page.goto("/plumbers/harare");
  await page.locator("main li h3 a").first().click();
  await page.waitForURL("**/appointment/*");
  const book = (await page.locator(".booking-bar").boundingBox())!;
  const call = (await page.locator(".call-bar").boundingBox())!;
  expect(book.y + book.height).toBeLessThanOrEqual(call.y);
  expect(call.y + call.height).toBe(page.viewportSize()!.height);
});

test("icons are small and the honeypot is hidden without the stylesheet", async () => {
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
