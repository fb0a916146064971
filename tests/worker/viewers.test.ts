import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../build/server/index.js";
import { cookieOf, ONLOOKERS, outcomeOf, PAGES, seedOnlookers } from "../support/onlookers";
import { visit } from "../support/site";

// A route without a row in PAGES fails the last test.
beforeAll(seedOnlookers);

describe.each(Object.keys(PAGES))("%s", (id) => {
  test.each(ONLOOKERS)("as %s", async (viewer) => {
    const { path, row, settings } = PAGES[id]!;
    const response = await visit(path(), { cookie: cookieOf(viewer), settings });
    expect(outcomeOf(response)).toBe(row[viewer] ?? row.all);
    const text = await response.text();
    // The mailbox of local mode shows every email to everyone: that is its purpose.
    const mayKnow = ["client", "plumber", "admin"].includes(viewer) || /mailbox|sent-notices/.test(id);
    if (!mayKnow) expect(text).not.toMatch(/Secret Street|secret note/);
  });
});

/** The address at which the browser's script fetches a page's data. */
const dataOf = (path: string) => path.replace(/^\/(?=$|\?)/, "/_root").replace(/(?=\?|$)/, ".data");

// Below /api the API answers, which has no pages' data.
const PAGES_WITH_DATA = Object.keys(PAGES).filter((id) => !/resources\/|api\/objects/.test(id));

describe.each(PAGES_WITH_DATA)("the data of %s", (id) => {
  test.each(ONLOOKERS)("as %s", async (viewer) => {
    const { path, row, settings } = PAGES[id]!;
    const response = await visit(dataOf(path()), { cookie: cookieOf(viewer), settings });
    const text = await response.text();
    const redirect = text.includes('"/signin?redirectTo=') ? "signin" : "elsewhere";
    const outcome = response.status === 202 ? redirect : response.ok ? "ok" : String(response.status);
    expect(outcome).toBe(row[viewer] ?? row.all);
    if (!["client", "plumber", "admin"].includes(viewer)) expect(text).not.toMatch(/Secret Street|secret note/);
  });
});

test("every route of the sitemap has a row", () => {
  const known = new Set(["root", ...Object.keys(PAGES)]);
  expect(Object.keys(routes).filter((id) => !known.has(id))).toEqual([]);
  expect(Object.keys(PAGES).filter((id) => !(id in routes))).toEqual([]);
});
