// Made by `npm run passwords` from @zxcvbn-ts/language-common (MIT, Copyright MrWook and contributors).
import WORLDWIDE from "./common-passwords.json";

// Passwords that people here pick first.
const HERE = [
  "blessing1",
  "blessed1",
  "jesuschrist",
  "godisgood",
  "godislove",
  "christ123",
  "prayer123",
  "zimbabwe1",
  "zimbabwe123",
  "zimbabwe2026",
  "harare123",
  "harare263",
  "bulawayo1",
  "bulawayo123",
  "byo12345",
  "plumber1",
  "plumber123",
  "plumbing1",
  "plumbing123",
  "pombi123",
  "pombi1234",
  "pombipombi",
  "tinashe1",
  "tinashe123",
  "tatenda1",
  "tatenda123",
  "tafadzwa1",
  "tafadzwa123",
  "takudzwa",
  "takudzwa1",
  "takudzwa123",
  "tawanda1",
  "tawanda123",
  "tendai123",
  "rumbidzai",
  "rumbidzai1",
  "nyasha123",
  "nyasha1234",
  "kudakwashe",
  "kudzai123",
  "farai1234",
  "chipo1234",
  "ropafadzo",
  "rutendo1",
  "rutendo123",
  "mufaro123",
  "munashe1",
  "munashe123",
  "panashe1",
  "anesu1234",
  "anotida1",
  "makanaka",
  "makanaka1",
  "mwarinaka",
  "mwari123",
  "ndinokuda",
  "ndinokuda1",
  "ngiyakuthanda",
  "thandeka",
  "nkosana1",
  "nomathemba",
  "sibusiso1",
  "thabani1",
  "thabani123",
  "dynamos1",
  "dynamos123",
  "highlanders1",
  "bosso1926",
  "warriors1",
  "econet123",
  "ecocash1",
  "ecocash123",
  "netone123",
  "password263",
  "p@ssword",
  "changeme123",
  "admin1234",
  "root1234",
  "guest123",
  "user1234",
  "access14",
  "family123",
  "freedom1",
  "login123",
  "loveme123",
  "master123",
  "mother123",
  "testing123",
];

const FEWEST_CHARACTERS = 5;
const ROWS = ["012345678901234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm"].flatMap(
  (row) => [row, [...row].reverse().join("")],
);
/** Day and month in either order, and the year before or behind them. */
const DATE = /^(?:(?:0[1-9]|[12]\d|3[01]){2}(?:19|20)\d\d|(?:19|20)\d\d(?:0[1-9]|[12]\d|3[01]){2})$/;

/** Patterns that need no list: a few characters over and over, a row of keys, a date. */
export const isPattern = (password: string): boolean =>
  new Set(password).size < FEWEST_CHARACTERS || DATE.test(password) || ROWS.some((row) => row.includes(password));

/** A password without one, two or three digits at its end, as far as it has them: they hide no common one. */
export function withoutNumber(password: string): string[] {
  const [digits = ""] = /\d{0,3}$/.exec(password) ?? [];
  return [...digits].map((_, at) => password.slice(0, -at - 1));
}

/** The passwords of the list, of which each is stored behind the length of what it shares with the one before. */
export function worldwide(): string[] {
  let before = "";
  return WORLDWIDE.match(/[A-Z][^A-Z]*/g)!.map((folded) => {
    const shared = folded.charCodeAt(0) - "A".charCodeAt(0);
    return (before = before.slice(0, shared) + folded.slice(1));
  });
}

let common: Set<string> | undefined;

/** Tells if a password is among those that attackers try first (A3); compared without letter case. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set([...worldwide(), ...HERE]);
  const lower = password.toLowerCase();
  return isPattern(lower) || [lower, ...withoutNumber(lower)].some((one) => common!.has(one));
}
