import { getTableColumns, is, sql, SQL, type Column, type SQLChunk } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { columnName, statement, type Database } from "./client.server";

/** A row as its table takes it; each value may be written in SQL. */
type Row<Table extends SQLiteTable> = {
  [Key in keyof Table["$inferInsert"]]: Table["$inferInsert"][Key] | SQL;
};

interface Options<Table extends SQLiteTable> {
  /** What the values are selected from, one row for each of its rows: a table, or a select in brackets. */
  from?: SQL;
  /** What becomes of a row that is there already: nothing, or these changes to it. Absent: the batch fails. */
  onConflict?: "nothing" | { set: Partial<Row<Table>> };
}

/**
 * Inserts a row where a condition holds: `insert ... select ... where`, which drizzle can only write with every column of
 * the table. For a batch. A column that the table lacks, or a value that it doesn't take, doesn't compile.
 */
export function insertWhere<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  row: Row<Table>,
  condition: SQL,
  { from, onConflict }: Options<Table> = {},
) {
  const columns = getTableColumns(table) as Record<string, Column>;
  const written = (values: Partial<Row<Table>>) =>
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => {
        const column = columns[key]!;
        return {
          name: sql.identifier(columnName(db, column)),
          value: is(value, SQL) ? value : sql.param(value, column),
        };
      });
  const cells = written(row);
  const all = (parts: SQLChunk[]) => sql.join(parts, sql`, `);
  const changes = (values: Partial<Row<Table>>) =>
    all(written(values).map(({ name, value }) => sql`${name} = ${value}`));
  const source = from ? sql` from ${from}` : sql``;
  const conflict =
    onConflict === undefined
      ? sql``
      : onConflict === "nothing"
        ? sql` on conflict do nothing`
        : sql` on conflict do update set ${changes(onConflict.set)}`;
  return statement(
    db,
    sql`insert into ${table} (${all(cells.map(({ name }) => name))}) select ${all(cells.map(({ value }) => value))}${source} where ${condition}${conflict}`,
  );
}
