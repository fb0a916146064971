import { asc, desc, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { KeyCursor } from "./key-cursor";

/**
 * The order of a list by a number (`at`, an instant mostly) and then by id, highest first (L4): `order` for `orderBy`, and
 * `after`, the condition that a row comes after a cursor (none for null).
 */
export const latestFirst = (at: SQLWrapper, id: SQLWrapper) => ({
  order: [desc(at), desc(id)] as const,
  after: (cursor: KeyCursor | null): SQL | undefined =>
    cursor ? sql`(${at}, ${id}) < (${cursor.at}, ${cursor.id})` : undefined,
});

/** As `latestFirst`, lowest first. */
export const oldestFirst = (at: SQLWrapper, id: SQLWrapper) => ({
  order: [asc(at), asc(id)] as const,
  after: (cursor: KeyCursor | null): SQL | undefined =>
    cursor ? sql`(${at}, ${id}) > (${cursor.at}, ${cursor.id})` : undefined,
});

/** The order of a list that its reader can turn around (O25). */
export const inOrder = (at: SQLWrapper, id: SQLWrapper, isAscending: boolean) =>
  (isAscending ? oldestFirst : latestFirst)(at, id);
