import type { SQL } from "drizzle-orm";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import type { SQLiteRaw } from "drizzle-orm/sqlite-core/query-builders/raw";

export type Database = DrizzleD1Database & { $client: D1Database };

export function openDatabase(d1: D1Database): Database {
  return drizzle(d1, { casing: "snake_case" });
}

/**
 * A statement written in SQL, for a batch. drizzle 0.45 binds the values of a `db.run` in a batch to a prepared
 * statement that it never made; this makes it.
 */
export function statement(db: Database, query: SQL): SQLiteRaw<D1Result> {
  const raw = db.run(query) as SQLiteRaw<D1Result>;
  return Object.assign(raw, { stmt: db.$client.prepare(raw.getQuery().sql) });
}
