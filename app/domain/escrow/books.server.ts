import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import type { TransferKind } from "~/db/money-words";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { addDays, dateAt, formatSortable, instantOf, OFFSET, type Instant, type LocalDate } from "../time/harare";
import { EXPORT_BATCH_SIZE, streamCsv } from "../values/csv.server";
import type { SteppedUpUser } from "../values/user";
import { BANK, CLEARING, COMMISSION, LOSSES, PROVIDER_FEES, REFUNDS_DUE } from "./accounts";
import type { DayTotals, Standing } from "./books";
import { balanceOf } from "./ledger.server";

// The books as the office reads them (M13).

const DAYS_SHOWN = 14;

/** What moved on each of the last 14 days in Harare, today first, by kind; days without transfers are left out. */
export async function listDayTotals(db: Database, now: Instant): Promise<DayTotals[]> {
  const first = instantOf(addDays(dateAt(now), 1 - DAYS_SHOWN), 0);
  const rows = await db.all<{ day: number; kind: TransferKind; amount: number }>(sql`
    select cast((at + ${OFFSET}) / 86400000 as integer) as day, kind, sum(amount) as amount
    from ledger_transfers where at >= ${first} group by 1, 2`);
  const days = new Map<number, DayTotals>();
  for (const { day, kind, amount } of rows) {
    const totals = days.get(day) ?? { day: dateAt(day * 86_400_000) };
    days.set(day, { ...totals, [kind]: amount });
  }
  return [...days].sort(([a], [b]) => b - a).map(([, totals]) => totals);
}

/** What the books say is where now. */
export async function findStanding(db: Database): Promise<Standing> {
  const held = sql<number>`(select cast(coalesce(sum(amount), 0) as integer) from ledger_balances where kind = 'held' and amount <> 0)`;
  const plumbers = sql<number>`(select cast(coalesce(sum(amount), 0) as integer) from ledger_balances where kind = 'plumber' and amount <> 0)`;
  const [row] = await db
    .select({
      atProvider: sql<number>`-${balanceOf(CLEARING)}`.as("at_provider"),
      atBank: sql<number>`-${balanceOf(BANK)}`.as("at_bank"),
      fees: sql<number>`-${balanceOf(PROVIDER_FEES)}`.as("fees"),
      losses: sql<number>`-${balanceOf(LOSSES)}`.as("losses"),
      held: held.as("held"),
      plumbers: plumbers.as("plumbers"),
      refunds: balanceOf(REFUNDS_DUE).as("refunds"),
      commission: balanceOf(COMMISSION).as("commission"),
    })
    .from(sql`(select 1)`);
  return row!;
}

/** A transfer as it is exported. */
interface Row {
  id: string;
  at: number;
  kind: string;
  debit: string;
  credit: string;
  amount: number;
  cause_id: string;
  reference: string | null;
  provider_reference: string | null;
}

/** Transfers (a query in order of their key) with the booking's reference and the provider's. */
const withReferences = (transfers: SQL): SQL => sql`
  select moved.*, bookings.reference,
    (select provider_reference from online_payments where online_payments.id = moved.cause_id) as provider_reference
  from (${transfers} order by at, id limit ${EXPORT_BATCH_SIZE}) as moved left join bookings on bookings.id = moved.booking_id
  order by moved.at, moved.id`;

/**
 * Logs an export and gives every transfer from the first day to the last in Harare as a stream of CSV, oldest first (M13).
 * Times are Harare's. Accounts name people by id alone.
 */
export async function exportLedger(
  context: Pick<DomainContext, "db" | "now">,
  admin: SteppedUpUser,
  { first, last }: { first: LocalDate; last: LocalDate },
): Promise<ReadableStream<Uint8Array>> {
  const subject = { kind: "export", id: "ledger" } as const;
  await recordAuditEntry(context, { admin, action: "dataExported", subject, after: { first, last } }, sql`true`).entry;
  const begin = instantOf(first, 0);
  const end = instantOf(addDays(last, 1), 0);
  return streamCsv<Row>(context.db, {
    columns: {
      time: ({ at }) => formatSortable(at),
      kind: ({ kind }) => kind,
      from: ({ debit }) => debit,
      to: ({ credit }) => credit,
      dollars: ({ amount }) => ({ cents: amount }),
      booking: ({ reference }) => reference,
      "provider's number": ({ provider_reference }) => provider_reference,
      cause: ({ cause_id }) => cause_id,
      id: ({ id }) => id,
    },
    query: (last) =>
      withReferences(sql`select * from ledger_transfers
        where (at, id) > (${last?.at ?? begin}, ${last?.id ?? ""}) and at < ${end}`),
  });
}

/**
 * What went into one account and out of it (negative), all of it, as CSV: a plumber's own statement of what was released
 * and paid out (M8).
 */
export function exportAccount(db: Database, account: string): ReadableStream<Uint8Array> {
  // One index each; both sides of an account are read in order and put together.
  const side = (column: "debit" | "credit", last: Row | null) => sql`
    select * from (select * from ledger_transfers
      where ${sql.raw(column)} = ${account} and (at, id) > (${last?.at ?? 0}, ${last?.id ?? ""})
      order by at, id limit ${EXPORT_BATCH_SIZE})`;
  return streamCsv<Row>(db, {
    columns: {
      time: ({ at }) => formatSortable(at),
      what: ({ kind }) => kind,
      dollars: ({ amount, credit }) => ({ cents: credit === account ? amount : -amount }),
      booking: ({ reference }) => reference,
    },
    query: (last) => withReferences(sql`select * from (${side("debit", last)} union all ${side("credit", last)})`),
  });
}
