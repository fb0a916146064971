import { formatNumber } from "./numbers";

/** The highest amount of a quote, final amount or payment, in cents: $100,000. */
export const MAX_AMOUNT = 100_000_00;

/** Cents as a plain number of dollars for a form field: `25`, `25.50`. */
export function formatAmount(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** Cents as lists and the facts of emails show them (V2): `$25.00`, `$1,250.00`, `−$5.50`. */
export function formatSum(cents: number): string {
  return `${cents < 0 ? "−" : ""}$${formatNumber(Math.abs(cents) / 100, 2)}`;
}

export const formatOnReceipt = (cents: number): string => formatSum(cents).replace("$", "US$");

/** Cents in a sentence or on a button (V2): `$25`, `$25.50`, `$1,250`, `−$5`. */
export const formatMoney = (cents: number): string => formatSum(cents).replace(/\.00$/, "");

const CURRENCY = /^\s*(?:US[D$]|\$)|(?:US[D$]|\$)\s*$/gi;
const NUMBER = /^(?:(\d{1,7})|(\d{1,3}([ ,.])\d{3}(?:\3\d{3})?))(?:([.,])(\d{0,2}))?$/;
const bareNumber = (text: string) =>
  text
    .replace(/\p{Cf}/gu, "")
    .replace(CURRENCY, "")
    .trim()
    .replace(/\s+/g, " ");

/**
 * Reads US dollars as whole cents, or null: at most two decimals, a currency, blanks, commas or points between
 * thousands (`25.5`, `25,50`, `US$1,250`, `1.250,00`), no sign or exponent (V2). What `twoAmounts` reads is none.
 */
export function parseCents(text: string): number | null {
  const [, plain, grouped, gap, point, decimals = ""] = NUMBER.exec(bareNumber(text)) ?? [];
  const whole = plain ?? grouped;
  if (!whole || (gap && (gap === point || (gap === "." && !point)))) return null;
  return Number(whole.replace(/\D/g, "")) * 100 + Number(decimals.padEnd(2, "0"));
}

/** The two amounts that a text could mean, as people type them: `1.250` is 1250 or 1.25 (V2). Null: no more than one. */
export function twoAmounts(text: string): [string, string] | null {
  const [, whole, part] = /^([1-9]\d{0,2})\.(\d{3})$/.exec(bareNumber(text)) ?? [];
  return whole && part ? [whole + part, `${whole}.${part.slice(0, 2)}`] : null;
}
