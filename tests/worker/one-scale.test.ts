import { expect, test } from "vitest";

const styles = Object.values(
  import.meta.glob<string>("../../build/client/assets/*.css", { query: "?raw", import: "default", eager: true }),
).join("");

const SCALE: Record<string, (number | string)[]> = {
  "font-size": [12, 14, 16, 18, "var(--text-h2)", "var(--text-h1)", "var(--text-display)"],
  "border-radius": [0, 6, 10, 14, 999],
  // 32 and 64 are distances between sections.
  padding: [0, 4, 8, 12, 16, 20, 24, 32, 64],
};
const EXCEPTIONS = [
  // Hidden names of hours, the size around, and what the browser gives `small` before we do.
  "0",
  "inherit",
  "1em",
  "80%",
  // Room for what covers an edge: bars on phones, the menu's button, a row's box, the word Show in a password's field.
  "var(--bar)",
  "4.5rem",
  "6rem",
  // The names of the tabs, which grow with the screen where letters are large for it.
  "3.7vw",
  "calc(var(--spacing) * 14)",
  "calc(var(--spacing) * 12)",
  "48px",
  "4.75rem",
  // From the window's width.
  "max(24px,50% - 560px)",
  "var(--edge)",
];

const variables = new Map(
  [...styles.matchAll(/(--[\w-]+):([^;}]+)/g)].map(([, name, value]) => [`var(${name})`, value!]),
);

/** A length in pixels, or its text where it is none. */
function pixelsOf(text: string): number | string {
  const value = /^var\(--(text-(xs|sm|base|lg)|radius-\w+|spacing)\)$/.test(text) ? variables.get(text)! : text;
  const [, steps] = /^calc\(var\(--spacing\) \* ([\d.]+)\)$/.exec(value) ?? [];
  if (steps) return Number(steps) * 4;
  const [, number, unit] = /^(-?[\d.]+)(px|rem)?$/.exec(value) ?? [];
  return number ? Math.min(999, Number(number) * (unit === "rem" ? 16 : 1)) : value;
}

test.each(Object.entries(SCALE))("every %s of the stylesheets is one of %j", (property, allowed) => {
  const declaration = new RegExp(`(?<![\\w-])${property}(?:-(?:top|right|bottom|left))?:([^;!]+)`, "g");
  const off = [...styles.matchAll(/([^{}]*)\{([^{}]*)\}/g)].flatMap(([, selector, body]) =>
    [...body!.matchAll(declaration)]
      .flatMap(([, value]) => value!.trim().split(/ (?![^(]*\))/))
      .filter((part) => !EXCEPTIONS.includes(part) && !allowed.includes(pixelsOf(part)))
      .map((part) => `${selector!.replaceAll(":not(#\\#)", "")} ${part}`),
  );
  expect(off).toEqual([]);
});
