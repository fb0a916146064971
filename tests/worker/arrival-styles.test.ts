import { parseHTML } from "linkedom/worker";
import { expect, test } from "vitest";
import { visit } from "../support/site";
import { seedTown } from "../support/town";

const plumber = (await seedTown()).plumber.id;

const [whole] = Object.values(
  import.meta.glob<string>("../../build/client/assets/styles-*.css", { query: "?raw", import: "default", eager: true }),
) as [string];

/** The selectors of a stylesheet. */
const selectorsOf = (css: string): Set<string> =>
  new Set([...css.matchAll(/([^{}@;]+)\{/g)].flatMap(([, list]) => splitList(list!)));

/** The parts of a list of selectors: a comma in brackets parts nothing. */
function splitList(list: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of list) {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

const CLASS = /\.((?:\\.|[\w-])+)/g;

/** The classes of a selector that asks for nothing but classes; else none. */
function classesOf(selector: string): string[] {
  const asked = selector.replace(/:not\([^()]*\)/g, "").replace(/\[open\]/g, "");
  const isMore = /\[|(?<![\w:-])[a-z]/.test(asked.replace(CLASS, ""));
  return isMore ? [] : [...asked.matchAll(CLASS)].map(([, name]) => name!.replace(/\\(.)/g, "$1"));
}

test("a page that someone arrives at carries every rule for its classes and every variable of its drawings", async () => {
  const searches = ["/plumbers?problem=drain&sort=fee", "/plumbers?q=xylophone"];
  for (const path of ["/", "/plumbers", ...searches, "/plumbers/atlantis", `/appointment/${plumber}`]) {
    const response = await visit(path, { headers: { "Sec-Fetch-Site": "none" } });
    const { document } = parseHTML(await response.text());
    const style = document.querySelector("head style")!;
    const carried = style.textContent!;
    style.remove();
    const used = new Set([...document.querySelectorAll("[class]")].flatMap((element) => [...element.classList]));
    const needed = [...selectorsOf(whole)].filter((selector) => {
      const classes = classesOf(selector);
      return classes.length > 0 && classes.every((name) => used.has(name));
    });
    expect(needed.length, path).toBeGreaterThan(100);
    const has = selectorsOf(carried);
    expect(
      needed.filter((selector) => !has.has(selector)),
      path,
    ).toEqual([]);
    const variables = [...document.toString().matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!);
    const isMissing = (name: string) => whole.includes(`${name}:`) && !carried.includes(`${name}:`);
    expect(variables.filter(isMissing), path).toEqual([]);
  }
});

test("the stylesheet of an arrival is let in by its hash; from page to page it is a file", async () => {
  for (const path of ["/", "/plumbers", "/plumbers/Harare", `/appointment/${plumber}`]) {
    const arriving = await visit(path);
    const page = await arriving.text();
    const [, files, style = ""] = /<style ([^>]*)>([\s\S]*?)<\/style>/.exec(page)!;
    // The script fetches both once the page has loaded.
    expect(files, path).toMatch(/^data-font="\/assets\/[\w-]+\.woff2" data-whole="\/assets\/styles-[\w-]+\.css"$/);
    expect(page, path).not.toContain('rel="stylesheet"');
    expect(style, path).not.toContain("url(/");
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style)));
    expect(arriving.headers.get("Content-Security-Policy"), path).toContain(
      `'sha256-${btoa(String.fromCharCode(...digest))}'`,
    );
    for (const headers of [{ "Sec-Fetch-Site": "same-origin" }, { "Save-Data": "on" }] as Record<string, string>[]) {
      const going = await visit(path, { headers });
      expect(await going.text(), path).not.toContain("<style");
      expect(going.headers.get("Content-Security-Policy"), path).not.toContain("sha256");
    }
  }
});
