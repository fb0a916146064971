import { asc, desc, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { KeyCursor } from "./key-cursor";

/**
 * The order of a list by a number (`at`, an instant mostly) and then by id, lowest or highest first (L4): `order` for
 * `orderBy`, and `after`, the condition that a row comes after a cursor (none for null).
 */
export const inOrder = (at: SQLWrapper, id: SQLWrapper, isAscending: boolean) => {
  const turn = isAscending ? asc : desc;
  return {
    order: [turn(at), turn(id)] as const,
    after: (cursor: KeyCursor | null): SQL | undefined =>
      cursor ? sql`(${at}, ${id}) ${sql.raw(isAscending ? ">" : "<")} (${cursor.at}, ${cursor.id})` : undefined,
  };
};

/** As `inOrder`, highest first. */
export const latestFirst = (at: SQLWrapper, id: SQLWrapper) => inOrder(at, id, false);
