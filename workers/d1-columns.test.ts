import { expect, test } from "vitest";
import { checkColumns, withDistinctColumns } from "./d1-columns";

test.each([
  ['select "id", "name" from "users"', null],
  [
    'select "users"."id", "bookings"."id" from "bookings"',
    'select "users"."id", "bookings"."id" as "id:1" from "bookings"',
  ],
  [
    'select distinct "a"."id", "b"."id", "c"."id", "c"."name" from "a"',
    'select distinct "a"."id", "b"."id" as "id:1", "c"."id" as "id:2", "c"."name" from "a"',
  ],
  ['select "a"."id", coalesce("b"."id", \',\') as "id" from "a"', null],
  ['select "name" as "id", "b"."id" from "b"', 'select "name" as "id", "b"."id" as "id:1" from "b"'],
  ['select count(*), count(*) from "b"', 'select count(*), count(*) as "count(*):1" from "b"'],
  ['select (select "id", "id" from "b"), "a"."id is, from" from "a"', null],
  [
    'select "a"."x" is not distinct from "b"."x", "b"."x", "a"."x" where 1',
    'select "a"."x" is not distinct from "b"."x", "b"."x", "a"."x" as "x:2" where 1',
  ],
  ["select id, id", 'select id, id as "id:1"'],
])("%s", (query, apart) => {
  expect(withDistinctColumns(query)).toBe(apart ?? query);
});

test("a row of another number of columns than its select is refused", () => {
  const query = 'select "name" as "id", "id" as "id" from "users"';
  expect(() => checkColumns(query, { id: 1 })).toThrow("2 columns have 1 names, alias them");
  expect(() => checkColumns('select "users".* from "users"', { id: 1 })).toThrow("Name the columns");
  expect(() => checkColumns('select "users".*, 1 as "one" from "users"', { id: 1, one: 1 })).toThrow(
    "Name the columns",
  );
  expect(() => checkColumns('select "id", 1 from "users"', { 1: 1, id: 1 })).toThrow("is called by a number");
  expect(() => checkColumns("select count(*) from users", { "count(*)": 2 })).not.toThrow();
  expect(() => checkColumns(query, undefined)).not.toThrow();
});
