import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import type { DomainContext } from "../domain-context.server";
import type { SteppedUpUser } from "../values/user";
import { changeSetting, type SettingResult } from "./change-setting.server";
import { USUAL_COMMISSION } from "./commission";
import { storeSetting } from "./store-setting.server";

/** Its name among the settings, and in the log of what was changed. */
export const COMMISSION_SETTING = "commissionPercent";

// D1 binds numbers as fractions.
const stored = sql<number>`cast(coalesce((select value from settings where name = ${COMMISSION_SETTING}), ${USUAL_COMMISSION}) as integer)`;

/** Reads what part of held money is the company's, in per cent (M12). */
export async function readCommission(db: Database): Promise<number> {
  const [row] = await db.select({ percent: stored.as("percent") }).from(sql`(select 1)`);
  return row?.percent ?? USUAL_COMMISSION;
}

/**
 * Sets the company's part of held money, in whole per cent: for what is shared out from now on (M12). Logged. `shown`: what
 * the admin saw. Refuses with `settingChanged`.
 */
export const saveCommission = (
  context: DomainContext,
  admin: SteppedUpUser,
  percent: number,
  shown: string | null = null,
): Promise<SettingResult> =>
  changeSetting(context, admin, {
    action: "commissionChanged",
    setting: COMMISSION_SETTING,
    present: sql`cast(${stored} as text)`,
    value: String(percent),
    shown,
    before: sql`json_object('percent', ${stored})`,
    after: { percent },
    store: (recorded) => [storeSetting(context, COMMISSION_SETTING, String(percent), recorded)],
  });
