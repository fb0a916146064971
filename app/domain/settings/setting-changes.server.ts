import { sql, type SQL } from "drizzle-orm";
import { type Database, type Write, isAsShown } from "~/db/client.server";
import { officeVerb } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { OK, refuseChanged } from "../values/refusal";
import type { AuthenticatedUser, SteppedUpUser } from "../values/user";
import { OFFICE_SETTINGS } from "./office-settings";
import type { PlainSettingName, SettingName, SettingValues } from "./usual-settings";
import { settingJson, selectSetting, storeSetting } from "./settings.server";

/** The admin that a change takes; of several settings, one who may change each of them (A24). */
type AdminFor<Name extends SettingName> = [Name] extends [PlainSettingName] ? AuthenticatedUser : SteppedUpUser;

/**
 * Changes a setting, with its entry in the log (O18), if it still has the value that the admin saw (`shown`, as JSON; undefined:
 * any), else refuses with `changedMeanwhile` and the `present` one. Its present value again succeeds. `effects` follow where
 * `recorded` holds.
 */
export async function changeSetting<Name extends SettingName>(
  context: DomainContext,
  admin: AdminFor<Name>,
  name: Name,
  value: SettingValues[Name],
  shown?: string,
  effects: (db: Database, recorded: SQL) => Write[] = () => [],
) {
  const { db } = context;
  const present = settingJson(name);
  const json = JSON.stringify(value);
  const { found } = await officeVerb(context, admin, OFFICE_SETTINGS[name].logged, {
    subject: { kind: "setting", id: name },
    before: present,
    after: sql`${json}`,
    when: sql`${present} <> ${json} and ${isAsShown(present, shown)}`,
    do: (recorded) => ({
      stored: storeSetting(context, name, json, recorded),
      effects: effects(db, recorded),
      found: selectSetting(db, name),
    }),
  });
  const stored = found[0]!.json;
  return stored === json ? OK : refuseChanged(JSON.parse(stored) as SettingValues[Name]);
}
