import { sql } from "drizzle-orm";
import { type Database, selectFacts } from "~/db/client.server";
import { officeVerb } from "../audit-log/office-verb.server";
import type { DomainContext } from "../domain-context.server";
import type { Instant } from "../time/harare";
import { ledgerIsSound } from "../ledger/ledger-health.server";
import { removeSetting, storeSetting } from "../settings/settings.server";
import type { SteppedUpUser } from "../values/user";
import type { PayoutStop } from "./payout";

// The office's own stop of payouts (M16): after D1 was rewound its ledger doesn't know of money that has gone out since.

export const PAYOUTS_STOPPED = "payoutsStopped";

/** The condition, in any statement, that the office has stopped payouts. */
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

/** Whether the ledger is sound and payouts are stopped, to tell why money may not go out. */
export const selectHealth = ({ db, now }: DomainContext) =>
  selectFacts(db, { isSound: ledgerIsSound(now), isStopped: payoutsAreStopped });

/** Says why money may not go out; null: it may. */
export const whyStopped = ([health]: Awaited<ReturnType<typeof selectHealth>>):
  | "payoutsStopped"
  | "ledgerAtFault"
  | null => (health?.isStopped ? "payoutsStopped" : health?.isSound ? null : "ledgerAtFault");
