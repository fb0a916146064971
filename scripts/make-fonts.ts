import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

// npm run fonts: Figtree in two files, with the weights and ranges of styles.css; only names such as Zoë need the second.
const WEIGHTS = { wght: { min: 400, max: 700 } };
const FEATURES = ["kern", "tnum"];
const RANGES = {
  basic: "U+20-7E U+A0 U+A9 U+B0 U+B7 U+D7 U+2013-2014 U+2018-2019 U+201C-201D U+2022 U+2026 U+2212",
  latin: "U+A1-A8 U+AA-AF U+B1-B6 U+B8-D6 U+D8-FF U+131 U+152-153 U+20AC U+2122",
};

function charactersIn(range: string): string {
  const [first = 0, last = first] = range.split("-").map((code) => parseInt(code.replace("U+", ""), 16));
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

const whole = readFileSync("node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2");
mkdirSync("app/ui/fonts", { recursive: true });
for (const [name, list] of Object.entries(RANGES)) {
  const ranges = list.split(" ");
  const font = await subsetFont(whole, ranges.map(charactersIn).join(""), {
    targetFormat: "woff2",
    variationAxes: WEIGHTS,
    keepFeatures: FEATURES,
  });
  writeFileSync(`app/ui/fonts/figtree-${name}.woff2`, font);
  console.info(`app/ui/fonts/figtree-${name}.woff2: ${font.length} bytes, unicode-range: ${ranges.join(", ")}`);
}
