// Letters that people type in place of others, for the keys that names are searched by. This file imports nothing, so that
// pure files may read it (decision 047). SQLite nests a call for each letter, and D1 takes a hundred levels at most.
const LETTERS: Record<string, string> = {
  a: "àáâãäåąÀÁÂÃÄÅ",
  ae: "æÆ",
  c: "çćčÇĆČ",
  d: "đĐ",
  e: "èéêëęÈÉÊË",
  g: "ğ",
  i: "ìíîïıÌÍÎÏİ",
  l: "łŁ",
  n: "ñńÑ",
  o: "òóôõöøőÒÓÔÕÖØ",
  r: "ř",
  s: "šśşŠŚŞ",
  ss: "ß",
  u: "ùúûüÙÚÛÜ",
  y: "ýÿÝ",
  z: "žżźŽŻ",
};
/** The characters of a house number, before a street's name. */
export const HOUSE_NUMBER = "0123456789 /-,.#";

const QUOTES = "'’‘ʼ`´";
const DASHES = "-‐‑–—";

const pairsOf = (folded: Record<string, string>) =>
  Object.entries(folded).flatMap(([plain, letters]) => [...letters].map((letter): [string, string] => [letter, plain]));
const withPairs = (pairs: [string, string][]) => {
  const plain = new Map(pairs);
  return (text: string): string =>
    Array.from(text.normalize("NFC"), (letter) => plain.get(letter) ?? letter)
      .join("")
      .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
};
// O’Neill is typed ONeill, and Anna-Maria anna maria.
const MARKS = { "": QUOTES, " ": DASHES };
const NAME_PAIRS = pairsOf({ ...LETTERS, ...MARKS });
const PLACE_PAIRS = pairsOf(MARKS);

/** A name as it is searched for: A to Z in lower case, without accents and quotes, its dashes as blanks. */
export const foldName = withPairs(NAME_PAIRS);

/** A street or a suburb as it is searched for: A to Z in lower case, without quotes, its dashes as blanks. */
export const foldPlace = withPairs(PLACE_PAIRS);

/** Folds a search for anything but a name: as `foldName` does, with one kind of quote and dash. */
export const foldText = withPairs(pairsOf({ ...LETTERS, "'": QUOTES, "-": DASHES }));

const sqlWith =
  (pairs: [string, string][]) =>
  (column: string): string =>
    pairs.reduce(
      (sql, [letter, plain]) => `replace(${sql}, '${letter === "'" ? "''" : letter}', '${plain}')`,
      `lower(${column})`,
    );

/** A name of a column or an expression as `foldName` gives it, as SQL. */
export const foldedSql = sqlWith(NAME_PAIRS);

/** The same as `foldPlace` gives it. */
export const foldedPlaceSql = sqlWith(PLACE_PAIRS);
