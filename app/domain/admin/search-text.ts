import { foldName } from "~/db/folding";
import { cityKey } from "../values/cities";
import { beginningOfPhone } from "../values/typed-phone";
import { SEARCH_LENGTH, cutText } from "../values/text";

/** What an admin typed into the search field, in the form that the indexes hold (O4). */
export interface SearchText {
  /** Folded as names' keys are, with single blanks. */
  text: string;
  /** The beginning of a phone as we store it; null if it can't be one. */
  phone: string | null;
  /** The beginning of a job reference; null if it can't be one. */
  reference: string | null;
  /** The key of a city of this name. */
  city: string;
}

/** Reads a search; null for fewer than two characters, which would match nearly everyone (O4). */
export function readSearch(given: string | null): SearchText | null {
  const typed = (given ?? "")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/\s+/g, " ");
  const text = cutText(foldName(typed), SEARCH_LENGTH);
  if (text.length < 2) return null;
  const reference = /^(?:pb[- ]?)?([2-9a-z]{2,6})$/.exec(text)?.[1]?.toUpperCase();
  return {
    text,
    phone: beginningOfPhone(typed),
    reference: reference ? `PB-${reference}` : null,
    city: cityKey(typed),
  };
}
