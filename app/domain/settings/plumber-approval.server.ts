import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";

/** The name of the setting that the office approves plumbers before they are listed (O9). Off at first. */
export const PLUMBER_APPROVAL = "approvePlumbers";

/** The condition that the setting is on. */
export const approvalIsOn = sql`exists (select 1 from settings where name = ${PLUMBER_APPROVAL} and value = 'on')`;

/** Whether the office approves plumbers before they are listed (O9). */
export async function isPlumberApprovalOn(db: Database): Promise<boolean> {
  const [row] = await db.all<{ isOn: number }>(sql`select ${approvalIsOn} as isOn`);
  return row?.isOn === 1;
}
