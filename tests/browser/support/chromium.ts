import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { installed } from "./installed";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** A browser that is on this machine; on Debian, as root, it is installed where there is none. Never skipped. */
export function wholeChromium(): string {
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

const FOLDER = "node_modules/.cache/chromium-headless-shell";
const SHELL = join(FOLDER, "usr/lib/chromium/chromium-headless-shell");

/**
 * Chromium without its windows, which Playwright too prefers for tests: it needs little more than half the processor
 * for a page. Debian's is unpacked next to the modules and not installed; null where it is unavailable.
 */
export function headlessShell(): string | null {
  const starts = () => existsSync(SHELL) && spawnSync(SHELL, ["--version"]).status === 0;
  if (starts()) return SHELL;
  if (!existsSync("/etc/debian_version")) return null;
  try {
    unpack();
  } catch {
    console.info("No headless Chromium to be had here: the tests take the whole one, and more time.");
  }
  return starts() ? SHELL : null;
}

function unpack(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const apt = (...args: string[]) => execFileSync("apt-get", [...args, "-qq"], { cwd: FOLDER, stdio: "ignore" });
  const download = () => apt("download", "chromium-headless-shell", "chromium-common");
  try {
    download();
  } catch {
    apt("update");
    download();
  }
  for (const name of readdirSync(FOLDER).filter((name) => name.endsWith(".deb"))) {
    execFileSync("dpkg", ["-x", name, "."], { cwd: FOLDER });
    rmSync(join(FOLDER, name));
  }
}
