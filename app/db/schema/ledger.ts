import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { cents, figure, hasKnownWord, id, instant, isOneOf } from "../columns";
import { LEDGER_ACCOUNTS, OVERDRAWN_ACCOUNTS, TRANSFER_KINDS } from "../money-words";

const isAccount = (column: "debit" | "credit") =>
  isOneOf(sql.raw(`substr(${column}, 1, instr(${column} || ':', ':') - 1)`), LEDGER_ACCOUNTS);

/**
 * The ledger (M13): amounts that went from one account (`debit`) to another (`credit`). Triggers keep it append-only and
 * move the balances (migrations/0001_ledger.sql). An account is `clearing`, or `held:` and the id of what it belongs to.
 */
export const ledgerTransfers = sqliteTable(
  "ledger_transfers",
  {
    id: id(),
    kind: text({ enum: TRANSFER_KINDS }).notNull(),
    debit: text().notNull(),
    credit: text().notNull(),
    amount: cents().notNull(),
    /** The id of what caused it: each kind of transfer happens once for a cause. */
    causeId: text().notNull(),
    bookingId: text(),
    at: instant().notNull(),
  },
  (transfers) => [
    hasKnownWord("ledger_transfers_kind", transfers.kind),
    check("ledger_transfers_amount", sql`amount > 0 and debit <> credit`),
    check("ledger_transfers_debit", isAccount("debit")),
    check("ledger_transfers_credit", isAccount("credit")),
    unique("ledger_transfers_once").on(transfers.causeId, transfers.kind),
    index("ledger_transfers_by_age").on(transfers.at, transfers.id),
    index("ledger_transfers_by_debit").on(transfers.debit, transfers.at, transfers.id),
    index("ledger_transfers_by_credit").on(transfers.credit, transfers.at, transfers.id),
  ],
);

/** What each account holds: credits less debits. Moved by the ledger's trigger alone. */
export const ledgerBalances = sqliteTable(
  "ledger_balances",
  {
    account: text().primaryKey(),
    /** The account's part before the colon. */
    kind: text()
      .notNull()
      .generatedAlwaysAs(sql`substr(account, 1, instr(account || ':', ':') - 1)`, { mode: "virtual" }),
    /** The account's part behind the colon: a booking or a plumber; empty: there is one account of its kind. */
    owner: text()
      .notNull()
      .generatedAlwaysAs(sql`substr(account, instr(account || ':', ':') + 1)`, { mode: "virtual" }),
    amount: figure(),
    /** The sum of the transfers that the check has read. */
    checkedAmount: figure(),
  },
  (balances) => [
    check(
      "ledger_balances_not_overdrawn",
      sql`amount >= 0 or ${isOneOf(sql`substr(account, 1, instr(account || ':', ':') - 1)`, OVERDRAWN_ACCOUNTS)}`,
    ),
    index("ledger_balances_with_money")
      .on(balances.kind, balances.amount, balances.owner)
      .where(sql`amount <> 0`),
  ],
);
