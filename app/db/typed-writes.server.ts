import { getTableColumns, is, sql, SQL, type Column, type SQLChunk } from "drizzle-orm";
import type { SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { statement, type Database } from "./client.server";
import { columnName } from "./dialect";

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
  const [names, values] = [cells.map(({ name }) => name), cells.map(({ value }) => value)];
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

/** Updates rows where a condition holds, for a batch or by itself. */
export const updateWhere = <Table extends SQLiteTable>(
  db: Database,
  table: Table,
  set: Changes<Table>,
  condition: SQL | undefined,
) => db.update(table).set(set).where(condition);

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

/** The columns that are written, by their names in the database, each with what it gets. */
function cellsOf(table: SQLiteTable, values: object) {
  const columns = getTableColumns(table) as Record<string, Column>;
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      const column = columns[key]!;
      return { name: sql.identifier(columnName(column)), value: is(value, SQL) ? value : sql.param(value, column) };
    });
}
