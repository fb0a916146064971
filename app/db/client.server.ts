import { Column, is, SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { SelectedFieldsOrdered } from "drizzle-orm/sqlite-core/query-builders/select.types";
import type { SQLiteRaw } from "drizzle-orm/sqlite-core/query-builders/raw";
import { withDistinctNames } from "./distinct-columns";

export type Database = DrizzleD1Database & {
  $client: D1Database;
  /** Hears of a row that a list goes on without (`readRows`). */
  rowFailed: (error: unknown) => void;
};

/** The names of columns, which drizzle derives anew for each database it opens: once an isolate is enough. */
let casing: { getColumnCasing(column: Column): string } | undefined;

export function openDatabase(d1: D1Database, rowFailed: Database["rowFailed"] = () => undefined): Database {
  const db = drizzle(d1, { casing: "snake_case" });
  const dialect = dialectOf(db);
  dialect.casing = casing ??= dialect.casing;
  const buildSelection = dialect.buildSelection.bind(dialect);
  dialect.buildSelection = (fields, ...rest) =>
    buildSelection(
      withDistinctNames(fields, (column) => columnName(db, column)),
      ...rest,
    );
  const session = Reflect.get(db, "session") as Session;
  const prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (query, fields, ...rest) => prepareQuery(query, fields?.map(asPlainColumn), ...rest);
  return Object.assign(db, { rowFailed });
}

interface Dialect {
  casing: NonNullable<typeof casing>;
  buildSelection(fields: SelectedFieldsOrdered, ...rest: unknown[]): SQL;
}
const dialectOf = (db: object) => Reflect.get(db, "dialect") as Dialect;

/** The name of a column in the database. */
export const columnName = (db: object, column: Column): string => dialectOf(db).casing.getColumnCasing(column);

interface Session {
  prepareQuery(query: unknown, fields: Field[] | undefined, ...rest: unknown[]): unknown;
}

/** One result of a select: where its value goes in a row, and what decodes it. */
interface Field {
  path: string[];
  field: object;
}

/**
 * drizzle asks anew for each value of each row whether its field is a column, which is slow to answer for columns of an
 * alias (proxies) and for what is written in SQL: a fifth of what a page of a dashboard took. So all pose as columns.
 */
function asPlainColumn({ path, field }: Field): Field {
  const written = is(field, SQL.Aliased) ? field.sql : field;
  const isColumn = is(written, Column);
  // A part of a row is null where its columns are: SQL may not pose as one of them.
  if (!isColumn && (!is(written, SQL) || path.length > 1)) return { path, field: written };
  const decoder = isColumn ? written : (Reflect.get(written, "decoder") as Pick<Column, "mapFromDriverValue">);
  const mapFromDriverValue = (value: unknown) => decoder.mapFromDriverValue(value);
  const table = isColumn ? written.table : null;
  return { path, field: Object.assign(Object.create(Column.prototype) as object, { table, mapFromDriverValue }) };
}

/**
 * A statement written in SQL, for a batch. drizzle 0.45 binds the values of a `db.run` in a batch to a prepared
 * statement that it never made; this makes it.
 */
export function statement(db: Database, query: SQL): SQLiteRaw<D1Result> {
  const raw = db.run(query) as SQLiteRaw<D1Result>;
  return Object.assign(raw, { stmt: db.$client.prepare(raw.getQuery().sql) });
}

/** A statement that writes, for a batch. */
export type Write = RunnableQuery<D1Result, "sqlite">;

/** A statement of a batch, several under one name, or null: left out. */
export type BatchEntry = BatchItem<"sqlite"> | readonly BatchItem<"sqlite">[] | null;
type ResultOf<Entry> =
  Entry extends BatchItem<"sqlite">
    ? Entry["_"]["result"]
    : Entry extends readonly (infer One extends BatchItem<"sqlite">)[]
      ? One["_"]["result"][]
      : undefined;
/** What a batch gives: each result under its statement's name. */
export type BatchResults<Entries> = { [Name in keyof Entries]: ResultOf<Entries[Name]> };

/**
 * Runs statements as one D1 batch, atomically and in the order they are written, and gives each result under its
 * statement's name (law 13): rows of a select, `D1Result` of a write. A list of statements gives a list of results;
 * null is left out and gives undefined.
 */
export async function batch<const Entries extends Record<string, BatchEntry>>(
  db: Database,
  entries: Entries,
): Promise<BatchResults<Entries>> {
  const [first, ...rest] = Object.values(entries).flatMap((entry) => entry ?? []);
  const results: unknown[] = first ? await db.batch([first, ...rest]) : [];
  const take = (entry: BatchEntry) => {
    if (entry === null) return undefined;
    return Array.isArray(entry) ? results.splice(0, entry.length) : results.shift();
  };
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, take(entry)]),
  ) as BatchResults<Entries>;
}
