import type { Browser } from "playwright-core";

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

export interface Reading {
  /** The largest paint, in ms after the address was entered. */
  largest: number;
  /** How far things moved after they had been painted. */
  shift: number;
  /** What tasks took beyond 50 ms each, in ms. */
  blocking: number;
}

/** A first visit on slow 4G, on a processor so many times slower than this one; with `scroll`, to the end of the page. */
export async function readFirstVisit(
  browser: Browser,
  url: string,
  { scroll = false, slowness = 1 } = {},
): Promise<Reading> {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", SLOW_4G);
  await line.send("Emulation.setCPUThrottlingRate", { rate: slowness });
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
