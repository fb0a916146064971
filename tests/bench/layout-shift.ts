import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Browser } from "playwright-core";
import { LAYOUT_SHIFT } from "./bounds";
import { onSite, launchChromium, openOnSlowPhone } from "./site";
import { printTable, rowOf, type Row } from "./table";

// npm run bench: how far a page moves from its first paint to its end, while Figtree takes the place of the font that is
// on the phone: once for each of these that is on this machine (Debian's fonts-roboto-unhinted, fonts-liberation,
// fonts-noto-core, fonts-dejavu-core), with no other font beside it.
const FONTS = ["Roboto", "Liberation Sans", "Noto Sans", "DejaVu Sans"];
const PATHS = [
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
];

/** A fontconfig file that knows one family alone; null where the family is not on this machine. */
function onlyFont(folder: string, family: string): string | null {
  const files = execFileSync("fc-list", [`:family=${family}`, "--format=%{file}\n"], { encoding: "utf8" });
  const paths = files.split("\n").filter(Boolean);
  if (paths.length === 0) return null;
  const own = join(folder, family);
  mkdirSync(own);
  for (const path of paths) symlinkSync(path, join(own, basename(path)));
  const config = join(own, "fonts.conf");
  const dirs = `<dir>${own}</dir><cachedir>${join(own, "cache")}</cachedir>`;
  writeFileSync(config, `<?xml version="1.0"?><fontconfig>${dirs}</fontconfig>`);
  return config;
}

/** The layout shift of a first visit on slow 4G, to the end of the page. */
async function readShift(browser: Browser, url: string): Promise<number> {
  const { page, read } = await openOnSlowPhone(browser);
  await page.goto(url, { waitUntil: "load" });
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(600);
  for (let at = 0; at < 12; at++) {
    await page.mouse.wheel(0, 800);
    await page.waitForTimeout(120);
  }
  const { shift } = await read();
  await page.context().close();
  return shift;
}

const folder = mkdtempSync(join(tmpdir(), "pombi-fonts-"));
const rows: Row[] = [];
await onSite({ LIMIT_FACTOR: "1000" }, async ({ origin }) => {
  for (const font of FONTS) {
    const config = onlyFont(folder, font);
    if (!config) {
      rows.push({ what: font, measured: "not on this machine", bound: "", isKept: true });
      continue;
    }
    const browser = await launchChromium({ FONTCONFIG_FILE: config });
    for (const path of PATHS) {
      const is = await readShift(browser, origin + path);
      rows.push(rowOf(`${font}: ${path}`, [{ is, unit: "of the screen", digits: 4, atMost: LAYOUT_SHIFT }]));
    }
    await browser.close();
  }
});
rmSync(folder, { recursive: true, force: true });
printTable("What moves from the first paint to the end of a page, 360 x 800 on slow 4G, by the font until then", rows);
process.exit();
