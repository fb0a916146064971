import { parseHTML } from "linkedom/worker";
import { expect, test } from "vitest";
import { visit } from "../support/site";
import { seedTown } from "../support/town";

const plumber = (await seedTown()).plumber.id;

const [[file, whole]] = Object.entries(
  import.meta.glob<string>("../../build/client/assets/styles-*.css", { query: "?raw", import: "default", eager: true }),
) as [[string, string]];

/** The selectors of a stylesheet, in their order: a comma in brackets parts none. */
const selectorsOf = (css: string): string[] =>
  [...css.matchAll(/([^{}@;]+)\{/g)].flatMap(([, list]) => list!.split(/,(?![^()]*\))/));

/** True for a selector of something on the page, in whatever state. */
function isOnPage(document: Document, selector: string): boolean {
  const lasting = selector.replace(/::?(?!(?:has|is)\b)[\w-]+(\((?:[^()]|\([^()]*\))*\))?|\[open\]/g, "");
  try {
    return lasting !== "" && document.querySelector(lasting) !== null;
  } catch {
    return false;
  }
}

test("an entry page carries every rule for what it shows, in order, and its drawings' variables", async () => {
  const searches = ["/plumbers?problem=drain&sort=fee", "/plumbers?q=xylophone"];
  for (const path of ["/", "/plumbers", ...searches, "/plumbers/atlantis", `/appointment/${plumber}`]) {
    const response = await visit(path, { headers: { "Sec-Fetch-Site": "none" } });
    const { document } = parseHTML(await response.text());
    const style = document.querySelector("head style")!;
    const carried = style.textContent!;
    style.remove();
    const has = selectorsOf(carried);
    const all = selectorsOf(whole);
    const needed = all.filter((selector) => isOnPage(document, selector));
    expect(needed.length, path).toBeGreaterThan(100);
    const missing = needed.filter((selector) => !has.includes(selector));
    let at = -1;
    const misplaced = has.filter((selector) => (at = all.indexOf(selector, at + 1)) < 0);
    expect([missing, misplaced], path).toEqual([[], []]);
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
    // Else a browser that comes to its next page gives up the transition, and says so as an error.
    expect(style, path).not.toContain("@view-transition");
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

test("who arrives with the stylesheet gets a link to it, from the page cache too", async () => {
  const hash = /styles-([\w-]+)\.css/.exec(file)![1]!;
  const settings = { PAGE_CACHE: "on" };
  for (const path of ["/", "/plumbers", "/plumbers/Harare", `/appointment/${plumber}`])
    for (const _ of ["drawn", "kept"]) {
      const arrive = async (cookie: string) => {
        const page = await visit(path, { settings, headers: { "Sec-Fetch-Site": "none" }, cookie });
        return [
          (await page.text()).includes("<style"),
          page.headers.get("Content-Security-Policy")!.includes("sha256"),
        ];
      };
      expect(await arrive(`__Host-styles=${hash}`), path).toEqual([false, false]);
      // That of another build.
      expect(await arrive("__Host-styles=0123abcd"), path).toEqual([true, true]);
      expect(await arrive("__Host-other=1"), path).toEqual([true, true]);
    }
});
