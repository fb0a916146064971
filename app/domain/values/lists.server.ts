import { asc, desc, eq, sql, type SQL, type SQLWrapper, and } from "drizzle-orm";
import { type KeyCursor, listPage, type ListPage, type PageRequest } from "./lists";
import { type Database, firstRow } from "~/db/client.server";
import { COUNTED } from "./numbers";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { csvLine, type Cell } from "./csv";

/** The order of a list by a number and then by id (L4), and the condition `after` a cursor (none for null). */
export const keysetOrder = (at: SQLWrapper, id: SQLWrapper, isAscending: boolean) => {
  const turn = isAscending ? asc : desc;
  return {
    order: [turn(at), turn(id)] as const,
    after: (cursor: KeyCursor | null): SQL | undefined =>
      cursor ? sql`(${at}, ${id}) ${sql.raw(isAscending ? ">" : "<")} (${cursor.at}, ${cursor.id})` : undefined,
  };
};

export const latestFirst = (at: SQLWrapper, id: SQLWrapper) => keysetOrder(at, id, false);

/** Finds the key, of two columns of a table, of its row with an id, where `condition` holds; null: none. For `listByKey`. */
export const findKey = (
  db: Database,
  at: SQLiteColumn,
  id: SQLiteColumn,
  wanted: string,
  condition: SQL | undefined,
): Promise<KeyCursor | null> =>
  firstRow(
    db.all<KeyCursor>(sql`select ${at} as at, ${id} as id from ${id.table} where ${and(eq(id, wanted), condition)}`),
  );

/** Finds numbers by their names, in one statement. */
export async function findNumbers<Name extends string>(db: Database, numbers: Record<Name, SQL>) {
  const columns = Object.entries<SQL>(numbers).map(([name, number]) => sql`${number} as ${sql.identifier(name)}`);
  const [row] = await db.all<Record<Name, number>>(sql`select ${sql.join(columns, sql`, `)}`);
  return row!;
}

/** Counts lists (what follows `from`) in one statement, each up to `COUNTED` + 1 (O25). Each needs an index. */
export function countEach<Name extends string>(db: Database, names: readonly Name[], list: (name: Name) => SQL) {
  const limit = sql.raw(String(COUNTED + 1));
  const counts = names.map((name) => [name, sql`(select count(*) from (select 1 from ${list(name)} limit ${limit}))`]);
  return findNumbers(db, Object.fromEntries(counts) as Record<Name, SQL>);
}

interface Select<Row> {
  where: (condition: SQL | undefined) => {
    orderBy: (...order: SQL[]) => { limit: (limit: number) => Promise<Row[]> };
  };
}

interface Definition<View extends string, Read, Row extends { id: string }> {
  /** The column that tells rows of the same instant apart. */
  id: SQLiteColumn;
  /** Each view's rows, and the column they are ordered by. Both need an index. */
  views: Record<View, { where?: SQL; by: SQLiteColumn }>;
  select: (db: Database) => Select<Read>;
  show: (read: Read) => Row;
  /** The value of a row that a view is ordered by. */
  at: (row: Row, view: View) => number | null;
  size?: number;
}

/** Defines a list: `page` reads a page of a view, `count` counts every view that has a condition (O25). */
export function defineList<View extends string, Read, Row extends { id: string }>({
  id,
  views,
  select,
  show,
  at,
  size = 50,
}: Definition<View, Read, Row>) {
  const counted = Object.entries<{ where?: SQL }>(views).flatMap(([view, { where }]) => (where ? [view as View] : []));
  return {
    page: async (db: Database, view: View, { cursor: from, isAscending }: PageRequest): Promise<ListPage<Row>> => {
      const { where, by } = views[view];
      const byDate = keysetOrder(by, id, isAscending);
      const { items, next } = await listPage(from, size, {
        select: async (cursor, limit) => {
          const query = select(db).where(and(where, byDate.after(cursor)));
          return (await query.orderBy(...byDate.order).limit(limit)).map(show);
        },
        at: (row) => at(row, view) ?? 0,
      });
      return { rows: items, next };
    },
    count: (db: Database): Promise<Partial<Record<View, number>>> =>
      countEach(db, counted, (view) => sql`${id.table} where ${views[view].where}`),
  };
}

export const viewsOf = <View extends string, Of>(names: readonly View[], viewOf: (name: View) => Of) =>
  Object.fromEntries(names.map((name) => [name, viewOf(name)])) as Record<View, Of>;

export const EXPORT_BATCH_SIZE = 500;

interface CsvTable<Row> {
  /** Each column by its name, and what it holds of a row. */
  columns: Record<string, (row: Row) => Cell>;
  /** The next `EXPORT_BATCH_SIZE` rows in order of their key: those after a row, or the first (null). */
  query: (last: Row | null) => SQL;
  most?: number;
}

/** A table as a stream of CSV in UTF-8, read by key, one batch at a time (O13, M8, M13). It breaks off where a read fails. */
export function streamCsv<Row>(db: Database, { columns, query, most = Infinity }: CsvTable<Row>) {
  const encoder = new TextEncoder();
  const cells = Object.values(columns);
  let last: Row | null = null;
  let written = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        // Excel reads a file as UTF-8 only with a byte order mark.
        if (last === null) controller.enqueue(encoder.encode(`\uFEFF${csvLine(Object.keys(columns))}`));
        const rows: Row[] = (await db.all<Row>(query(last))).slice(0, most - written);
        controller.enqueue(encoder.encode(rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join("")));
        written += rows.length;
        last = rows.at(-1) ?? last;
        if (rows.length < EXPORT_BATCH_SIZE || written >= most) controller.close();
      } catch (error) {
        db.rowFailed(error);
        // It breaks the connection off: a shorter file that ends well would look whole.
        controller.error(error);
      }
    },
  });
}
