import { expect, test } from "vitest";
import { newCallerForm } from "../admin/callers/caller-forms";
import { messageOfIssue } from "../values/fields";
import { profileCall, profileForm, registrationCall, registrationForm } from "./account-forms";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isCommonPassword, worldwide } from "./common-passwords";
import WORLDWIDE from "./common-passwords.json";

const newcomer = { email: "rudo@example.test", password: "a fine password" };
const names = ({ name = "Rudo", username = "Moyo" }) => [
  registrationForm.safeParse({ ...newcomer, terms: "on", name, username }).success,
  registrationCall.safeParse({ ...newcomer, role: "client", name, username }).success,
  profileForm.safeParse({ ...newcomer, name, username }).success,
  profileCall.safeParse({ ...newcomer, name, username }).success,
  newCallerForm.safeParse({ firstName: name, lastName: username, phone: "0772123456" }).success,
];

test.each([
  "Pombi",
  "POMBI Zimbabwe",
  "P o m b i",
  "Ｐｏｍｂｉ",
  "Pömbi",
  "ADMIN",
  "Our office",
  "a\u200bdmin",
  "Ru\u200ddo",
  "Rudo\u2060",
  "Ru\u00addo",
  "\u3164Rudo",
])("no one can be named like the company or with invisible characters, by any form: %j", (name) =>
  expect(names({ name })).toEqual([false, false, false, false, false]),
);

test.each(["Support", "Office", "Administrator", "help desk", "Customer Care"])(
  "no one signs up, renames themselves or is made an account with the last name %s",
  (username) => expect(names({ username })).toEqual([false, false, false, false, false]),
);

test.each(["Rudo", "Tendai Admire", "Officer", "Zoë", "O'Brien", "Nyasha-Faith", "Müller", "Пётр", "Ελένη", "陳"])(
  "the name %s is taken as it is",
  (name) => expect(names({ name })).toEqual([true, true, true, true, true]),
);

test("a text in place of a photo is refused in our words", () => {
  const parsed = profileCall.safeParse({ name: "Rudo", image: "me.png" });
  expect(parsed.error?.issues.map(messageOfIssue)).toEqual(["Only image files are allowed."]);
});

test("the list has more than ten thousand passwords that a form would take", () => {
  const list = worldwide();
  expect(list.length).toBeGreaterThan(10_000);
  expect(list.filter((password) => password.length < 8 || password !== password.toLowerCase())).toEqual([]);
  expect(list).toEqual([...new Set(list)].sort());
});

test("listed passwords, also with a number, four characters, rows of keys, dates and our names are common", () => {
  for (const password of [
    "password",
    "Password1",
    "qwertyuiop",
    "trustno1",
    "12345678",
    "1234567890",
    "87654321",
    "00000000",
    "AAAAAAAA",
    "abcabcabc",
    "testtest",
    "abbacdca",
    "abcdefgh",
    "zimbabwe1",
    "Harare263",
    "tinashe123",
    "pombi123",
    "ndinokuda",
    "password",
    "Password263",
    "password1234",
    "16041987",
    "04161987",
    "19870416",
  ])
    expect(isCommonPassword(password), password).toBe(true);
  for (const password of [
    "a fine password",
    "pombi-demo-1",
    "  blanks count  ",
    "gutter kettle 9",
    "Qm7!tz2k",
    "32011987",
    "abbacdce",
    "kettlegutter1",
  ])
    expect(isCommonPassword(password), password).toBe(false);
});

test("the list stays on the server", () => {
  const assets = "build/client/assets";
  // Without a build there are no client files to search.
  const scripts = existsSync(assets) ? readdirSync(assets).filter((name) => name.endsWith(".js")) : [];
  const part = /\w{40}/.exec(WORLDWIDE)![0];
  for (const name of scripts) expect(readFileSync(`${assets}/${name}`, "utf8"), name).not.toContain(part);
});
