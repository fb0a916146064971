import { expect, test } from "vitest";
import { HELP_KEY, readKey, SECOND_KEY_WITHIN, SHORTCUTS } from "./shortcuts";

test.each([
  ["one key", ["/"], "Search"],
  ["a key that needs Shift", [HELP_KEY], "Show all keys"],
  ["two keys", ["g", "d"], "Dispatch"],
  ["a key that also ends two others", ["n"], "New booking"],
  ["a capital", ["J"], undefined],
  ["an unknown key", ["q"], undefined],
  ["an unknown second key", ["g", "q"], undefined],
  ["a second key that means something alone", ["g", "j"], undefined],
  ["what follows an unknown pair", ["g", "q", "j"], "Next row"],
  ["a first key twice", ["g", "g", "d"], undefined],
])("%s means what the list of keys says", (_, keys, label) => {
  let last: ReturnType<typeof readKey> = { shortcut: null, pending: null };
  keys.forEach((key, place) => (last = readKey(key, place * 100, last.pending)));
  expect(last.shortcut?.label).toBe(label);
});

test("the second of two keys has to come soon, and means itself after that", () => {
  const { pending } = readKey("g", 0);
  expect(readKey("d", SECOND_KEY_WITHIN, pending).shortcut?.label).toBe("Dispatch");
  expect(readKey("d", SECOND_KEY_WITHIN + 1, pending).shortcut).toBeNull();
  expect(readKey("j", SECOND_KEY_WITHIN + 1, pending).shortcut?.label).toBe("Next row");
});

test("no two shortcuts have the same keys, and none begins another", () => {
  const all = SHORTCUTS.map(({ keys }) => keys);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((keys) => all.some((other) => other.startsWith(`${keys} `)))).toEqual([]);
});
