/** The highest amount of a quote, final amount or payment, in cents: $100,000. */
export const MAX_AMOUNT = 100_000_00;

/**
 * Reads an amount of US dollars as whole cents, or null. Takes digits with at most two decimals (`25`, `25.5`, `25.50`), with
 * the currency before them and a comma or a blank between thousands (`US$1,250`), without sign or exponent (V2). 0 is an
 * amount.
 */
export function parseCents(text: string): number | null {
  const match = /^(?:(?:US)?\$|USD)?\s*(\d{1,7}|\d{1,3}(?:[, ]\d{3}){1,2})(?:\.(\d{1,2}))?$/i.exec(text.trim());
  return match?.[1] ? Number(match[1].replace(/[, ]/g, "")) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}

/** Cents as a plain number of dollars for a form field: `25`, `25.50`. */
export function formatAmount(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** Cents as lists and the facts of emails show them (V2): `$25.00`, `$1,250.00`, `−$5.50`. */
export function formatSum(cents: number): string {
  const [dollars = "", decimals] = (Math.abs(cents) / 100).toFixed(2).split(".");
  return `${cents < 0 ? "−" : ""}$${dollars.replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals}`;
}

/** Cents as receipts show them: `US$25.00`. */
export const formatOnReceipt = (cents: number): string => formatSum(cents).replace("$", "US$");

/** Cents in a sentence or on a button (V2): `$25`, `$25.50`, `$1,250`, `−$5`. */
export const formatMoney = (cents: number): string => formatSum(cents).replace(/\.00$/, "");
