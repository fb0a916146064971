import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data";
import { list, parse, type AtRule, type Container, type Declaration } from "postcss";
import { PASSWORD } from "./support/users";
import { startSite } from "./support/site";
import { bookButton, describeVisit } from "./support/request";

// A stylesheet as a browser of the past reads it, by what browser-compat-data says of Chrome.

// Read as a file: as a module, Vite would turn its 20 MB into code.
const { css } = JSON.parse(readFileSync("node_modules/@mdn/browser-compat-data/data.json", "utf8")) as CompatData;
const {
  "at-rules": atRules,
  properties,
  selectors,
  types,
} = css as Record<"at-rules" | "properties" | "selectors" | "types", Identifier>;

/** The stylesheet without what Chrome of that version would drop. */
function asChromeReads(styles: string, version: number): string {
  const root = parse(styles);
  keepKnown(root, version);
  return root.toString();
}

function keepKnown(container: Container, version: number): void {
  for (const node of [...(container.nodes ?? [])]) {
    if (node.type === "decl") {
      // Descriptors of a font are no properties.
      const isDescriptor = container.type === "atrule" && (container as AtRule).name === "font-face";
      if (!isDescriptor && !knowsDeclaration(node, version)) node.remove();
    } else if (node.type === "rule") {
      // One selector that it does not know costs the whole rule; a rule within a rule is unknown to it.
      const isStep = container.type === "atrule" && /keyframes$/.test((container as AtRule).name);
      if (
        container.type === "rule" ||
        (!isStep && !node.selectors.every((selector) => knowsSelector(selector, version)))
      )
        node.remove();
      else keepKnown(node, version);
    } else if (node.type === "atrule") keepKnownAtRule(node, version);
  }
}

function keepKnownAtRule(rule: AtRule, version: number): void {
  const name = rule.name.replace(/^-\w+-/, "");
  if (rule.parent?.type === "rule" || !isKnown(atRules[name], version)) return void rule.remove();
  if (name === "media" && !knowsMedia(rule.params, version)) return void rule.remove();
  if (rule.nodes) keepKnown(rule, version);
  if (name !== "supports") return;
  if (holds(rule.params, version)) rule.replaceWith(rule.nodes ?? []);
  else rule.remove();
}

const since = (support: SimpleSupportStatement, version: number) =>
  typeof support.version_added === "string" &&
  Number.parseInt(support.version_added.replace("≤", ""), 10) <= version &&
  !(support.version_removed && Number.parseInt(String(support.version_removed), 10) <= version) &&
  !support.flags;

function statements(entry: Identifier | undefined): SimpleSupportStatement[] {
  const compat: CompatStatement | undefined = entry?.__compat;
  const support = compat?.support.chrome;
  return support === undefined ? [] : ([support].flat() as SimpleSupportStatement[]);
}

/** True for what the browser knows without a prefix, and for what the data does not name. */
function isKnown(entry: Identifier | undefined, version: number): boolean {
  const all = statements(entry);
  return (
    all.length === 0 || all.some((support) => !support.prefix && !support.alternative_name && since(support, version))
  );
}

function knowsProperty(name: string, version: number): boolean {
  if (name.startsWith("--")) return true;
  const [, prefix, plain] = /^(-\w+-)?(.+)$/.exec(name)!;
  if (prefix && !properties[name])
    return statements(properties[plain!]).some(
      (support) => (support.prefix === prefix || support.alternative_name === name) && since(support, version),
    );
  return name in properties && isKnown(properties[name], version);
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

function knowsDeclaration({ prop, value }: Pick<Declaration, "prop" | "value">, version: number): boolean {
  if (prop.startsWith("--")) return true;
  if (!knowsProperty(prop, version)) return false;
  const words = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, "");
  for (const [, name] of words.matchAll(/(?<![\w-])([a-z][\w-]*)\(/g))
    if (!isKnown(functionEntry(name!), version)) return false;
  for (const [, kind] of words.matchAll(/\d([dsl])v[hwib]/g))
    if (!isKnown(types["length"]?.[UNITS[kind!]!] as Identifier, version)) return false;
  if (/\b(?:rgb|hsl)a?\(from\b/.test(words)) return false;
  return !/^[\w-]+$/.test(words) || isKnown(properties[prop]?.[words] as Identifier | undefined, version);
}

function knowsSelector(selector: string, version: number): boolean {
  const words = selector.replace(/\\./g, "").replace(/"[^"]*"/g, "");
  if (words.includes("&")) return false;
  const lists = [...words.matchAll(/:not\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)].some(
    ([, inner]) => list.comma(inner!).length > 1,
  );
  if (lists && !isKnown(selectors["not"]?.["selector_list"] as Identifier, version)) return false;
  return [...words.matchAll(/::?([a-z-]+)/g)].every(
    ([, name]) =>
      name!.startsWith("-webkit-") ||
      (!name!.startsWith("-") && Object.hasOwn(selectors, name!) && isKnown(selectors[name!], version)),
  );
}

function knowsMedia(params: string, version: number): boolean {
  if (/[<>=]/.test(params)) return isKnown(atRules["media"]?.["range_syntax"] as Identifier, version);
  return [...params.matchAll(/\(\s*(?:min-|max-)?([a-z-]+)/g)].every(([, feature]) =>
    isKnown(atRules["media"]?.[feature!] as Identifier | undefined, version),
  );
}

/** True for an `@supports` condition that holds there. */
function holds(condition: string, version: number): boolean {
  const text = condition.trim();
  const parts = (word: "and" | "or") => splitAtDepthZero(text, word);
  if (parts("or").length > 1) return parts("or").some((part) => holds(part, version));
  if (parts("and").length > 1) return parts("and").every((part) => holds(part, version));
  const not = /^not\s*(.+)$/s.exec(text);
  if (not) return !holds(not[1]!, version);
  const selector = /^selector\((.+)\)$/s.exec(text);
  if (selector) return knowsSelector(selector[1]!, version);
  const inner = text.replace(/^\(([\s\S]+)\)$/, "$1").trim();
  if (/^(?:\(|not\b|selector\()/.test(inner)) return holds(inner, version);
  const [, prop, value] = /^([\w-]+)\s*:\s*(.+)$/s.exec(inner) ?? [];
  return Boolean(prop && value) && knowsDeclaration({ prop: prop!, value: value! }, version);
}

function splitAtDepthZero(text: string, word: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of text.matchAll(new RegExp(`[()]|(?<=[\\s)])${word}(?=[\\s(])`, "g"))) {
    if (token === "(") depth++;
    else if (token === ")") depth--;
    else if (depth === 0) {
      parts.push(text.slice(from, index));
      from = index + word.length;
    }
  }
  return [...parts, text.slice(from)];
}

const site = await startSite();
const OLDEST_CHROME = 84;
const STYLES = readdirSync("build/client/assets").find((name) => /^styles-.*\.css$/.test(name))!;
const styles = readFileSync(`build/client/assets/${STYLES}`, "utf8");
const oldStyles = asChromeReads(styles, OLDEST_CHROME);

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
    await expectStyled("sign-in");
    await page.getByLabel("Email").fill(client);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "SIGN IN" }).click();
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
