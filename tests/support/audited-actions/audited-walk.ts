import { sql, type SQL } from "drizzle-orm";
import type { AuditAction } from "~/domain/audit-log/audit-log";
import type { Instant } from "~/domain/time/harare";
import type { seedTownForAdmin } from "../town";

type Town = Awaited<ReturnType<typeof seedTownForAdmin>>;

/** A form that an admin sends. */
export interface AuditedStep {
  path: string;
  form?: Record<string, string>;
  /** What it changes. */
  effect: SQL;
  /** When it is sent, if not now. */
  at?: Instant;
}

/** What an admin does in a town: each action is possible after those before it. */
export interface AuditedWalk {
  actions: readonly AuditAction[];
  stepsIn(town: Town): Promise<Partial<Record<AuditAction, AuditedStep>>>;
}

export const walk = <Action extends AuditAction>(
  actions: readonly Action[],
  stepsIn: (town: Town) => Promise<Record<Action, AuditedStep>> | Record<Action, AuditedStep>,
): AuditedWalk => ({ actions, stepsIn: async (town) => await stepsIn(town) });

export const bookingColumn = (column: string, id: string): SQL =>
  sql`select ${sql.raw(column)} from bookings where id = ${id}`;
export const userColumn = (column: string, id: string): SQL =>
  sql`select ${sql.raw(column)} from users where id = ${id}`;
export const settingValue = (name: string): SQL => sql`select value from settings where name = ${name}`;
