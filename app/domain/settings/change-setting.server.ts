import { sql, type SQL } from "drizzle-orm";
import { batch, type Database, type Write } from "~/db/client.server";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import type { AuditAction, Change } from "../audit-log/audit-log";
import type { DomainContext } from "../domain-context.server";
import { refuse, type Refusal } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";

export type SettingResult = { ok: true } | Refusal<"settingChanged">;

interface SettingChange {
  action: AuditAction;
  /** The setting's name in the log. */
  setting: string;
  /** Its present value as text, as SQL. */
  present: SQL;
  value: string;
  /** The value that the admin saw; null: whatever it is. */
  shown: string | null;
  before: Change | SQL;
  after: Change | SQL;
  /** The statements that store it, where `recorded` holds. */
  store: (recorded: SQL) => Write[];
}

/** The value of a setting, as SQL; null: nobody has set it. */
export const settingValue = (name: string): SQL => sql`(select value from settings where name = ${name})`;

/**
 * Changes a setting, with its entry in the log (O18): the compare-and-set of the value that the admin saw. Its current
 * value changes nothing and succeeds. Of two admins who change it, the second is told: refuses with `settingChanged`.
 */
export async function changeSetting(
  context: DomainContext,
  admin: AuthenticatedUser,
  { action, setting, present, value, shown, before, after, store }: SettingChange,
): Promise<SettingResult> {
  const { db, emit } = context;
  const { entry, recorded } = recordAuditEntry(
    context,
    { admin, action, subject: { kind: "setting", id: setting }, before, after },
    sql`${present} <> ${value} and (${shown === null ? sql`true` : sql`${present} = ${shown}`})`,
  );
  const { found } = await batch(db, { entry, stored: store(recorded), found: readPresent(db, present) });
  if (found[0]?.value !== value) return refuse("settingChanged");
  emit({ type: "officeChanged" });
  return { ok: true };
}

const readPresent = (db: Database, present: SQL) =>
  db.select({ value: sql<string>`${present}`.as("value") }).from(sql`(select 1)`);
