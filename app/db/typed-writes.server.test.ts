import { sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { beforeEach, expect, test } from "vitest";
import { env } from "../../tests/support/env";
import { batch, openDatabase } from "./client.server";
import { insertWhere } from "./typed-writes.server";

const taps = sqliteTable("where_taps", {
  id: text().primaryKey(),
  dripsADay: integer().notNull().default(7),
  isShut: integer({ mode: "boolean" }).notNull(),
  note: text(),
});
const db = openDatabase(env.DB);
const rows = () => db.select().from(taps).orderBy(taps.id);

beforeEach(async () => {
  await env.DB.exec("drop table if exists where_taps");
  await env.DB.exec(
    "create table where_taps (id text primary key, drips_a_day integer not null default 7, is_shut integer not null, note text)",
  );
});

test("a row is written where the condition holds, each value as its column keeps it, and what is left out by default", async () => {
  const { made, not } = await batch(db, {
    made: insertWhere(db, taps, { id: "kitchen", isShut: true, note: null }, sql`1 = 1`),
    not: insertWhere(db, taps, { id: "bath", isShut: false }, sql`1 = 2`),
  });
  expect([made.meta.changes, not.meta.changes]).toEqual([1, 0]);
  expect(await rows()).toEqual([{ id: "kitchen", dripsADay: 7, isShut: true, note: null }]);
});

test("a row is written for each that it is selected from, with values written in SQL", async () => {
  await db.insert(taps).values([
    { id: "a", dripsADay: 1, isShut: false },
    { id: "b", dripsADay: 2, isShut: true },
  ]);
  const copy = { id: sql`id || id`, dripsADay: sql`drips_a_day * 10`, isShut: sql`is_shut`, note: "copied" };
  await insertWhere(db, taps, copy, sql`drips_a_day > 1`, { from: sql`${taps}` });
  expect((await rows()).map(({ id, dripsADay, isShut, note }) => [id, dripsADay, isShut, note])).toEqual([
    ["a", 1, false, null],
    ["b", 2, true, null],
    ["bb", 20, true, "copied"],
  ]);
});

test("a column that is missing, unknown, or takes no such value doesn't compile", () => {
  const id = "a";
  // @ts-expect-error: a missing column.
  void (() => insertWhere(db, taps, { id }, sql`true`));
  // @ts-expect-error: an unknown one.
  void (() => insertWhere(db, taps, { id, isShut: true, colour: "red" }, sql`true`));
  // @ts-expect-error: a number for words.
  void (() => insertWhere(db, taps, { id, isShut: true, note: 1 }, sql`true`));
});

test("an insert of an existing row writes nothing, makes the named changes, or fails", async () => {
  const again = (onConflict?: Parameters<typeof insertWhere<typeof taps>>[4]) =>
    insertWhere(db, taps, { id: "a", isShut: true, note: "new" }, sql`true`, onConflict);
  await db.insert(taps).values({ id: "a", isShut: false, note: "old" });
  await again({ onConflict: "nothing" });
  expect(await rows()).toMatchObject([{ isShut: false, note: "old" }]);
  await again({ onConflict: { set: { isShut: sql`excluded.is_shut`, dripsADay: sql`where_taps.drips_a_day + 1` } } });
  expect(await rows()).toEqual([{ id: "a", dripsADay: 8, isShut: true, note: "old" }]);
  await expect(again()).rejects.toThrow();
});
