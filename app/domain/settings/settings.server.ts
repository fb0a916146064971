import { eq, inArray, sql, type SQL } from "drizzle-orm";
import { type Database, type Write, insertWhere, isAsShown } from "~/db/client.server";
import { settings } from "~/db/schema";
import { officeVerb } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import type { Instant } from "../time/harare";
import { OK, refuseChanged } from "../values/refusal";
import type { AuthenticatedUser, SteppedUpUser } from "../values/user";
import {
  OFFICE_SETTINGS,
  type PlainSettingName,
  SETTING_NAMES,
  type SettingName,
  type SettingValues,
} from "./office-settings";

/** The value of a setting as JSON, as SQL: what is usual where the office has set nothing. */
const settingJson = (name: SettingName): SQL<string> =>
  sql`coalesce((select value from settings where name = ${name}), ${JSON.stringify(OFFICE_SETTINGS[name].usual)})`;

export const settingPart = <Name extends SettingName, Part extends keyof SettingValues[Name] & string>(
  name: Name,
  part: Part,
): SQL<SettingValues[Name][Part]> => sql`json_extract(${settingJson(name)}, ${`$.${part}`})`;

const selectSetting = (db: Database, name: SettingName) =>
  db.select({ json: settingJson(name).as("json") }).from(sql`(select 1)`);

export async function readSetting<Name extends SettingName>(db: Database, name: Name) {
  const [row] = await selectSetting(db, name);
  return JSON.parse(row!.json) as SettingValues[Name];
}

export async function readSettings(db: Database): Promise<SettingValues> {
  const rows = await db.select().from(settings).where(inArray(settings.name, SETTING_NAMES));
  const stored = rows.map(({ name, value }) => [name, JSON.parse(value)] as const);
  const usual = SETTING_NAMES.map((name) => [name, OFFICE_SETTINGS[name].usual]);
  return Object.fromEntries([...usual, ...stored]) as SettingValues;
}

/** When the quiet hours of an account that is being made begin and end, as SQL; null: it has none (O18). */
const quietMinute = (part: "quietFrom" | "quietUntil") =>
  sql`iif(${settingPart("quiet-hours", "quiet")} = 'on', ${settingPart("quiet-hours", part)}, null)`;
export const usualQuietHours = { from: quietMinute("quietFrom"), until: quietMinute("quietUntil") };

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

type Written = Pick<DomainContext, "db" | "now">;

/** The statement that stores a value by its name, where `condition` holds. */
export const storeSetting = ({ db, now }: Written, name: string, value: string, condition: SQL) =>
  insertWhere(db, settings, { name, value, updatedAt: now }, condition, { onConflict: "replace" });

export const removeSetting = (db: Database, name: string, condition: SQL) =>
  db.delete(settings).where(sql`name = ${name} and ${condition}`);

const CLOCK_OFFSET = "clockOffset";

/** Reads how far local mode has moved its clock (S6), in milliseconds; 0 if it was never moved. */
export async function readClockOffset(db: Database): Promise<number> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, CLOCK_OFFSET));
  return Number(row?.value ?? 0);
}

/** Stores local mode's clock offset (S6), in milliseconds, so that a restart or a rebuild doesn't turn time back. */
export async function keepClockOffset(db: Database, offset: number, now: Instant): Promise<void> {
  await storeSetting({ db, now }, CLOCK_OFFSET, String(offset), sql`true`);
}
