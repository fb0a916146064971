import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { settings } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { changeSetting, settingValue, type SettingResult } from "../settings/change-setting.server";
import { storeSetting } from "../settings/store-setting.server";
import type { SteppedUpUser } from "../values/user";
import { FEE_MODES, type FeeMode } from "./fee-mode";

/** Its name among the settings, and in the log of what was changed. */
export const FEE_MODE_SETTING = "feeMode";

/** Whether the fee can be paid with the request (M10); "none" until an admin has said so. */
export async function findFeeMode(db: Database): Promise<FeeMode> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, FEE_MODE_SETTING));
  return FEE_MODES.find((known) => known === row?.value) ?? "none";
}

/** The condition that the fee can be paid with the request. */
export const feeIsPayable = sql`exists (select 1 from settings where name = ${FEE_MODE_SETTING} and value = 'optional')`;

/**
 * Sets whether the fee can be paid with the request (M10). Repeating it changes nothing; logged. `shown`: what the admin saw.
 * Refuses with `settingChanged`.
 */
export const saveFeeMode = (
  context: DomainContext,
  admin: SteppedUpUser,
  feeMode: FeeMode,
  shown: string | null = null,
): Promise<SettingResult> => {
  const present = sql`coalesce(${settingValue(FEE_MODE_SETTING)}, 'none')`;
  return changeSetting(context, admin, {
    action: "feeModeChanged",
    setting: FEE_MODE_SETTING,
    present,
    value: feeMode,
    shown,
    before: sql`json_object('feeMode', ${present})`,
    after: { feeMode },
    store: (recorded) => [storeSetting(context, FEE_MODE_SETTING, feeMode, recorded)],
  });
};
