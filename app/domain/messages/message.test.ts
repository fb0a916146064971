import { expect, test } from "vitest";
import { PRIVACY } from "~/content/legal";
import { readStop } from "./inbound.server";
import { openingForm } from "./message-schemas";
import { OFFICE_READS_WHEN, sidesOf } from "./message";

test("the privacy page says word for word what the office says it may read", () => {
  expect(JSON.stringify(PRIVACY)).toContain(OFFICE_READS_WHEN);
});

test("a conversation is named by its two sides, in one order", () => {
  expect(sidesOf("abc.def")).toEqual(["abc", "def"]);
  for (const wrong of ["def.abc", "abc", "abc.", ".abc", "abc.abc", "a.b.c", ""]) expect(sidesOf(wrong)).toBeNull();
});

test("a conversation is opened for one of three reasons, in words", () => {
  const read = (form: Record<string, string>) => openingForm.safeParse(form).success;
  expect(read({ kind: "report", words: "He insults her" })).toBe(true);
  const wrongs: Record<string, string>[] = [
    { kind: "report" },
    { words: "Because" },
    { kind: "curiosity", words: "Because" },
    { kind: "safety", words: "  " },
  ];
  for (const wrong of wrongs) expect(read(wrong)).toBe(false);
});

test.each([
  ["sure", "stop| Stop. |STOP POMBI|Stop. Thank you|please stop|Stop sending me messages|unsubscribe|\u200bSTOP"],
  ["sure", "Pls can you stop|Stop all|stop it, I have told you three times now"],
  ["perhaps", "The leak doesn't stop|It won’t stop|tap wont stop|Can you stop by tomorrow|Stop by at five"],
  ["perhaps", "Hello, could you please stop sending me these messages|How do I unsubscribe from all of this please"],
  [
    null,
    "The water does not stop since yesterday evening|stopcock broken|nonstop|I'll be at the stop sign in ten minutes",
  ],
])("a message asks us to stop, %s: %s", (asked, texts) => {
  for (const text of texts.split("|")) expect(readStop(text), text).toBe(asked);
});
