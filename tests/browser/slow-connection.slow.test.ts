import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBlankSite } from "./support/blank-site";
import { launchBrowser } from "./support/browser";
import { readFirstVisit, type Reading } from "./support/first-visit";
import { startSite } from "./support/site";

const { origin } = await startSite();
let browser: Browser;
let blank: Awaited<ReturnType<typeof startBlankSite>>;
beforeAll(async () => {
  [browser, blank] = await Promise.all([launchBrowser(), startBlankSite()]);
});
afterAll(async () => {
  await browser.close();
  await blank.kill();
});

// Whatever else the machine does can only add to a reading: the least one is what the page itself costs.
const least = (of: Reading[], figure: "largest" | "blocking") => Math.min(...of.map((one) => one[figure]));
const BOUNDS = [
  ["home", "largest", 600],
  ["directory", "largest", 1500],
  ["home", "blocking", 25],
  ["directory", "blocking", 25],
] as const;

test(
  "on a slow line and a slow phone, home is painted within 0.6 s, the directory within 1.5 s, and next to nothing blocks",
  { timeout: 300_000 },
  async () => {
    // The first request of all makes the Worker.
    for (const url of [origin, `${origin}/plumbers`, blank.origin]) await (await fetch(url)).text();
    // A blank Remix page without a stylesheet is measured for comparison (decision 015).
    const readings = { home: [] as Reading[], blank: [] as Reading[], directory: [] as Reading[] };
    // Where the machine is so slow that even the blank page blocks, ours may block twice as long as that.
    const boundOf = (figure: "largest" | "blocking", bound: number) =>
      figure === "blocking" ? Math.max(bound, 2 * least(readings.blank, figure)) : bound;
    const within = () =>
      BOUNDS.every(([page, figure, bound]) => least(readings[page], figure) < boundOf(figure, bound));
    for (let round = 0; round < 5 || (round < 20 && !within()); round++) {
      readings.blank.push(await readFirstVisit(browser, blank.origin, { slowness: 4 }));
      readings.home.push(await readFirstVisit(browser, `${origin}/`, { slowness: 4 }));
      readings.directory.push(await readFirstVisit(browser, `${origin}/plumbers`, { slowness: 4 }));
    }
    for (const figure of ["largest", "blocking"] as const) {
      console.info(
        `${figure}, ms: ${Object.entries(readings)
          .map(([page, of]) => `${page} ${of.map((one) => one[figure].toFixed(0)).join(" ")}`)
          .join("; ")}`,
      );
    }
    for (const [page, figure, bound] of BOUNDS)
      expect(least(readings[page], figure), `${page}, ${figure}`).toBeLessThan(boundOf(figure, bound));
  },
);
