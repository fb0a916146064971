import { parsePhone } from "../values/phone";

/** What somebody typed into the desk's one search field, as the indexes read it. */
export interface SearchText {
  /** Lower case where SQLite's `lower` makes it (A to Z), one blank between words. */
  text: string;
  /** The beginning of a phone as we keep it, or null. */
  phone: string | null;
  /** The beginning of a booking's reference, or null. */
  reference: string | null;
}

/** Null when there is nothing to look for: less than two letters find everybody. */
export function readSearch(given: string | null): SearchText | null {
  const text = (given ?? "")
    .normalize("NFC")
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .slice(0, 100);
  if (text.length < 2) return null;
  const reference = /^(?:pb[- ]?)?([2-9a-z]{2,6})$/.exec(text)?.[1]?.toUpperCase();
  return { text, phone: beginningOfPhone(text), reference: reference ? `PB-${reference}` : null };
}

/** `077 12` and `+263 77 12` begin the same phone; fewer than four digits begin too many. */
function beginningOfPhone(text: string): string | null {
  if (!/^\+?[\d\s()-]+$/.test(text)) return null;
  const whole = parsePhone(text);
  if (whole) return whole;
  const abroad = /^(?:\+|00)(?!263)([\d\s()-]{4,})/.exec(text)?.[1];
  if (abroad) return `+${abroad.replace(/\D/g, "")}`;
  const digits = text
    .replace(/\D/g, "")
    .replace(/^(00)?263/, "")
    .replace(/^0/, "");
  return digits.length >= 4 ? `+263${digits}` : null;
}
