import { expect, test } from "vitest";
import { isOwnName, nameField } from "./own-name";

const refused = (name: string) => nameField("Missing.").safeParse(name).error?.issues[0]?.message ?? null;

test.each(["Tendai", "Nyasha-Rufaro", "O'Brien", "José", "Müller", "Олег", "Ελένη", "王芳", "Νίκος"])(
  "%s is a name",
  (name) => {
    expect(refused(name)).toBeNull();
  },
);

// The first two letters are Cyrillic, the last one's "o" is Greek.
test.each(["\u0420\u043embi", "\u0410dmin", "Supp\u03bfrt"])("%s mixes alphabets that look alike", (name) => {
  expect(refused(name)).toBe("Please use letters of one alphabet.");
});

test.each(["Pombi", "P o m b i", "Pómbi Harare", "ADMIN", "Our Office", "Customer Support"])(
  "%s reads like our office",
  (name) => {
    expect(refused(name)).toBe("Please use your own name: this one reads like our office's.");
  },
);

test("nothing in a name is invisible", () => {
  expect(refused("a\u200bdmin")).toBe("Please use letters that can be seen.");
});

test.each([
  ["Help", "Desk", false],
  ["Customer", "Care", false],
  ["OUR", "Office", false],
  ["Po", "mbi", false],
  ["Tapo", "Mbiri", true],
  ["Help", "Moyo", true],
])("%s %s is a name of one's own: %s", (first, last, isOwn) => expect(isOwnName(first, last)).toBe(isOwn));
