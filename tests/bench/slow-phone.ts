import { chromium, type Browser, type CDPSession, type Page } from "playwright-core";
import { wholeChromium } from "../../scripts/browsers";

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
/** How long the phone works on the loop below: four times as long as the machine that the bounds were taken on. */
const PHONE_LOOP_MS = 200;

/** Chromium as people use it; `env` beside this process's own. */
export const launchChromium = (env: Record<string, string> = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: wholeChromium(),
    env: { ...process.env, ...env } as Record<string, string>,
    args: ["--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });

/** How many times slower than this machine the phone is: of one speed on any machine. */
export async function phoneSlowness(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const times = await page.evaluate(() =>
    Array.from({ length: 9 }, () => {
      const began = performance.now();
      const words = new Map<string, number>();
      for (let turn = 0; turn < 200_000; turn++) words.set(`word ${turn % 5000}`, turn);
      return performance.now() - began;
    }),
  );
  await page.close();
  return Math.max(1, PHONE_LOOP_MS / Math.min(...times));
}

export interface Reading {
  /** When the largest part was painted. */
  ms: number;
  /** What tasks took beyond 50 ms each, in ms. */
  blocking: number;
  /** How far things moved. */
  shift: number;
}
type ReadWindow = Window & typeof globalThis & { reading: Reading };

/** A page with nothing cached, 360 x 800, on slow 4G; the phone is so many times slower than this machine. */
export async function openOnSlowPhone(
  browser: Browser,
  slowness = 1,
): Promise<{ page: Page; protocol: CDPSession; read(): Promise<Reading> }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send("Network.enable");
  await protocol.send("Network.emulateNetworkConditions", SLOW_4G);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: slowness });
  await page.addInitScript(() => {
    const reading = { ms: Number.NaN, blocking: 0, shift: 0 };
    Object.assign(window, { reading });
    // No function here may have a name: esbuild would wrap it in a helper that the page does not have.
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (entry.entryType === "largest-contentful-paint") reading.ms = entry.startTime;
        else if (entry.entryType === "longtask") reading.blocking += Math.max(0, entry.duration - 50);
        else if (!entry.hadRecentInput) reading.shift += entry.value;
      }
    });
    for (const type of ["largest-contentful-paint", "longtask", "layout-shift"])
      observer.observe({ type, buffered: true });
  });
  return { page, protocol, read: () => page.evaluate(() => (window as ReadWindow).reading) };
}
