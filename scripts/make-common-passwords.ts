import { readFileSync, writeFileSync } from "node:fs";
import { isPattern, withoutNumber } from "../app/domain/accounts/common-passwords";

// npm run passwords: the most common passwords that our forms would take, from the list of @zxcvbn-ts (MIT), sorted. Each
// is stored without the beginning that it shares with the one before, behind a capital that says how long that is: A for
// nothing, B for one letter. The upload weighs 21 kB less than with whole words, and 3 kB less without those that are known
// by their pattern.
const SHORTEST = 8;
const MOST_SHARED = 25;
/** The list is sorted by how common they are; OWASP's ASVS 5 (6.2.4) asks for 3,000. */
const MOST = 11_000;
const known = JSON.parse(
  readFileSync("node_modules/@zxcvbn-ts/language-common/src/passwords.json", "utf8"),
) as string[];
const possible = new Set(
  known
    .map((password) => password.toLowerCase())
    .filter((password) => password.length >= SHORTEST && !isPattern(password))
    .slice(0, MOST),
);
const kept = new Set<string>();
// The shorter one first: one that is left out itself stands for no other.
for (const password of [...possible].sort((one, other) => one.length - other.length))
  if (!withoutNumber(password).some((one) => kept.has(one))) kept.add(password);
const taken = [...kept].sort();

function sharedLength(one: string, other: string): number {
  const differing = [...one].findIndex((letter, at) => letter !== other[at]);
  return Math.min(differing === -1 ? one.length : differing, MOST_SHARED);
}

const folded = taken.map((password, at) => {
  const shared = sharedLength(password, taken[at - 1] ?? "");
  return String.fromCharCode("A".charCodeAt(0) + shared) + password.slice(shared);
});
writeFileSync("app/domain/accounts/common-passwords.json", `${JSON.stringify(folded.join(""))}\n`);
console.info(`${taken.length} of ${known.length} passwords in app/domain/accounts/common-passwords.json`);
