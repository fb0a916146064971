import { expect, test } from "vitest";
import { newCallerForm } from "../admin/callers/caller-forms";
import { messageOfIssue } from "../values/zod-messages";
import { profileCall, profileForm, registrationCall, registrationForm } from "./account-forms";

const newcomer = { name: "Rudo", username: "Moyo", email: "rudo@example.test", password: "a fine password" };
const names = (fields: object) => [
  registrationForm.safeParse({ ...newcomer, terms: "on", ...fields }).success,
  registrationCall.safeParse({ ...newcomer, role: "client", ...fields }).success,
  profileForm.safeParse({ ...newcomer, ...fields }).success,
  profileCall.safeParse({ ...newcomer, ...fields }).success,
  newCallerForm.safeParse({
    firstName: "Rudo",
    lastName: "Moyo",
    phone: "0772123456",
    ...("name" in fields && { firstName: fields.name }),
    ...("username" in fields && { lastName: fields.username }),
  }).success,
];
const NOWHERE = [false, false, false, false, false];

test("nobody signs up, renames themselves or is made an account as the company, however it is written", () => {
  for (const name of ["Pombi", "POMBI Zimbabwe", "P o m b i", "Ｐｏｍｂｉ", "Pömbi", "admin", "Our office"])
    expect([name, ...names({ name })]).toEqual([name, ...NOWHERE]);
  for (const username of ["Support", "Office", "Administrator", "help desk", "Customer Care"])
    expect([username, ...names({ username })]).toEqual([username, ...NOWHERE]);
});

test("a name has no invisible characters", () => {
  for (const name of ["a\u200bdmin", "Ru\u200ddo", "Rudo\u2060", "Ru\u00addo", "\u3164Rudo"])
    expect([name, ...names({ name })]).toEqual([name, ...NOWHERE]);
});

test("names of people are taken as they are", () => {
  for (const name of ["Rudo", "Tendai Admire", "Officer", "Zoë", "O'Brien", "Nyasha-Faith", "Пётр", "陳"])
    expect([name, ...names({ name })]).toEqual([name, true, true, true, true, true]);
});

test("a text in place of a photo is refused in our words", () => {
  const parsed = profileCall.safeParse({ name: "Rudo", image: "me.png" });
  expect(parsed.error?.issues.map(messageOfIssue)).toEqual(["Only image files are allowed."]);
});
