import { beforeEach, expect, test } from "vitest";
import { isTyped } from "./page-state";

// @vitest-environment jsdom

beforeEach(() => {
  document.body.innerHTML = `
    <input name="note" value="as it came">
    <textarea name="content">as it came</textarea>
    <input type="hidden" name="id" value="1">
    <input type="checkbox" name="sure">
    <input type="checkbox" name="quiet" checked>
    <input type="radio" name="stars" value="4">
    <input type="radio" name="stars" value="5" checked>
    <select name="way"><option>Cash</option><option>EcoCash</option></select>
    <select name="city"><option>Harare</option><option selected>Gweru</option></select>`;
});
const field = <Field = HTMLInputElement>(query: string) => document.querySelector(query) as Field;

test("a page as it came has nothing typed, whatever is ticked and chosen in it", () => {
  expect(isTyped()).toBe(false);
});

test.each<[string, () => void]>([
  ["a field", () => (field("[name=note]").value = "half typed")],
  ["a text", () => (field<HTMLTextAreaElement>("[name=content]").value = "")],
  ["a tick", () => (field("[name=sure]").checked = true)],
  ["a tick that was taken away", () => (field("[name=quiet]").checked = false)],
  ["another choice", () => (field("[value='4']").checked = true)],
  ["another of a list", () => (field<HTMLSelectElement>("[name=way]").selectedIndex = 1)],
  ["the first of a list that came with another", () => (field<HTMLSelectElement>("[name=city]").selectedIndex = 0)],
])("%s counts as typed", (_, type) => {
  type();
  expect(isTyped()).toBe(true);
});

test("a script's value in a hidden field does not count", () => {
  field("[name=id]").value = "2";
  expect(isTyped()).toBe(false);
});
