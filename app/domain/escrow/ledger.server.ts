import { sql, type SQL } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { ledgerBalances, ledgerTransfers } from "~/db/schema";
import { OVERDRAWN_ACCOUNTS, type TransferKind } from "~/db/money-words";
import { isOneOf } from "~/db/columns";
import type { DomainContext } from "../domain-context.server";
import { keepHeartbeat } from "../settings/heartbeats.server";
import { newId } from "../values/id";
import type { LedgerFault } from "./ledger";

/** Money that goes from one account (`debit`) to another (`credit`), in cents; nothing happens where the amount is 0. */
export interface Transfer {
  kind: TransferKind;
  debit: string | SQL;
  credit: string | SQL;
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
export const transfer = ({ db, now }: Context, { amount, ...move }: Transfer, condition: SQL) =>
  insertWhere(db, ledgerTransfers, { id: newId(), amount, ...move, at: now }, sql`${amount} > 0 and ${condition}`, {
    onConflict: "nothing",
  });

/** The statement that moves the amount of each payment or payout (`from`) once, as `transfer` does. */
export const transferEach = (
  { db, now }: Context,
  from: SQL,
  each: Omit<Transfer, "amount" | "causeId">,
  condition: SQL,
) =>
  insertWhere(
    db,
    ledgerTransfers,
    { id: sql`lower(hex(randomblob(12)))`, amount: sql`amount`, causeId: sql`id`, ...each, at: now },
    condition,
    { from, onConflict: "nothing" },
  );

/** An account's balance in cents, inside any statement: credits less debits. */
export const balanceOf = (account: string | SQL): SQL<number> =>
  // D1 binds numbers as REAL.
  sql<number>`cast(coalesce((select amount from ledger_balances where account = ${account}), 0) as integer)`;

/** The sum of all balances of a kind, in cents. */
export const sumOfBalances = (kind: "held" | "plumber" | "refunds"): SQL<number> =>
  sql<number>`(select cast(coalesce(sum(amount), 0) as integer) from ledger_balances where kind = ${sql.raw(`'${kind}'`)} and amount <> 0)`;

/** Finds sums of the books by their names, in cents. */
export async function findSums<Name extends string>(db: Database, sums: Record<Name, SQL>) {
  const columns = Object.entries<SQL>(sums).map(([name, sum]) => sql`${sum} as ${sql.identifier(name)}`);
  const [row] = await db.all<Record<Name, number>>(sql`select ${sql.join(columns, sql`, `)}`);
  return row!;
}

/** A check of the whole ledger; `sum`: of all stored balances. It is sound when that is 0 and no faults were found. */
export type LedgerCheck = Awaited<ReturnType<typeof checkLedger>>;

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
 * Transfers never change, so those that were read stay added up. Returns at most 20 faults.
 */
export async function checkLedger(db: Database) {
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
    faults: db.all<LedgerFault>(sql`
      with since as (${moved(sql`rowid > ${readUpTo}`)}),
      compared as (
        select account, amount as stored, checked_amount + coalesce((select amount from since where since.account = ledger_balances.account), 0) as recomputed
        from ledger_balances)
      select account, stored, recomputed from compared
      where stored <> recomputed or (stored < 0 and not ${isOneOf(sql`substr(account, 1, instr(account || ':', ':') - 1)`, OVERDRAWN_ACCOUNTS)})
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
  return { transfers: totals[0]?.transfers ?? 0, sum: totals[0]?.sum ?? 0, faults };
}
