import { sql, type SQL } from "drizzle-orm";
import type { Instant } from "~/domain/time/harare";
import type { seedTownForAdmin } from "../town";

export type Town = Awaited<ReturnType<typeof seedTownForAdmin>>;

/** A form that an admin sends. */
export interface AuditedStep {
  path: string;
  form: Record<string, string>;
  /** Reads what it changes. */
  effect: SQL;
  /** When it is sent, if not now. */
  at?: Instant;
}

export const post = (path: string, form: Record<string, string>, effect: SQL): AuditedStep => ({ path, form, effect });

export const rowsOf = (table: string, column: string, value: string): SQL =>
  sql`select * from ${sql.raw(table)} where ${sql.raw(column)} = ${value}`;
export const rowOf = (table: string, id: string): SQL => rowsOf(table, "id", id);
export const setting = (name: string): SQL => rowsOf("settings", "name", name);
