// Control characters (tab and line break apart) and the marks that turn the direction of writing around: with
// them a name could show itself as another one.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

// Half of a letter, which UTF-8 cannot hold. `toWellFormed` does the same, in newer browsers alone.
const LONE_SURROGATES = /\p{Surrogate}/gu;

// A letter that can be seen: not white space, nothing drawn as nothing (zero-width marks, Hangul fillers, variation
// selectors, tags), not the blank Braille cell or the null notehead, no mark without a letter.
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{M}\p{Z}\u2800\u{1d159}]/u;

/** Cleans typed text: NFC, plain line breaks, no control or bidi marks, trimmed; '' when nothing is visible (V1). */
export function cleanText(text: string): string {
  const cleaned = text
    .replace(LONE_SURROGATES, "\ufffd")
    .replace(/\r\n?/g, "\n")
    .replace(FORBIDDEN, "")
    .normalize("NFC")
    .trim();
  return VISIBLE.test(cleaned) ? cleaned : "";
}

/** The same for fields of one line: runs of white space become one blank. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, " ");

/** A number or a code without what people put or copy between its digits: blanks, dashes and invisible marks of any kind. */
export const withoutGaps = (text: string): string => text.replace(/[\s\p{Cf}\p{Pd}\u2212]/gu, "");

/** The full stop behind somebody's words in quotation marks; none where they end a sentence themselves. */
export const stopAfter = (words: string): string => (/[.!?…]$/.test(words) ? "" : ".");

/** Ends a sentence with somebody's words, or just ends it: `: “The gate was locked.”`. */
export const endWith = (words: string | null | undefined): string => (words ? `: “${words}”${stopAfter(words)}` : ".");

// Firefox before 125 has none: an accent may part from its letter there, but no character is halved.
const segmenter = /* @__PURE__ */ (() => ("Segmenter" in Intl ? new Intl.Segmenter() : null))();

/** The characters as people see them, each whole: a flag, a family and a letter with its marks are one. */
const charactersOf = (text: string): string[] =>
  segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text];

/** The beginning of a text, whole words, on one line. */
export function excerptOf(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= length) return line;
  const end = line.lastIndexOf(" ", length);
  return `${cutText(line, end > 0 ? end : length)}…`;
}

/** The beginning of a text in at most `length` UTF-16 units, without a part of a character at its end. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  for (const character of charactersOf(text.slice(0, length + 2))) {
    if (end + character.length > length) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** The beginning of a text that costs at most `room`, with an ending where it was cut, never inside a character. */
export function cutByCost(text: string, room: number, costOf: (part: string) => number, ending: string): string {
  if (costOf(text) <= room) return text;
  let left = room - costOf(ending);
  const characters = [...text];
  const end = characters.findIndex((character) => (left -= costOf(character)) < 0);
  return characters.slice(0, end).join("").trimEnd() + ending;
}

/** The first letter of a word, in upper case; '' of none. */
export const initialOf = (word: string): string => (charactersOf(word)[0] ?? "").toUpperCase();

export const initialsOf = (name: string): string =>
  name.split(/\s+/).filter(Boolean).slice(0, 2).map(initialOf).join("");

// The longest texts, in characters: a form's fields stop there, and its schema refuses more.

/** A first or a last name, and what someone calls a thing of their own: a passkey, a token. */
export const NAME_LENGTH = 60;
export const EMAIL_LENGTH = 254;
export const SHORTEST_PASSWORD = 8;
/** However it is typed. */
export const PHONE_LENGTH = 40;
/** A city or a suburb. */
export const PLACE_LENGTH = 60;
export const ADDRESS_LINE_LENGTH = 120;
export const REFERENCE_LENGTH = 20;
export const REASON_LENGTH = 300;
/** A code of an app or a phone, or a recovery code. */
export const CODE_LENGTH = 40;
/** One of a list, or one's own instead. */
export const CHOICE_LENGTH = 60;
export const SUBURBS_LENGTH = 1000;
export const SEARCH_LENGTH = 100;

/** Counts the letters to change, add, leave out or swap with a neighbour (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      const isSwapped = at > 0 && to > 0 && one[at] === other[to - 1] && one[at - 1] === other[to];
      next.push(
        Math.min(
          next[to]! + 1,
          row[to + 1]! + 1,
          row[to]! + (one[at] === other[to] ? 0 : 1),
          isSwapped ? before[to - 1]! + 1 : Infinity,
        ),
      );
    }
    before = row;
    row = next;
  }
  return row[other.length]!;
}

/** The value of a JSON text; null for a text that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
