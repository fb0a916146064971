import { and, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "~/db/client.server";
import { countEach } from "./bounded-count.server";
import { listPage } from "./key-cursor";
import { inOrder } from "./key-order.server";
import type { ListPage, ListPlace } from "./list-query";

/** A select of drizzle's without its condition, order and limit. */
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
    page: async (db: Database, view: View, { after, isAscending }: ListPlace): Promise<ListPage<Row>> => {
      const { where, by } = views[view];
      const byDate = inOrder(by, id, isAscending);
      const { items, next } = await listPage(after, size, {
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

/** The same kind of view for each of some names. */
export const viewsOf = <View extends string, Of>(names: readonly View[], viewOf: (name: View) => Of) =>
  Object.fromEntries(names.map((name) => [name, viewOf(name)])) as Record<View, Of>;
