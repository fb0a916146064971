import { expect, test } from "vitest";
import { PRIVACY } from "~/content/legal";
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
