import { cleanLine, cutText, withoutGaps } from "../values/text";

export const UNKNOWN_SEARCHES_A_DAY = 50;
/** In days: they are kept, and the office looks at the latest. */
export const UNKNOWN_SEARCHES_KEPT = 90;
export const UNKNOWN_SEARCHES_SHOWN = 28;

const LENGTH = 60;
const IS_ADDRESS = /@|https?:|www\./;
const HAS_LONG_NUMBER = /\d(?:[().+/]*\d){4}/;

/**
 * A search that no one understood, as the office counts it (D16): in lower case, at most 60 characters. Null for what may
 * say who searched: an email or web address, five digits and more, as a phone has.
 */
export function countedSearch(typed: string): string | null {
  const text = cleanLine(typed).toLowerCase();
  if (IS_ADDRESS.test(text) || HAS_LONG_NUMBER.test(withoutGaps(text))) return null;
  return cutText(text, LENGTH).trim() || null;
}
