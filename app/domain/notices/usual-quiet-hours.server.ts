import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import type { DomainContext } from "../domain-context.server";
import { changeSetting, settingValue, type SettingResult } from "../settings/change-setting.server";
import { storeSetting } from "../settings/store-setting.server";
import type { AuthenticatedUser } from "../values/user";
import type { QuietHours } from "./quiet-hours";
import { quietHoursText, USUAL_QUIET_HOURS } from "./usual-quiet-hours";

/** Its name among the settings, and in the log of what was changed. */
export const QUIET_HOURS_SETTING = "quietHours";

const present: SQL = sql`coalesce(${settingValue(QUIET_HOURS_SETTING)}, ${quietHoursText(USUAL_QUIET_HOURS)})`;

/** When the quiet hours of an account that is being made begin and end, as SQL; null: it has none (O18). */
export const usualQuietHours: Record<"from" | "until", SQL> = {
  from: sql`iif(${present} = 'off', null, cast(${present} as integer))`,
  until: sql`iif(${present} = 'off', null, cast(substr(${present}, instr(${present}, '-') + 1) as integer))`,
};

/** Reads the quiet hours that new accounts begin with; null: none. */
export async function readQuietHours(db: Database): Promise<QuietHours | null> {
  const [row] = await db
    .select({
      from: sql<number | null>`${usualQuietHours.from}`.as("from_minute"),
      until: sql<number | null>`${usualQuietHours.until}`.as("until_minute"),
    })
    .from(sql`(select 1)`);
  const { from = null, until = null } = row ?? {};
  return from === null || until === null ? null : { from, until };
}

/**
 * Sets the quiet hours that new accounts begin with (O18), null for none: nobody's own change. Logged. `shown`: what the
 * admin saw, as `quietHoursText`. Refuses with `settingChanged`.
 */
export const saveQuietHours = (
  context: DomainContext,
  admin: AuthenticatedUser,
  hours: QuietHours | null,
  shown: string | null = null,
): Promise<SettingResult> => {
  const value = quietHoursText(hours);
  return changeSetting(context, admin, {
    action: "quietHoursChanged",
    setting: QUIET_HOURS_SETTING,
    present,
    value,
    shown,
    before: sql`json_object('minutes', ${present})`,
    after: { minutes: value },
    store: (recorded) => [storeSetting(context, QUIET_HOURS_SETTING, value, recorded)],
  });
};
