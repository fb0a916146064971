// Control characters (tab and line break apart) and the marks that turn the direction of writing around: with
// them a name could show itself as another one.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

// A letter that leaves something on the screen: not white space, nothing that is drawn as nothing (zero-width marks,
// Hangul fillers, variation selectors, tags), not the blank Braille cell or the null notehead, no mark without a letter.
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{M}\p{Z}\u2800\u{1d159}]/u;

/**
 * What a user typed, as we keep it: whole characters in NFC, one kind of line break, no control or bidi marks,
 * trimmed; '' when nothing of it can be seen (V1).
 */
export function cleanText(text: string): string {
  const cleaned = text.toWellFormed().replace(/\r\n?/g, "\n").replace(FORBIDDEN, "").normalize("NFC").trim();
  return VISIBLE.test(cleaned) ? cleaned : "";
}

/** The same for fields of one line: runs of white space become one blank. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ");
}

/** The first letters of up to two names, for where there is no picture. */
export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => (word[0] ?? "").toUpperCase())
    .join("");
}
