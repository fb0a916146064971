import { expect, test } from "vitest";
import { agrees } from "./heard";
import { suburbIn } from "./places";
import { firstAidFor, type Person, questionOf } from "./questions";

const MAIN_TAP = "Close the main tap at your meter first.";
const GEYSER = "Switch the geyser off at the board, and close its tap first.";
const BOARD = "Switch the electricity off at the board, and touch nothing wet.";

test.each([
  ["burst-pipe", "water everywhere", MAIN_TAP],
  ["burst-pipe", "my gyser has bust, water everywhere", `${MAIN_TAP} ${GEYSER}`],
  ["geyser-leak", "the geyser burst", GEYSER],
  ["burst-pipe", "burst pipe, electricity shocking me", `${MAIN_TAP} ${BOARD}`],
  ["geyser", "the geyser is tripping the electricity", BOARD],
  ["geyser", "the geyser is cold", ""],
] as const)("of %s, “%s”, what cannot wait is said first", (problem, notes, said) => {
  expect(firstAidFor({ problem, notes })).toBe(said);
});

const heard = (text: string) => ({ text, choice: null, place: null, picture: null });

test.each([
  ["Gweruu", "Gweru", null],
  ["avondale, hararee", "Harare", "Avondale"],
  ["Mkoba 4", "Gweru", "Mkoba 4"],
  ["k", "Harare", null],
  ["other times", "Harare", null],
])("“%s” in %s is the suburb %s", (text, city, suburb) => {
  expect(suburbIn(heard(text), city)).toBe(suburb);
});

const PERSON: Person = { userId: null, name: null, hasConsent: false, now: 0, origin: "" };

test.each(["wait cancel", "same place", "5"])("“%s” is no street", (text) => {
  expect(questionOf("street").takes(heard(text), {}, PERSON)).toBe(null);
});

test.each([
  ["Byo", { city: "Bulawayo", suburb: undefined }],
  ["no im in Bulawyo", { city: "Bulawayo", suburb: undefined }],
  ["Hillside, Bulawayo", { city: "Bulawayo", suburb: "Hillside" }],
  ["Avondale", { city: "Harare", suburb: "Avondale" }],
])("“%s”, where the suburb of Harare is asked, is %o", (text, place) => {
  expect(questionOf("suburb").takes(heard(text), { city: "Harare" }, PERSON)).toMatchObject(place);
});

test.each(["y", "ehe", "yes please", "ok send it"])("“%s” is a yes", (text) => {
  expect(agrees(heard(text))).toBe(true);
});
