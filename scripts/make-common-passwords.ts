import { readFileSync, writeFileSync } from "node:fs";

// npm run passwords: the passwords that people choose most, from the list that @zxcvbn-ts keeps (MIT), as far as our
// forms would take them. Our own list, because the package would bundle its whole dictionary.
const SHORTEST = 8;
const known = JSON.parse(
  readFileSync("node_modules/@zxcvbn-ts/language-common/src/passwords.json", "utf8"),
) as string[];
const taken = [
  ...new Set(known.map((password) => password.toLowerCase()).filter((password) => password.length >= SHORTEST)),
].sort();
writeFileSync("app/domain/accounts/common-passwords.json", `${JSON.stringify(taken).replaceAll('","', '",\n"')}\n`);
console.info(`${taken.length} of ${known.length} passwords in app/domain/accounts/common-passwords.json`);
