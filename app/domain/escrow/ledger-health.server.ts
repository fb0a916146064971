import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import { type Database, selectFacts } from "~/db/client.server";
import { heartbeats } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { keepHeartbeat } from "../settings/heartbeats.server";
import { addDays, dateAt, HOUR, type Instant, instantOf } from "../time/harare";
import { ledgerNotices } from "./escrow-notices";
import { checkLedger, type LedgerCheck } from "./ledger.server";
import { officeVerb } from "../audit-log/audit-log.server";
import { removeSetting, storeSetting } from "../settings/settings.server";
import type { SteppedUpUser } from "../values/user";
import type { PayoutStop } from "./payout";

export const LEDGER = "ledger";
/** When the nightly check begins, in minutes of the day in Harare. */
const CHECKED_AT = 2 * 60;
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

/** Money may go out by that check, as `ledgerIsSound` asks in a statement; null: there was none yet. */
export const allowsPayouts = (check: LastCheck | null, now: Instant): boolean =>
  check !== null && isSound(check) && check.at > now - CHECK_OVERDUE;

/** Finds the last check of the ledger; null: there was none yet. */
export async function findLedgerCheck(db: Database): Promise<LastCheck | null> {
  const [row] = await db.select().from(heartbeats).where(eq(heartbeats.name, LEDGER));
  return row ? parseCheck(row.updatedAt, row.value) : null;
}

export type LastCheck = ReturnType<typeof parseCheck>;

export const parseCheck = (at: Instant, value: string) => ({ at, ...stored.parse(JSON.parse(value)) });

/** Checks the ledger now (M13), keeps what was found, and emails the office what differs. */
export async function checkLedgerNow(context: DomainContext): Promise<LedgerCheck> {
  const { db, now, emit } = context;
  const check = await checkLedger(db);
  const value = JSON.stringify(check);
  const kept = keepHeartbeat(db, LEDGER, value, now);
  if (isSound(check)) await kept;
  else {
    const causeId = `ledger ${dateAt(now)}`;
    const told = notify(context, { office: true }, causeId, sql`true`, ledgerNotices.ledgerFault, check);
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

// The office's own stop of payouts (M16): after D1 was rewound its ledger doesn't know of money that has gone out since.

export const PAYOUTS_STOPPED = "payoutsStopped";

export const payoutsAreStopped = sql`exists (select 1 from settings where name = ${PAYOUTS_STOPPED})`;

/** The condition that money may go out: the office hasn't stopped it, and the ledger adds up (M13). */
export const payoutsAreOpen = (now: Instant) => sql`(not ${payoutsAreStopped} and ${ledgerIsSound(now)})`;

/** Finds why and since when payouts are stopped; null: they aren't. */
export async function findPayoutStop(db: Database): Promise<PayoutStop | null> {
  const [stop] = await db.all<PayoutStop>(
    sql`select value as reason, updated_at as since from settings where name = ${PAYOUTS_STOPPED}`,
  );
  return stop ?? null;
}

/** Stops payouts until `resumePayouts` (M16): nothing is prepared, no file is taken. Logged; stopped twice, nothing changes. */
export async function stopPayouts(context: DomainContext, admin: SteppedUpUser, reason: string): Promise<{ ok: true }> {
  await officeVerb(context, admin, "payoutsStopped", {
    subject: { kind: "setting", id: PAYOUTS_STOPPED },
    reason,
    when: sql`not ${payoutsAreStopped}`,
    do: (recorded) => ({ stopped: storeSetting(context, PAYOUTS_STOPPED, reason, recorded) }),
  });
  return { ok: true };
}

/** Lets payouts go out again (M16). Logged; of payouts that aren't stopped, nothing changes. */
export async function resumePayouts(context: DomainContext, admin: SteppedUpUser): Promise<{ ok: true }> {
  await officeVerb(context, admin, "payoutsResumed", {
    subject: { kind: "setting", id: PAYOUTS_STOPPED },
    when: payoutsAreStopped,
    do: (recorded) => ({ resumed: removeSetting(context.db, PAYOUTS_STOPPED, recorded) }),
  });
  return { ok: true };
}

/** Selects what tells why money may not go out. */
export const selectHealth = ({ db, now }: DomainContext) =>
  selectFacts(db, { isSound: ledgerIsSound(now), isStopped: payoutsAreStopped });

/** Says why money may not go out; null: it may. */
export const whyStopped = ([health]: Awaited<ReturnType<typeof selectHealth>>) =>
  health?.isStopped ? "payoutsStopped" : health?.isSound ? null : "ledgerAtFault";
