import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";
import { installed } from "./installed";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
// Chromium calls home at every start; on a closed network that costs time.
const ARGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser that is on this machine; on Debian, as root, it is installed where there is none. Never skipped. */
function findBrowser(): string {
  const wanted = process.env["CHROMIUM"];
  const found = [wanted, ...INSTALLED, playwrightsOwn()].find((path) => path && existsSync(path));
  if (found) return found;
  if (existsSync("/etc/debian_version")) return installed("/usr/bin/chromium", "chromium");
  throw new Error(
    "The browser tests need Chromium or Chrome. Install one (`apt-get install chromium`), or set CHROMIUM to its path.",
  );
}

function playwrightsOwn(): string | null {
  try {
    return chromium.executablePath();
  } catch {
    return null;
  }
}

/** `without`: arguments that Playwright would give, and people's browsers do not have. */
export function launchBrowser(more: string[] = [], without: string[] = []): Promise<Browser> {
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({
    executablePath: findBrowser(),
    args: [...ARGS, ...asRoot, ...more],
    ignoreDefaultArgs: without,
  });
}
