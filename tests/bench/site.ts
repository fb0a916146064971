import { chromium, type Browser } from "playwright-core";
import { wholeChromium } from "../../scripts/browsers";
import { DEMO_PASSWORD } from "../../scripts/demo-town/demo-people";
import { removeState } from "../browser/support/processes";
import { startServer } from "../browser/support/server";

/** A site as someone outside uses it: they ask, post and sign in. */
const siteAt = (origin: string) => {
  async function send(path: string, { form, cookie = "" }: { form?: Record<string, string>; cookie?: string } = {}) {
    const began = performance.now();
    const response = await fetch(origin + path, {
      method: form ? "POST" : "GET",
      body: form && new URLSearchParams(form),
      headers: { Origin: origin, Cookie: cookie },
      redirect: "manual",
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    const session = response.headers.getSetCookie().find((one) => one.startsWith("__Host-session="));
    return {
      status: response.status,
      ms: performance.now() - began,
      text,
      cookie: session?.split(";")[0] ?? "",
      location: response.headers.get("Location")?.split("?")[0] ?? "",
    };
  }
  return {
    origin,
    send,
    signIn: (email: string) => send("/signin", { form: { email, password: DEMO_PASSWORD } }),
  };
};
export type Site = ReturnType<typeof siteAt>;

/** A session's cookie as a browser keeps it. */
export function cookieFor(cookie: string) {
  const [name, value] = cookie.split("=") as [string, string];
  return { name, value, domain: "localhost", path: "/", secure: true, httpOnly: true, sameSite: "Lax" as const };
}

/** Runs a bench on a demo town of its own, as `npm start` does, and takes it down again; an error ends the process. */
export async function onSite(env: Record<string, string>, bench: (site: Site) => Promise<void>): Promise<void> {
  const server = await startServer({ env });
  const error: unknown = await bench(siteAt(server.origin)).catch((thrown: unknown) => thrown);
  await server.kill();
  removeState(server.stateDir);
  if (error === undefined) return;
  console.error(error);
  process.exit(1);
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
/** The phone's time for the loop below: four times as long as the machine that the bounds were taken on. */
const PHONE_LOOP_MS = 200;

/** Chromium as people use it; `env` beside this process's own, `more` beside the arguments. */
export const launchChromium = (env: Record<string, string> = {}, more: string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: wholeChromium(),
    env: { ...process.env, ...env } as Record<string, string>,
    args: ["--disable-gpu", "--no-first-run", "--disable-background-networking", ...more],
  });

/** The phone's slowdown beside this machine, so that its speed is the same on any machine. */
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
  /** The time of tasks beyond 50 ms each, in ms. */
  blocking: number;
  /** The layout shift. */
  shift: number;
}
type ReadWindow = Window & typeof globalThis & { reading: Reading };

/** A page with nothing cached, 360 x 800, on slow 4G; the phone is so many times slower than this machine. */
export async function openOnSlowPhone(browser: Browser, slowness = 1) {
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
