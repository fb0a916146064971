import { sql, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { DrizzleD1Database, SQLiteD1Session } from "drizzle-orm/d1";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { SQLiteRaw } from "drizzle-orm/sqlite-core/query-builders/raw";
import { columnsOf } from "./columns";
import { dialect } from "./dialect";

export type Database = DrizzleD1Database & { $client: D1Database; rowFailed: (error: unknown) => void };

export function openDatabase(d1: D1Database, rowFailed: Database["rowFailed"] = () => undefined, writer = dialect) {
  const db: DrizzleD1Database = new DrizzleD1Database(
    "async",
    writer,
    new SQLiteD1Session(d1, writer, undefined),
    undefined,
  );
  return Object.assign(db, { $client: d1, rowFailed });
}

/** A statement in SQL, for a batch. drizzle 0.45 leaves the statement of a `db.run` in a batch unprepared. */
export function statement(db: Database, query: SQL): SQLiteRaw<D1Result> {
  const raw = db.run(query) as SQLiteRaw<D1Result>;
  return Object.assign(raw, { stmt: db.$client.prepare(raw.getQuery().sql) });
}

export type Write = RunnableQuery<D1Result, "sqlite">;

/** The first row of a query, or null. */
export const firstRow = async <Row>(query: PromiseLike<Row[]>) => (await query)[0] ?? null;

/** A statement of a batch, several under one name, or null: left out. */
export type BatchEntry = BatchItem<"sqlite"> | readonly BatchItem<"sqlite">[] | null;
type ResultOf<Entry> =
  Entry extends BatchItem<"sqlite">
    ? Entry["_"]["result"]
    : Entry extends readonly (infer One extends BatchItem<"sqlite">)[]
      ? One["_"]["result"][]
      : undefined;
export type BatchResults<Entries> = { [Name in keyof Entries]: ResultOf<Entries[Name]> };

/**
 * Runs statements as one D1 batch, in their order, and gives each result under its statement's name (law 13): rows of a
 * select, `D1Result` of a write. A list of statements gives a list of results; null is left out and gives undefined.
 */
export async function batch<const Entries extends Record<string, BatchEntry>>(
  db: Database,
  entries: Entries,
): Promise<BatchResults<Entries>> {
  const [first, ...rest] = Object.values(entries).flatMap((entry) => entry ?? []);
  const results: unknown[] = first ? await db.batch([first, ...rest]) : [];
  const named = Object.entries(entries).map(([name, entry]) => {
    if (entry === null) return [name, undefined];
    return [name, Array.isArray(entry) ? results.splice(0, entry.length) : results.shift()];
  });
  return Object.fromEntries(named) as BatchResults<Entries>;
}

/** The query, for a batch, of whether conditions hold where it stands in it: one row. */
export const selectFacts = <Name extends string>(db: Database, facts: Record<Name, SQL>) => {
  const named = Object.entries<SQL>(facts).map(([name, fact]) => [name, sql`${fact}`.mapWith(Boolean).as(name)]);
  return db.select(Object.fromEntries(named) as Record<Name, SQL.Aliased<boolean>>).from(sql`(select 1)`);
};

/** Asks whether a condition holds, by itself. */
export const isTrue = async (db: Database, fact: SQL) => (await selectFacts(db, { is: fact }))[0]?.is === true;

/** The query of these columns of a table's rows, where a condition holds. */
export const selectWhere = <Table extends SQLiteTable & Record<Name, SQLiteColumn>, Name extends string>(
  db: Database,
  table: Table,
  names: readonly Name[],
  condition: SQL,
) =>
  db
    .select(columnsOf(table, ...names))
    .from(table as SQLiteTable)
    .where(condition);
