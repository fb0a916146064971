import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { settings } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";

/** The statement that removes a setting by its name, where `condition` holds. */
export const removeSetting = (db: Database, name: string, condition: SQL) =>
  db.delete(settings).where(sql`name = ${name} and ${condition}`);

/** The statement that stores a setting's value by its name, where `condition` holds. */
export const storeSetting = (
  { db, now }: Pick<DomainContext, "db" | "now">,
  name: string,
  value: string,
  condition: SQL,
) =>
  insertWhere(db, settings, { name, value, updatedAt: now }, condition, {
    onConflict: { set: { value: sql`excluded.value`, updatedAt: sql`excluded.updated_at` } },
  });
