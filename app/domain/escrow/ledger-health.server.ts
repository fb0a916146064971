import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client.server";
import { heartbeats } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { keepHeartbeat } from "../settings/heartbeats.server";
import { addDays, dateAt, HOUR, instantOf, type Instant } from "../time/harare";
import { ledgerNotices } from "./ledger-notices";
import { checkLedger, type LedgerCheck } from "./ledger.server";

export const LEDGER = "ledger";
/** When the nightly check begins, in minutes of the day in Harare. */
const CHECKED_AT = 2 * 60;
/** A check that is older than this has been missed. */
export const CHECK_OVERDUE = 26 * HOUR;

const stored = z.object({
  transfers: z.number(),
  sum: z.number(),
  faults: z.array(z.object({ account: z.string(), stored: z.number(), recomputed: z.number() })),
});

/** The condition, in any statement, that a check of the last 26 hours found nothing wrong (M13): without it nothing is paid out. */
export const ledgerIsSound = (now: Instant) => sql`exists (select 1 from heartbeats where name = ${LEDGER}
  and updated_at > ${now - CHECK_OVERDUE} and json_extract(value, '$.sum') = 0 and json_array_length(value, '$.faults') = 0)`;

export const isSound = ({ sum, faults }: LedgerCheck): boolean => sum === 0 && faults.length === 0;

/** The last check of the ledger, and when it was. */
export type LastCheck = LedgerCheck & { at: Instant };

/** Whether money may go out by that check, as `ledgerIsSound` asks in a statement; null: there was none yet. */
export const allowsPayouts = (check: LastCheck | null, now: Instant): boolean =>
  check !== null && isSound(check) && check.at > now - CHECK_OVERDUE;

/** Finds the last check of the ledger; null: there was none yet. */
export async function findLedgerCheck(db: Database): Promise<LastCheck | null> {
  const [row] = await db.select().from(heartbeats).where(eq(heartbeats.name, LEDGER));
  return row ? parseCheck(row.updatedAt, row.value) : null;
}

/** A check as it was kept. */
export const parseCheck = (at: Instant, value: string): LastCheck => ({ at, ...stored.parse(JSON.parse(value)) });

/** Checks the ledger now (M13), keeps what was found, and emails the office what differs. */
export async function checkLedgerNow(context: DomainContext): Promise<LedgerCheck> {
  const { db, now, emit } = context;
  const check = await checkLedger(db);
  const value = JSON.stringify(check);
  const kept = keepHeartbeat(db, LEDGER, value, now);
  if (isSound(check)) await kept;
  else {
    const told = notify(context, { office: true }, ledgerNotices.ledgerFault, check, {
      causeId: `ledger ${dateAt(now)}`,
      condition: sql`true`,
    });
    await db.batch([kept, told]);
  }
  emit({ type: "officeChanged" });
  return check;
}

/** Checks the ledger once a night, from 2:00 in Harare on. Returns whether it did. */
export async function checkLedgerNightly(context: DomainContext): Promise<boolean> {
  const { db, now } = context;
  const today = instantOf(dateAt(now), CHECKED_AT);
  const due = now >= today ? today : instantOf(addDays(dateAt(now), -1), CHECKED_AT);
  const [last] = await db.select({ at: heartbeats.updatedAt }).from(heartbeats).where(eq(heartbeats.name, LEDGER));
  if (last && last.at >= due) return false;
  await checkLedgerNow(context);
  return true;
}
