import { sql, type SQL } from "drizzle-orm";
import { statement } from "~/db/client.server";
import type { DomainContext } from "../domain-context.server";

/** The statement that stores a setting's value by its name, where `condition` holds. */
export const storeSetting = (
  { db, now }: Pick<DomainContext, "db" | "now">,
  name: string,
  value: string,
  condition: SQL,
) =>
  statement(
    db,
    sql`
    insert into settings (name, value, updated_at) select ${name}, ${value}, ${now} where ${condition}
    on conflict do update set value = excluded.value, updated_at = excluded.updated_at`,
  );
