/** Parts the thousands of a number's digits: `27,619.50`. */
export function groupThousands(digits: string): string {
  const [whole = "", decimals] = digits.split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${decimals ? `.${decimals}` : ""}`;
}

/** A number as people read it: `1,767`, `27,619.5`. It takes nothing else, because lists are mapped by it. */
export const formatNumber = (value: number): string =>
  `${value < 0 ? "−" : ""}${groupThousands(String(Math.abs(value)))}`;

/** A number of things in words: `1 photo`, `3 photos`, `2 people`. `many` is for plurals without an `s`. */
export const countOf = (count: number | string, one: string, many = `${one}s`): string =>
  `${count} ${Number(count) === 1 ? one : many}`;

/** More rows are "99+". */
export const COUNTED = 99;

export const formatCount = (count: number): string => (count > COUNTED ? `${COUNTED}+` : String(count));
