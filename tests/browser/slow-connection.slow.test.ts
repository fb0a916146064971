import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBlankSite } from "./support/blank-site";
import { launchBrowser } from "./support/browser";
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

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

interface Reading {
  /** The largest paint, in ms after the address was entered. */
  largest: number;
  /** How far things moved after they had been painted. */
  shift: number;
  /** What tasks took beyond 50 ms each, in ms. */
  blocking: number;
}

/** A first visit on slow 4G with a quarter of this machine's speed; with `scroll`, to the end of the page. */
async function read(url: string, { scroll = false } = {}): Promise<Reading> {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", SLOW_4G);
  await line.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(() => {
    const reading = { largest: 0, shift: 0, blocking: 0 };
    Object.assign(window, { reading });
    const watch = (
      type: string,
      onEntry: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
    ) => new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true });
    watch("largest-contentful-paint", ({ startTime }) => (reading.largest = startTime));
    watch("layout-shift", ({ value = 0, hadRecentInput }) => (reading.shift += hadRecentInput ? 0 : value));
    watch("longtask", ({ duration }) => (reading.blocking += Math.max(0, duration - 50)));
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(600);
  if (scroll) {
    for (let at = 0; at < 12; at++) {
      await page.mouse.wheel(0, 800);
      await page.waitForTimeout(120);
    }
  }
  const reading = await page.evaluate(() => (window as Window & typeof globalThis & { reading: Reading }).reading);
  await context.close();
  return reading;
}

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
      readings.blank.push(await read(blank.origin));
      readings.home.push(await read(`${origin}/`));
      readings.directory.push(await read(`${origin}/plumbers`));
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

test.each([
  "/",
  "/about",
  "/services",
  "/services/emergency?city=Harare",
  "/contact",
  "/blog",
  "/blog/1",
  "/plumbers",
  "/appointment/demoplumber01",
  "/signup",
  "/signin",
])("%s moves by less than 0.02 from the first paint to the end of the page", async (path) => {
  const { shift } = await read(origin + path, { scroll: true });
  expect(shift).toBeLessThan(0.02);
});
