// Letters that people type in place of others, for the keys that names are searched by. This file imports nothing, so that
// pure files may read it (decision 047). SQLite nests a call for each letter, and D1 takes a hundred calls at most.
const FOLDED: Record<string, string> = {
  a: "àáâãäåÀÁÂÃÄÅ",
  c: "çÇ",
  e: "èéêëÈÉÊË",
  i: "ìíîïÌÍÎÏ",
  n: "ñÑ",
  o: "òóôõöøÒÓÔÕÖØ",
  s: "šŠ",
  u: "ùúûüÙÚÛÜ",
  y: "ýÿÝ",
  z: "žŽ",
  "'": "’‘ʼ`´",
  "-": "‐‑–—",
};
/** The characters of a house number, before a street's name. */
export const HOUSE_NUMBER = "0123456789 /-,.#";

const PAIRS = Object.entries(FOLDED).flatMap(([plain, letters]) =>
  [...letters].map((letter): [string, string] => [letter, plain]),
);
const PLAIN = new Map(PAIRS);

/** A name as it is searched for: A to Z in lower case, without accents, with one kind of quote and dash. */
export const foldName = (name: string): string =>
  Array.from(name.normalize("NFC"), (letter) => PLAIN.get(letter) ?? letter)
    .join("")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The same of a column or an expression, as SQL. */
export const foldedSql = (name: string): string =>
  PAIRS.reduce(
    (sql, [letter, plain]) => `replace(${sql}, '${letter}', '${plain === "'" ? "''" : plain}')`,
    `lower(${name})`,
  );
