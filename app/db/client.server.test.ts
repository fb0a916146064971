import { eq, sql } from "drizzle-orm";
import { alias, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { beforeEach, expect, test } from "vitest";
import { env } from "../../tests/support/env";
import { batch, openDatabase, statement, insertWhere } from "./client.server";

const taps = sqliteTable("batch_taps", {
  id: text().primaryKey(),
  drips: integer().notNull(),
  isBig: integer({ mode: "boolean" }).generatedAlwaysAs(sql`drips > 1`),
});
const wheres = sqliteTable("where_taps", {
  id: text().primaryKey(),
  dripsADay: integer().notNull().default(7),
  isShut: integer({ mode: "boolean" }).notNull(),
  note: text(),
});
const db = openDatabase(env.DB);
const rows = () => db.select().from(wheres).orderBy(wheres.id);

beforeEach(async () => {
  for (const table of ["batch_taps", "where_taps"]) await env.DB.exec(`drop table if exists ${table}`);
  await env.DB.exec(
    "create table batch_taps (id text primary key, drips integer not null, is_big integer as (drips > 1))",
  );
  await env.DB.exec(
    "create table where_taps (id text primary key, drips_a_day integer not null default 7, is_shut integer not null, note text)",
  );
});

const add = (id: string) => db.insert(taps).values({ id, drips: 1 });

test("each result of a batch is found under its statement's name", async () => {
  const { added, copied, all, one } = await batch(db, {
    added: add("kitchen"),
    copied: statement(db, sql`insert into batch_taps select 'bath', drips + 1 from batch_taps where changes() = 1`),
    all: db.select().from(taps).orderBy(taps.id),
    one: db.select({ drips: taps.drips }).from(taps).where(eq(taps.id, "bath")),
  });
  expect(added.meta.changes).toBe(1);
  expect(copied.meta.changes).toBe(1);
  expect(all).toEqual([
    { id: "bath", drips: 2, isBig: true },
    { id: "kitchen", drips: 1, isBig: false },
  ]);
  expect(one).toEqual([{ drips: 2 }]);
});

test("a null is left out, and a list of statements gives a list of results", async () => {
  const { nothing, several, none, all } = await batch(db, {
    nothing: null,
    several: [add("a"), add("b")],
    none: [],
    all: db.select({ id: taps.id }).from(taps).orderBy(taps.id),
  });
  expect(nothing).toBeUndefined();
  expect(several.map(({ meta }) => meta.changes)).toEqual([1, 1]);
  expect(none).toEqual([]);
  expect(all).toEqual([{ id: "a" }, { id: "b" }]);
  expect(await batch(db, { nothing: null })).toEqual({ nothing: undefined });
});

test("a batch that fails changes nothing", async () => {
  await expect(batch(db, { first: add("a"), again: add("a") })).rejects.toThrow();
  expect(await db.select().from(taps)).toEqual([]);
});

test("a row holds what its columns decode, in aliases and SQL too, and null for a missing part", async () => {
  const big = alias(taps, "big");
  await batch(db, { added: [add("kitchen"), db.insert(taps).values({ id: "bath", drips: 2 })] });
  const rows = await db
    .select({
      id: taps.id,
      isDry: sql<number>`${taps.drips} = 0`.mapWith(Boolean).as("is_dry"),
      big: { id: big.id, isBig: big.isBig },
      name: { upper: sql<string>`upper(${big.id})` },
    })
    .from(taps)
    .leftJoin(big, sql`${big.id} = ${taps.id} and ${big.drips} > 1`)
    .orderBy(taps.id);
  expect(rows).toEqual([
    { id: "bath", isDry: false, big: { id: "bath", isBig: true }, name: { upper: "BATH" } },
    { id: "kitchen", isDry: false, big: null, name: { upper: null } },
  ]);
});

test("a row is written where the condition holds, encoded by its columns, with defaults for the rest", async () => {
  const { made, not } = await batch(db, {
    made: insertWhere(db, wheres, { id: "kitchen", isShut: true, note: null }, sql`1 = 1`),
    not: insertWhere(db, wheres, { id: "bath", isShut: false }, sql`1 = 2`),
  });
  expect([made.meta.changes, not.meta.changes]).toEqual([1, 0]);
  expect(await rows()).toEqual([{ id: "kitchen", dripsADay: 7, isShut: true, note: null }]);
});

test("a row is written for each that it is selected from, with values written in SQL", async () => {
  await db.insert(wheres).values([
    { id: "a", dripsADay: 1, isShut: false },
    { id: "b", dripsADay: 2, isShut: true },
  ]);
  const copy = { id: sql`id || id`, dripsADay: sql`drips_a_day * 10`, isShut: sql`is_shut`, note: "copied" };
  await insertWhere(db, wheres, copy, sql`drips_a_day > 1`, { from: sql`${wheres}` });
  expect(await rows()).toEqual([
    { id: "a", dripsADay: 1, isShut: false, note: null },
    { id: "b", dripsADay: 2, isShut: true, note: null },
    { id: "bb", dripsADay: 20, isShut: true, note: "copied" },
  ]);
});

test("a column that is missing, unknown, or takes no such value doesn't compile", () => {
  const id = "a";
  // @ts-expect-error: a missing column.
  void (() => insertWhere(db, wheres, { id }, sql`true`));
  // @ts-expect-error: an unknown one.
  void (() => insertWhere(db, wheres, { id, isShut: true, colour: "red" }, sql`true`));
  // @ts-expect-error: a number for words.
  void (() => insertWhere(db, wheres, { id, isShut: true, note: 1 }, sql`true`));
});

test("an insert of an existing row writes nothing, makes the named changes, or fails", async () => {
  const again = (onConflict?: Parameters<typeof insertWhere<typeof wheres>>[4]) =>
    insertWhere(db, wheres, { id: "a", isShut: true, note: "new" }, sql`true`, onConflict);
  await db.insert(wheres).values({ id: "a", isShut: false, note: "old" });
  await again({ onConflict: "nothing" });
  expect(await rows()).toMatchObject([{ isShut: false, note: "old" }]);
  await again({ onConflict: { set: { isShut: sql`excluded.is_shut`, dripsADay: sql`where_taps.drips_a_day + 1` } } });
  expect(await rows()).toEqual([{ id: "a", dripsADay: 8, isShut: true, note: "old" }]);
  await expect(again()).rejects.toThrow();
});
