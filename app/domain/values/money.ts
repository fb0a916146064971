import { groupThousands } from "./numbers";

/** The highest amount of a quote, final amount or payment, in cents: $100,000. */
export const MAX_AMOUNT = 100_000_00;

/** Cents as a plain number of dollars for a form field: `25`, `25.50`. */
export const formatAmount = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);

/** Cents as lists and the facts of emails show them (V2): `$25.00`, `$1,250.00`, `−$5.50`. */
export const formatSum = (cents: number): string =>
  `${cents < 0 ? "−" : ""}$${groupThousands((Math.abs(cents) / 100).toFixed(2))}`;

/** Cents as receipts show them: `US$25.00`. */
export const formatOnReceipt = (cents: number): string => formatSum(cents).replace("$", "US$");

/** Cents in a sentence or on a button (V2): `$25`, `$25.50`, `$1,250`, `−$5`. */
export const formatMoney = (cents: number): string => formatSum(cents).replace(/\.00$/, "");

/** A receipt's number as people write it (M7): `PR-1042`. */
export const formatReceipt = (number: number): string => `PR-${number}`;

/** The number written as `PR-1042`, in any letter case; null for any other text. */
export function parseReceipt(text: string): number | null {
  const match = /^PR-([1-9]\d{0,11})$/i.exec(text);
  return match ? Number(match[1]) : null;
}
