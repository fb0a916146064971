import { sql, type SQL } from "drizzle-orm";
import { insertWhere } from "~/db/typed-writes.server";
import { settings } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";

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
