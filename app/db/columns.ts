import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { check, integer, text, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { foldedSql } from "./folding";

/** 24 random letters and digits (`newId`), never a row number that can be guessed. */
export const id = () => text().primaryKey();

/** An instant: milliseconds since 1970, UTC. */
export const instant = () => integer({ mode: "number" });

const folded = (name: string) =>
  text()
    .notNull()
    .generatedAlwaysAs(sql.raw(foldedSql(name)), { mode: "virtual" });

/** The keys by which a name is found, either name first (O4). */
export const searchNames = () => ({
  searchName: folded("first_name || ' ' || last_name"),
  searchLastName: folded("last_name || ' ' || first_name"),
});

/** US cents. */
export const cents = () => integer({ mode: "number" });

/** A stored figure that changes in the same batch as its cause. */
export const figure = () => integer({ mode: "number" }).notNull().default(0);

/**
 * The condition that a column holds one of these words. They are written into the statement: SQLite uses a
 * partial index only where the query says its condition literally, and a bound value is not literal.
 */
export const isOneOf = (column: SQLWrapper, words: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(", "))})`;

/** The CHECK that a column holds one of the words it is declared with, or null where it may (decision 056). */
export const hasKnownWord = (name: string, column: SQLiteColumn & { enumValues: readonly string[] }) =>
  check(name, isOneOf(column, column.enumValues));

/** The columns of a table (or its alias) with these names, for a select list. */
export const columnsOf = <Table extends object, Name extends keyof Table>(
  table: Table,
  ...names: Name[]
): Pick<Table, Name> => Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>;
