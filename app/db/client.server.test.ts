import { eq, sql } from "drizzle-orm";
import { alias, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { beforeEach, expect, test } from "vitest";
import { env } from "../../tests/support/env";
import { batch, openDatabase, statement } from "./client.server";

const taps = sqliteTable("batch_taps", {
  id: text().primaryKey(),
  drips: integer().notNull(),
  isBig: integer({ mode: "boolean" }).generatedAlwaysAs(sql`drips > 1`),
});
const db = openDatabase(env.DB);

beforeEach(async () => {
  await env.DB.exec("drop table if exists batch_taps");
  await env.DB.exec(
    "create table batch_taps (id text primary key, drips integer not null, is_big integer as (drips > 1))",
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

test("a row holds what its columns decode, those of an alias and those written in SQL too, and null for a missing part", async () => {
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
