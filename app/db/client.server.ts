import { type Column, getTableColumns, is, SQL, sql, type SQLChunk, type SQLWrapper } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { DrizzleD1Database, SQLiteD1Session } from "drizzle-orm/d1";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { SQLiteRaw } from "drizzle-orm/sqlite-core/query-builders/raw";
import { columnName, dialect } from "./dialect";

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

/** Reads rows by the names that properties have: `starts_at` as `startsAt`. Aliases would be sent with every query. */
export async function readNamed<Row>(db: Database, query: SQL): Promise<Row[]> {
  const rows = await db.all<Record<string, unknown>>(query);
  const names = Object.keys(rows[0] ?? {}).map((column) => [
    column,
    column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  ]);
  return rows.map((row) => Object.fromEntries(names.map(([column, name]) => [name, row[column!]])) as Row);
}

/** A statement of a batch, several under one name, or null: left out. */
export type BatchEntry = BatchItem<"sqlite"> | readonly BatchItem<"sqlite">[] | null;
type ResultOf<Entry> =
  Entry extends BatchItem<"sqlite">
    ? Entry["_"]["result"]
    : Entry extends readonly (infer One extends BatchItem<"sqlite">)[]
      ? One["_"]["result"][]
      : undefined;
export type BatchResults<Entries> = { [Name in keyof Entries]: ResultOf<Entries[Name]> };

/** Runs statements as one D1 batch, in their order, and gives each result under its statement's name (law 13). */
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

/** The query, for a batch, of whether conditions hold at its place in it: one row. */
export const selectFacts = <Name extends string>(db: Database, facts: Record<Name, SQL>) => {
  const named = Object.entries<SQL>(facts).map(([name, fact]) => [name, sql`${fact}`.mapWith(Boolean).as(name)]);
  return db.select(Object.fromEntries(named) as Record<Name, SQL.Aliased<boolean>>).from(sql`(select 1)`);
};

/** The columns of a table (or its alias) with these names, for a select list. */
export const columnsOf = <Table extends object, Name extends keyof Table>(
  table: Table,
  ...names: Name[]
): Pick<Table, Name> => Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>;

/** The condition that a column holds one of these words, literally: only then does SQLite use a partial index. */
export const isOneOf = (column: SQLWrapper, words: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(", "))})`;

/** The condition that a column is what a form was drawn with (F8), as text, empty for null; undefined: whatever it is. */
export const isAsShown = (column: SQLWrapper, shown: string | undefined): SQL =>
  shown === undefined ? sql`true` : sql`cast(coalesce(${column}, '') as text) = ${shown}`;

/** Asks whether a condition holds, by itself. */
export const isTrue = async (db: Database, fact: SQL) => (await selectFacts(db, { is: fact }))[0]?.is === true;

// Statements for a batch that drizzle 0.45 can't write, as typed as its own.

/** A row as its table takes it; each value may be written in SQL. */
type Row<Table extends SQLiteTable> = {
  [Key in keyof Table["$inferInsert"]]: Table["$inferInsert"][Key] | SQL;
};

export type Changes<Table extends SQLiteTable> = SQLiteUpdateSetSource<Table>;

interface Options<Table extends SQLiteTable> {
  /** The source of the values, one row for each of its rows: a table, or a select in brackets. */
  from?: SQL;
  /** Leaves a row that exists already as it is, puts this one in its place, or changes it so. Absent: the batch fails. */
  onConflict?: "nothing" | "replace" | { set: Changes<Table>; where?: SQL };
}

/** Inserts a row where a condition holds: `insert ... select ... where`, which drizzle only writes with every column. */
export function insertWhere<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  row: Row<Table>,
  condition: SQL,
  { from, onConflict }: Options<Table> = {},
) {
  const cells = cellsOf(table, row);
  const names = cells.map(({ name }) => name);
  const values = cells.map(({ value }) => value);
  return statement(
    db,
    sql`insert into ${table} (${list(names)}) select ${list(values)}${from ? sql` from ${from}` : sql``} where ${condition}
      ${onConflict ? sql`on conflict do ${resolve(table, names, onConflict)}` : sql``}`,
  );
}

function resolve<Table extends SQLiteTable>(
  table: Table,
  names: SQLChunk[],
  how: NonNullable<Options<Table>["onConflict"]>,
): SQL {
  if (how === "nothing") return sql`nothing`;
  if (how === "replace") return sql`update set ${list(names.map((name) => sql`${name} = excluded.${name}`))}`;
  return sql`update set ${assignments(table, how.set)} ${how.where ? sql`where ${how.where}` : sql``}`;
}

/** Updates rows where a condition holds, but leaves those whose change a unique index refuses: `update or ignore`. */
export const updateOrIgnore = <Table extends SQLiteTable>(
  db: Database,
  table: Table,
  set: Changes<Table>,
  condition: SQL,
) => statement(db, sql`update or ignore ${table} set ${assignments(table, set)} where ${condition}`);

const list = (parts: SQLChunk[]) => sql.join(parts, sql`, `);

const assignments = (table: SQLiteTable, set: object) =>
  list(cellsOf(table, set).map(({ name, value }) => sql`${name} = ${value}`));

function cellsOf(table: SQLiteTable, values: object) {
  const columns = getTableColumns(table) as Record<string, Column>;
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      const column = columns[key]!;
      return { name: sql.identifier(columnName(column)), value: is(value, SQL) ? value : sql.param(value, column) };
    });
}
