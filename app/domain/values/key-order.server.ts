import { asc, desc, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { KeyCursor } from "./key-cursor";

/** The order of a list by a number and then by id (L4), and the condition `after` a cursor (none for null). */
export const inOrder = (at: SQLWrapper, id: SQLWrapper, isAscending: boolean) => {
  const turn = isAscending ? asc : desc;
  return {
    order: [turn(at), turn(id)] as const,
    after: (cursor: KeyCursor | null): SQL | undefined =>
      cursor ? sql`(${at}, ${id}) ${sql.raw(isAscending ? ">" : "<")} (${cursor.at}, ${cursor.id})` : undefined,
  };
};

export const latestFirst = (at: SQLWrapper, id: SQLWrapper) => inOrder(at, id, false);
