import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

// npm run browsers: installs what the browser tests need, before they run (-- chromium: for the gate). On Debian
// Chromium's headless shell is unpacked beside the project, the rest is installed, which takes root.

const PROGRAMS = {
  "/usr/bin/firefox-esr": "firefox-esr",
  "/usr/bin/WebKitWebDriver": "webkit2gtk-driver",
  "/usr/bin/Xvfb": "xvfb",
} as const;
const CHROMIUMS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const FOLDER = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "pombi", "chromium-headless-shell");
const SHELL = join(FOLDER, "usr/lib/chromium/chromium-headless-shell");

const isDebian = () => existsSync("/etc/debian_version");
const starts = (path: string) => existsSync(path) && spawnSync(path, ["--version"]).status === 0;
const missing = (what: string) =>
  new Error(`${what} is missing here: run \`npm run browsers\`, or set CHROMIUM to a path.`);

/** The path of Chromium as people use it; throws where there is none. */
export function wholeChromium(): string {
  const found = [process.env["CHROMIUM"], ...CHROMIUMS, playwrightsOwn()].find((path) => path && existsSync(path));
  if (!found) throw missing("Chromium");
  return found;
}

/** The path of Chromium without windows, which needs half the processor, else of the whole one; throws without either. */
export const lightChromium = (): string => process.env["CHROMIUM"] ?? (existsSync(SHELL) ? SHELL : wholeChromium());

export function program(path: keyof typeof PROGRAMS): string {
  if (!existsSync(path)) throw missing(path);
  return path;
}

function playwrightsOwn(): string | null {
  try {
    return chromium.executablePath();
  } catch {
    return null;
  }
}

function installChromium(): void {
  if (process.env["CHROMIUM"] || starts(SHELL)) return;
  try {
    if (isDebian()) unpackShell();
  } catch {
    console.info("  No headless Chromium to be had here: the tests take the whole one, and more time.");
  }
  if (starts(SHELL)) return;
  rmSync(FOLDER, { recursive: true, force: true });
  installWholeChromium();
}

export function installBrowsers(): void {
  installChromium();
  installWholeChromium();
  for (const [path, debianPackage] of Object.entries(PROGRAMS)) if (!existsSync(path)) install(debianPackage);
}

function installWholeChromium(): void {
  try {
    wholeChromium();
  } catch (error) {
    if (!isDebian()) throw error;
    install("chromium");
  }
}

const NETWORK = ["-qq", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20"];

function install(debianPackage: string): void {
  console.info(`  Installing Debian's ${debianPackage}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const command of ["update", `install -y --no-install-recommends ${debianPackage}`])
    execFileSync("apt-get", [...command.split(" "), ...NETWORK], { stdio: "inherit", env });
}

function unpackShell(): void {
  mkdirSync(dirname(FOLDER), { recursive: true });
  const folder = mkdtempSync(`${FOLDER}-`);
  const apt = (...args: string[]) => execFileSync("apt-get", [...args, ...NETWORK], { cwd: folder, stdio: "ignore" });
  const download = () => apt("download", "chromium-headless-shell", "chromium-common");
  try {
    try {
      download();
    } catch {
      apt("update");
      download();
    }
    for (const name of readdirSync(folder).filter((name) => name.endsWith(".deb"))) {
      execFileSync("dpkg", ["-x", name, "."], { cwd: folder });
      rmSync(join(folder, name));
    }
    rmSync(FOLDER, { recursive: true, force: true });
    renameSync(folder, FOLDER);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  (process.argv[2] === "chromium" ? installChromium : installBrowsers)();
