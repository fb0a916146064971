import { eq, inArray, sql, type SQL } from "drizzle-orm";
import { type Database, insertWhere } from "~/db/client.server";
import { settings } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import type { Instant } from "../time/harare";
import { SETTING_NAMES, type SettingName, type SettingValues, USUAL_SETTINGS } from "./usual-settings";

/** The value of a setting as JSON, as SQL: what is usual where the office has set nothing. */
export const settingJson = (name: SettingName): SQL<string> =>
  sql`coalesce((select value from settings where name = ${name}), ${JSON.stringify(USUAL_SETTINGS[name])})`;

export const settingPart = <Name extends SettingName, Part extends keyof SettingValues[Name] & string>(
  name: Name,
  part: Part,
): SQL<SettingValues[Name][Part]> => sql`json_extract(${settingJson(name)}, ${`$.${part}`})`;

export const selectSetting = (db: Database, name: SettingName) =>
  db.select({ json: settingJson(name).as("json") }).from(sql`(select 1)`);

export async function readSetting<Name extends SettingName>(db: Database, name: Name) {
  const [row] = await selectSetting(db, name);
  return JSON.parse(row!.json) as SettingValues[Name];
}

export async function readSettings(db: Database): Promise<SettingValues> {
  const rows = await db.select().from(settings).where(inArray(settings.name, SETTING_NAMES));
  const stored = rows.map(({ name, value }) => [name, JSON.parse(value)] as const);
  const usual = SETTING_NAMES.map((name) => [name, USUAL_SETTINGS[name]]);
  return Object.fromEntries([...usual, ...stored]) as SettingValues;
}

/** When the quiet hours of an account that is being made begin and end, as SQL; null: it has none (O18). */
const quietMinute = (part: "quietFrom" | "quietUntil") =>
  sql`iif(${settingPart("quiet-hours", "quiet")} = 'on', ${settingPart("quiet-hours", part)}, null)`;
export const usualQuietHours = { from: quietMinute("quietFrom"), until: quietMinute("quietUntil") };

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
