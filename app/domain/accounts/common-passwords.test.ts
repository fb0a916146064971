import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords";
import WORLDWIDE from "./common-passwords.json";

test("the list has more than ten thousand passwords that a form would take", () => {
  expect(WORLDWIDE.length).toBeGreaterThan(10_000);
  expect(WORLDWIDE.filter((password) => password.length < 8 || password !== password.toLowerCase())).toEqual([]);
});

test("a password of the list, a sequence, a repetition or one of our names with a number is common", () => {
  for (const password of [
    ...["password", "Password1", "qwertyuiop", "trustno1", "12345678", "1234567890", "87654321", "00000000"],
    ...["AAAAAAAA", "abcabcabc", "testtest", "abcdefgh"],
    ...["zimbabwe1", "Harare263", "tinashe123", "pombi123", "ndinokuda"],
  ])
    expect(isCommonPassword(password), password).toBe(true);
  for (const password of ["a fine password", "pombi-demo-1", "  blanks count  ", "gutter kettle 9", "Qm7!tz2k"])
    expect(isCommonPassword(password), password).toBe(false);
});

test("the list stays on the server", () => {
  const assets = "build/client/assets";
  // Without a build there are no client files to search.
  const scripts = existsSync(assets) ? readdirSync(assets).filter((name) => name.endsWith(".js")) : [];
  for (const name of scripts) expect(readFileSync(`${assets}/${name}`, "utf8"), name).not.toContain("1qaz2wsx");
});
