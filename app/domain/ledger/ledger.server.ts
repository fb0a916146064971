import { sql, type SQL } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { ledgerTransfers } from "~/db/schema";
import { OVERDRAWN_ACCOUNTS, type TransferKind } from "~/db/money-words";
import { isOneOf } from "~/db/columns";
import type { Instant } from "../time/harare";
import { newId } from "../values/id";
import type { LedgerFault } from "./ledger-fault";

/** Money that goes from one account (`debit`) to another (`credit`), in cents; nothing happens where the amount is 0. */
export interface Transfer {
  kind: TransferKind;
  debit: string | SQL;
  credit: string | SQL;
  amount: number | SQL;
  /** What caused it: each kind of transfer happens once for a cause (M13). */
  causeId: string | SQL;
  bookingId: string | SQL | null;
  at: Instant;
}

/**
 * The statement that moves money in the ledger (M13), in the batch of its cause and where `condition` holds there. Sent
 * again it changes nothing. An account that may not be negative aborts the whole batch instead of becoming so.
 */
export const transfer = (
  db: Database,
  { kind, debit, credit, amount, causeId, bookingId, at }: Transfer,
  condition: SQL,
) =>
  insertWhere(
    db,
    ledgerTransfers,
    { id: newId(), kind, debit, credit, amount, causeId, bookingId, at },
    sql`${amount} > 0 and ${condition}`,
    { onConflict: "nothing" },
  );

/** The statement that moves money once for each row of a table or query (`from`), as `transfer` does for one. */
export const transferEach = (db: Database, from: SQL, each: Transfer, condition: SQL) =>
  insertWhere(db, ledgerTransfers, { id: sql`lower(hex(randomblob(12)))`, ...each }, condition, {
    from,
    onConflict: "nothing",
  });

/** What an account holds, in cents, inside any statement: credits less debits. */
export const balanceOf = (account: string | SQL): SQL<number> =>
  // D1 binds numbers as fractions.
  sql<number>`cast(coalesce((select amount from ledger_balances where account = ${account}), 0) as integer)`;

/** What a check of the whole ledger found: it is sound when the sum is 0 and there are no faults. */
export interface LedgerCheck {
  transfers: number;
  /** Of all stored balances. */
  sum: number;
  faults: LedgerFault[];
}

/**
 * Adds up every transfer and compares each account with its stored balance, and what each booking says is held with its
 * account (`booking:` and its id); an account that may not be negative and is, is a fault too (M13). Reads the whole ledger: for the nightly run. Returns at most 20 faults.
 */
export async function checkLedger(db: Database): Promise<LedgerCheck> {
  const { totals, faults } = await batch(db, {
    totals: db.all<{ transfers: number; sum: number }>(
      sql`select (select count(*) from ledger_transfers) as transfers, (select coalesce(sum(amount), 0) from ledger_balances) as sum`,
    ),
    faults: db.all<LedgerFault>(sql`
      with moved as (
        select credit as account, amount from ledger_transfers union all select debit, -amount from ledger_transfers),
      recomputed as (select account, sum(amount) as amount from moved group by account),
      compared as (
        select account, coalesce((select amount from ledger_balances where ledger_balances.account = recomputed.account), 0) as stored,
          amount as recomputed from recomputed
        union all
        select account, amount, 0 from ledger_balances where account not in (select account from recomputed))
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
