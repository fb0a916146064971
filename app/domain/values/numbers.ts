/** Parts the thousands of a number's digits: `27,619.50`. */
export function groupThousands(digits: string): string {
  const [whole = "", decimals] = digits.split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${decimals ? `.${decimals}` : ""}`;
}

/** A number as people read it: `1,767`, `27,619.5`. It takes nothing else, because lists are mapped by it. */
export const formatNumber = (value: number): string =>
  `${value < 0 ? "−" : ""}${groupThousands(String(Math.abs(value)))}`;

/** A number where there is no room for it: `767`, `1.8k`, `54k`, `1.2m`. */
export function formatShort(value: number): string {
  for (const [unit, letter] of [
    [1_000_000, "m"],
    [1_000, "k"],
  ] as const) {
    // 999,950 is 1m, not 1000k.
    if (value >= unit * 0.9995) {
      const parts = value / unit;
      return `${parts < 9.95 ? Math.round(parts * 10) / 10 : Math.round(parts)}${letter}`;
    }
  }
  return String(Math.round(value * 10) / 10);
}

/** A number of things in words: `1 photo`, `3 photos`, `2 people`. `many` is for plurals without an `s`. */
export const countOf = (count: number | string, one: string, many = `${one}s`): string =>
  `${count} ${Number(count) === 1 ? one : many}`;

/** More rows are "99+". */
export const COUNTED = 99;

export const formatCount = (count: number): string => (count > COUNTED ? `${COUNTED}+` : String(count));
