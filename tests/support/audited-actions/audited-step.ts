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

export const bookingColumn = (column: string, id: string): SQL =>
  sql`select ${sql.raw(column)} from bookings where id = ${id}`;
export const userColumn = (column: string, id: string): SQL =>
  sql`select ${sql.raw(column)} from users where id = ${id}`;
export const settingValue = (name: string): SQL => sql`select value from settings where name = ${name}`;
