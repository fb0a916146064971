import { expect, test } from "vitest";
import { agrees } from "./heard";
import { suburbIn } from "./places";
import { firstAidFor, type Person, questionOf } from "./questions";
import { stepIn } from "./steps-in-words";

const MAIN_TAP = "Close the main tap at your meter first.";
const GEYSER = "Switch the geyser off at the board, and close its tap first.";
const BOARD = "Switch the electricity off at the board, and touch nothing wet.";

test.each([
  ["burst-pipe", "water everywhere", MAIN_TAP],
  ["burst-pipe", "my gyser has bust, water everywhere", `${MAIN_TAP} ${GEYSER}`],
  ["geyser-leak", "the geyser burst", GEYSER],
  ["burst-pipe", "burst pipe beside the electric gate", MAIN_TAP],
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
  ["my toilet", "Harare", null],
  ["what do you mean", "Harare", null],
  ["i will send location", "Harare", null],
])("“%s” in %s is the suburb %s", (text, city, suburb) => {
  expect(suburbIn(heard(text), city)).toBe(suburb);
});

const PERSON: Person = { userId: null, name: null, hasConsent: false, now: 0, origin: "" };

test.each(["wait cancel", "same place", "5", "i'll share my location", "let me send a pin", "what", "why do you ask"])(
  "“%s” is no street",
  (text) => {
    expect(questionOf("street").takes(heard(text), {}, PERSON)).toBe(null);
  },
);

test.each([
  ["Byo", { city: "Bulawayo", suburb: undefined }],
  ["no im in Bulawyo", { city: "Bulawayo", suburb: undefined }],
  ["Hillside, Bulawayo", { city: "Bulawayo", suburb: "Hillside" }],
  ["Avondale", { city: "Harare", suburb: "Avondale" }],
  ["Mutare Road", { city: "Harare", suburb: "Mutare Road" }],
  ["Harare Rd, Bulawayo", { city: "Bulawayo", suburb: "Harare Rd" }],
])("“%s”, where the suburb of Harare is asked, is %o", (text, place) => {
  expect(questionOf("suburb").takes(heard(text), { city: "Harare" }, PERSON)).toMatchObject(place);
});

test.each([
  ["chipo moyo", { firstName: "Chipo", lastName: "Moyo" }],
  ["It's Chipo Moyo here", { firstName: "Chipo", lastName: "Moyo" }],
  ["this is Chipo Moyo", { firstName: "Chipo", lastName: "Moyo" }],
  ["ndinonzi chipo moyo", { firstName: "Chipo", lastName: "Moyo" }],
  ["ngingu Thabo Dube", { firstName: "Thabo", lastName: "Dube" }],
  ["name chipo surname moyo", { firstName: "Chipo", lastName: "Moyo" }],
  ["call me Chipo", { firstName: "Chipo" }],
  ["hurry up", null],
  ["i am at home", null],
  ["very urgent", null],
  ["blue gate", null],
  ["blocked drain", null],
  ["hello there", null],
])("“%s” is the name %o", (text, name) => {
  expect(questionOf("name").takes(heard(text), {}, PERSON)).toEqual(name);
});

test("who doesn't want to cancel is not asked whether to", () => {
  expect(stepIn("please don't cancel", "client")).toBe(null);
  expect(stepIn("can I cancel", "client")).toBe("cancel");
});

test.each(["y", "ehe", "yes please", "ok send it", "sharp sharp", "ndizvozvo", "kulungile", "correct"])(
  "“%s” is a yes",
  (text) => {
    expect(agrees(heard(text))).toBe(true);
  },
);
