import { expect, test } from "vitest";
import { findForbiddenWords } from "./forbidden-words";

const found = (source: string, file = "app/domain/bookings/example.ts") =>
  findForbiddenWords(file, source).map(({ name }) => name);

test.each([
  "const recordDeed = 1;",
  "const DEEDS = 1;",
  "interface AdminDeed {}",
  "f({ deed_id: 1 });",
  "import { deed } from 'x';",
])("a forbidden word is found in whatever case: %s", (source) => expect(found(source)).toHaveLength(1));

test.each(["// A deed in a comment.", 'const text = "a good deed";', "const indeed = 1;", "const removed = 1;"])(
  "but not in comments, texts and other words: %s",
  (source) => expect(found(source)).toEqual([]),
);

test("file names count too", () => expect(found("", "app/domain/admin/deed-log.server.ts")).toEqual(["deed-log"]));

test("a published field may be named where the API begins, and nowhere else", () => {
  expect(found("({ username: 1 });", "app/api/schemas/user-schemas.ts")).toEqual([]);
  expect(found("({ username: 1 });", "app/domain/bookings/example.ts")).toEqual(["username"]);
});
