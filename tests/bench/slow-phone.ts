import { chromium, type Browser, type CDPSession, type Page } from "playwright-core";
import { wholeChromium } from "../../scripts/browsers";

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** Chromium as people use it; `env` beside this process's own. */
export const launchChromium = (env: Record<string, string> = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: wholeChromium(),
    env: { ...process.env, ...env } as Record<string, string>,
    args: [
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });

/** A page with nothing cached, 360 x 800, on slow 4G; the phone is so many times slower than this machine. */
export async function openOnSlowPhone(
  browser: Browser,
  { slowness = 1 } = {},
): Promise<{ page: Page; protocol: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send("Network.enable");
  await protocol.send("Network.emulateNetworkConditions", SLOW_4G);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: slowness });
  return { page, protocol };
}
