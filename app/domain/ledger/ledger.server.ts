import { eq, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { batch, type Database, selectFacts, insertWhere, isOneOf } from "~/db/client.server";
import { heartbeats, ledgerBalances, ledgerTransfers, settings } from "~/db/schema";
import { type LEDGER_ACCOUNTS, OVERDRAWN_ACCOUNTS, type TransferKind } from "~/db/money-words";
import { officeVerb } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { keepHeartbeat } from "../settings/heartbeats.server";
import { removeSetting, storeSetting } from "../settings/settings.server";
import { addDays, dateAt, HOUR, type Instant, instantOf } from "../time/harare";
import { newId } from "../values/id";
import { OK } from "../values/refusal";
import type { SteppedUpUser } from "../values/user";
import { ledgerNotices } from "./ledger-notices";

type Kind = (typeof LEDGER_ACCOUNTS)[number];
/** An account of the ledger (M13): `refunds:due`, or behind a colon the booking or plumber that it belongs to. */
export type Account = Kind | `${Kind}:${string}`;

export const heldFor = (bookingId: string) => `held:${bookingId}` as const;
export const owedTo = (plumberId: string) => `plumber:${plumberId}` as const;
export const cashOf = (plumberId: string) => `cash:${plumberId}` as const;

/** Money that goes from one account (`debit`) to another (`credit`), in cents; nothing happens where the amount is 0. */
export interface Transfer {
  kind: TransferKind;
  debit: Account | SQL;
  credit: Account | SQL;
  amount: number | SQL;
  /** Its cause: each kind of transfer happens once for a cause (M13). */
  causeId: string | SQL;
  bookingId?: string | SQL;
}
type Context = Pick<DomainContext, "db" | "now">;

/**
 * The statement that moves money in the ledger (M13), in the batch of its cause and where `condition` holds there. Sent
 * again it changes nothing. An account that may not be negative aborts the whole batch instead of becoming so.
 */
export function transfer({ db, now }: Context, { amount, ...move }: Transfer, condition: SQL) {
  const row = { id: newId(), amount, ...move, at: now };
  return insertWhere(db, ledgerTransfers, row, sql`${amount} > 0 and ${condition}`, { onConflict: "nothing" });
}

/** The statement that moves the amount of each payment or payout (`from`) once, as `transfer` does. */
export function transferEach(
  { db, now }: Context,
  from: SQL,
  each: Omit<Transfer, "amount" | "causeId">,
  condition: SQL,
) {
  const row = { id: sql`lower(hex(randomblob(12)))`, amount: sql`amount`, causeId: sql`id`, ...each, at: now };
  return insertWhere(db, ledgerTransfers, row, condition, { from, onConflict: "nothing" });
}

/** The cents that a transfer of this kind and cause moved, inside any statement. */
export const movedBy = (causeId: string, kind: TransferKind) =>
  sql`coalesce((select amount from ledger_transfers where cause_id = ${causeId} and kind = ${kind}), 0)`;

/** An account's balance in cents, inside any statement: credits less debits. */
export const balanceOf = (account: Account) =>
  // D1 binds numbers as REAL.
  sql<number>`cast(coalesce((select amount from ledger_balances where account = ${account}), 0) as integer)`;

/** The sum of all balances of a kind, in cents. */
export const sumOfBalances = (kind: "held" | "plumber" | "refunds") =>
  sql<number>`coalesce((select amount from ledger_sums where kind = ${kind}), 0)`;

/** The heartbeat that holds the `rowid` of the last transfer that a check has read. */
const READ = "ledgerRead";
const lastOf = (column: "rowid" | "at") => sql`coalesce((select max(${sql.raw(column)}) from ledger_transfers), 0)`;
// drizzle binds nothing in a `db.all` of a batch.
const readUpTo = sql.raw(`coalesce((select cast(value as integer) from heartbeats where name = '${READ}'), 0)`);
/** Far fewer than D1 adds up in the 30 seconds that a statement may take. */
const BATCH_SIZE = 20_000;

const moved = (where: SQL) => sql`select account, sum(amount) as amount from (
  select credit as account, amount from ledger_transfers where ${where}
  union all select debit, -amount from ledger_transfers where ${where}) where true group by account`;

/**
 * Adds up every transfer since the last check and compares each account with its stored balance, and what each booking
 * says is held with its account (`booking:` and its id); an account that may not be negative and is, is a fault too (M13).
 * `sum` is that of all stored balances. Returns at most 20 faults.
 */
export async function checkLedger(db: Database) {
  // Transfers never change, so those that were read stay added up.
  for (let unread = 1; unread > 0;) {
    const { rest } = await batch(db, {
      added: insertWhere(db, ledgerBalances, { account: sql`account`, checkedAmount: sql`amount` }, sql`true`, {
        from: sql`(${moved(sql`rowid > ${readUpTo} and rowid <= ${readUpTo} + ${BATCH_SIZE}`)})`,
        onConflict: { set: { checkedAmount: sql`checked_amount + excluded.checked_amount` } },
      }),
      // Not past the last one: the next transfer gets its number.
      read: keepHeartbeat(db, READ, sql`min(${readUpTo} + ${BATCH_SIZE}, ${lastOf("rowid")})`, lastOf("at")),
      rest: db.all<{ unread: number }>(sql`select ${lastOf("rowid")} - ${readUpTo} as unread`),
    });
    unread = rest[0]!.unread;
  }
  const { totals, faults } = await batch(db, {
    totals: db.all<{ transfers: number; sum: number }>(
      sql`select ${lastOf("rowid")} as transfers, (select coalesce(sum(amount), 0) from ledger_balances) as sum`,
    ),
    faults: db.all<{ account: string; stored: number; recomputed: number }>(sql`
      with since as (${moved(sql`rowid > ${readUpTo}`)}),
      compared as (
        select account, amount as stored, checked_amount + coalesce((select amount from since
        where since.account = ledger_balances.account), 0) as recomputed
        from ledger_balances)
      select account, stored, recomputed from compared
      where stored <> recomputed or (stored < 0
        and not ${isOneOf(sql`substr(account, 1, instr(account || ':', ':') - 1)`, OVERDRAWN_ACCOUNTS)})
      union all
      select 'booking:' || id, held_amount, coalesce((select amount from ledger_balances where account = 'held:' || bookings.id), 0)
      from bookings where held_amount > 0
        and held_amount <> coalesce((select amount from ledger_balances where account = 'held:' || bookings.id), 0)
      union all
      select 'booking:' || owner, coalesce((select held_amount from bookings where id = owner), 0), amount
      from ledger_balances where kind = 'held' and amount <> 0
        and coalesce((select held_amount from bookings where id = owner), 0) = 0
      limit 20`),
  });
  return { ...totals[0]!, faults };
}

export const LEDGER = "ledger";
/** When the nightly check begins, in minutes of the day in Harare. */
const CHECK_MINUTE = 2 * 60;
export const CHECK_OVERDUE = 26 * HOUR;

const stored = z.object({
  transfers: z.number(),
  sum: z.number(),
  /** The accounts whose stored balance differs from the sum of their transfers, in cents. */
  faults: z.array(z.object({ account: z.string(), stored: z.number(), recomputed: z.number() })),
});
type LedgerCheck = z.output<typeof stored>;
/** The condition, in any statement, that a check of the last 26 hours found nothing wrong (M13): without it nothing is paid out. */
export const ledgerIsSound = (now: Instant) => sql`exists (select 1 from heartbeats where name = ${LEDGER}
  and updated_at > ${now - CHECK_OVERDUE} and json_extract(value, '$.sum') = 0 and json_array_length(value, '$.faults') = 0)`;

export const isSound = ({ sum, faults }: LedgerCheck): boolean => sum === 0 && faults.length === 0;

/** Money may go out by that check, as `ledgerIsSound` asks in a statement; null: none yet. */
export const allowsPayouts = (check: LastCheck | null, now: Instant): boolean =>
  check !== null && isSound(check) && check.at > now - CHECK_OVERDUE;

/** Finds the last check of the ledger; null: none yet. */
export async function findLedgerCheck(db: Database): Promise<LastCheck | null> {
  const [row] = await db
    .select({ updatedAt: heartbeats.updatedAt, value: heartbeats.value })
    .from(heartbeats)
    .where(eq(heartbeats.name, LEDGER));
  return row ? parseCheck(row.updatedAt, row.value) : null;
}

export interface LastCheck extends LedgerCheck {
  at: Instant;
}

export const parseCheck = (at: Instant, value: string): LastCheck => ({ at, ...stored.parse(JSON.parse(value)) });

/** Checks the ledger now (M13), keeps what was found, and emails the office what differs. */
export async function checkLedgerNow(context: DomainContext): Promise<LedgerCheck> {
  const { db, now, emit } = context;
  const check = await checkLedger(db);
  await batch(db, {
    kept: keepHeartbeat(db, LEDGER, JSON.stringify(check), now),
    told: isSound(check)
      ? null
      : notify(context, {
          to: { office: true },
          cause: `ledger ${dateAt(now)}`,
          when: sql`true`,
          notice: ledgerNotices.ledgerFault,
          facts: check,
        }),
  });
  emit({ type: "officeChanged" });
  return check;
}

/** Checks the ledger once a night, from 2:00 in Harare on. Returns whether it did. */
export async function checkLedgerNightly(context: DomainContext): Promise<boolean> {
  const { db, now } = context;
  const today = instantOf(dateAt(now), CHECK_MINUTE);
  const due = now >= today ? today : instantOf(addDays(dateAt(now), -1), CHECK_MINUTE);
  const [last] = await db
    .select({ updatedAt: heartbeats.updatedAt })
    .from(heartbeats)
    .where(eq(heartbeats.name, LEDGER));
  if (last && last.updatedAt >= due) return false;
  await checkLedgerNow(context);
  return true;
}

// The office's own stop of payouts (M16): after D1 was rewound its ledger doesn't know of money that has gone out since.

export const PAYOUTS_STOPPED = "payoutsStopped";
const subject = { kind: "setting", id: PAYOUTS_STOPPED } as const;

export const payoutsAreStopped = sql`exists (select 1 from settings where name = ${PAYOUTS_STOPPED})`;

/** The condition that money may go out: the office hasn't stopped it, and the ledger adds up (M13). */
export const payoutsAreOpen = (now: Instant) => sql`(not ${payoutsAreStopped} and ${ledgerIsSound(now)})`;

/** Finds why and since when payouts are stopped; null: they aren't. */
export async function findPayoutStop(db: Database) {
  const [stop] = await db
    .select({ value: settings.value, updatedAt: settings.updatedAt })
    .from(settings)
    .where(eq(settings.name, PAYOUTS_STOPPED));
  return stop ? { reason: stop.value, since: stop.updatedAt } : null;
}

/** Stops payouts until `resumePayouts` (M16): nothing is prepared, no file is taken. Logged; stopped twice, nothing changes. */
export async function stopPayouts(context: DomainContext, admin: SteppedUpUser, reason: string) {
  await officeVerb(context, admin, "payoutsStopped", {
    subject,
    reason,
    when: sql`not ${payoutsAreStopped}`,
    do: (recorded) => ({ stopped: storeSetting(context, PAYOUTS_STOPPED, reason, recorded) }),
  });
  return OK;
}

/** Lets payouts go out again (M16). Logged; of payouts that aren't stopped, nothing changes. */
export async function resumePayouts(context: DomainContext, admin: SteppedUpUser) {
  await officeVerb(context, admin, "payoutsResumed", {
    subject,
    when: payoutsAreStopped,
    do: (recorded) => ({ resumed: removeSetting(context.db, PAYOUTS_STOPPED, recorded) }),
  });
  return OK;
}

/** Selects what tells why money may not go out. */
export const selectHealth = ({ db, now }: DomainContext) =>
  selectFacts(db, { isSound: ledgerIsSound(now), isStopped: payoutsAreStopped });

/** Says why money may not go out; null: it may. */
export const whyStopped = ([health]: { isSound: boolean; isStopped: boolean }[]) =>
  health?.isStopped ? "payoutsStopped" : health?.isSound ? null : "ledgerAtFault";
