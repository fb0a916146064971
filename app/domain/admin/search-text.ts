import { SEARCH_LENGTH } from "../values/lengths";
import { parsePhone } from "../values/phone";

/** What an admin typed into the search field, in the form that the indexes hold (O4). */
export interface SearchText {
  /** In lower case as far as SQLite's `lower` goes (A to Z), with single blanks. */
  text: string;
  /** The beginning of a phone as we store it; null if it can't be one. */
  phone: string | null;
  /** The beginning of a job reference; null if it can't be one. */
  reference: string | null;
}

/** Reads a search; null for fewer than two characters, which would match nearly everyone (O4). */
export function readSearch(given: string | null): SearchText | null {
  const text = (given ?? "")
    .normalize("NFC")
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .slice(0, SEARCH_LENGTH);
  if (text.length < 2) return null;
  const reference = /^(?:pb[- ]?)?([2-9a-z]{2,6})$/.exec(text)?.[1]?.toUpperCase();
  return { text, phone: beginningOfPhone(text), reference: reference ? `PB-${reference}` : null };
}

/** `077 12` and `+263 77 12` begin the same phone. Null for fewer than four digits, which begin too many. */
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
