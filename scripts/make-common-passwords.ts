import { readFileSync, writeFileSync } from "node:fs";

// npm run passwords: the most common passwords that our forms would take, from the list of @zxcvbn-ts (MIT).
const SHORTEST = 8;
const known = JSON.parse(
  readFileSync("node_modules/@zxcvbn-ts/language-common/src/passwords.json", "utf8"),
) as string[];
const taken = [
  ...new Set(known.map((password) => password.toLowerCase()).filter((password) => password.length >= SHORTEST)),
].sort();
writeFileSync("app/domain/accounts/common-passwords.json", `${JSON.stringify(taken).replaceAll('","', '",\n"')}\n`);
console.info(`${taken.length} of ${known.length} passwords in app/domain/accounts/common-passwords.json`);
