import { readFileSync, writeFileSync } from "node:fs";
import { ICON_NAMES, OWN_ICON_NAMES } from "../app/ui/elements/icon-names";

// One file that every page shares from the cache, instead of each icon in each page's HTML.
const symbolOf = (name: string, folder: string) => {
  const shapes = readFileSync(`${folder}/${name}.svg`, "utf8")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/^[\s\S]*?<svg[^>]*>/, "")
    .replace(/<\/svg>\s*$/, "")
    .replace(/\s+/g, " ")
    .trim();
  return `<symbol id="${name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shapes}</symbol>`;
};
const symbols = [
  ...ICON_NAMES.map((name) => symbolOf(name, "node_modules/lucide-static/icons")),
  ...OWN_ICON_NAMES.map((name) => symbolOf(name, "app/ui/elements")),
];
const logo = readFileSync("app/ui/illustrations/logo.svg", "utf8")
  .replace(/<svg[^>]*>/, '<symbol id="logo" viewBox="0 0 32 32">')
  .replace("</svg>", "</symbol>")
  // Where it is used, the page's tokens hold.
  .replaceAll('"#0F5A6B"', '"var(--color-brand-700)"')
  .replace(/>\s+</g, "><")
  .trim();
writeFileSync(
  "app/ui/elements/icons.svg",
  `<svg xmlns="http://www.w3.org/2000/svg">${logo}${symbols.join("")}</svg>\n`,
);
console.info(`${symbols.length} icons in app/ui/elements/icons.svg`);
