import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";

/** The name of the setting that plumbers are listed only once the office has approved them (O9). On by default. */
export const PLUMBER_APPROVAL = "approvePlumbers";

/** The condition that plumbers need the office's approval to be listed (O9). */
export const approvalIsOn = sql`not exists (select 1 from settings where name = ${PLUMBER_APPROVAL} and value = 'off')`;

/** Whether plumbers need the office's approval to be listed (O9). */
export async function isPlumberApprovalOn(db: Database): Promise<boolean> {
  const [row] = await db.all<{ isOn: number }>(sql`select ${approvalIsOn} as isOn`);
  return row?.isOn === 1;
}
