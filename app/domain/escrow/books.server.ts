import { desc, sql, type SQL } from "drizzle-orm";
import { type Database, columnsOf } from "~/db/client.server";
import type { TransferKind } from "~/db/money-words";
import { recordAuditEntry, officeVerb } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { addDays, dateAt, formatSortable, type Instant, instantOf, type LocalDate } from "../time/harare";
import { findNumbers, EXPORT_BATCH_SIZE, streamCsv } from "../values/lists.server";
import type { SteppedUpUser } from "../values/user";
import { freeReference, isFreeReference, selectReference, takeReference } from "./bank-references.server";
import { balanceOf, movedBy, sumOfBalances, transfer } from "../ledger/ledger.server";
import { ledgerDays, ledgerTransfers } from "~/db/schema";
import { OK, refuse } from "../values/refusal";

const DAYS_SHOWN = 14;

/** The sums of each kind of transfer on a day, in cents. */
export type DayTotals = { day: LocalDate } & Partial<Record<TransferKind, number>>;

/** Lists the sums of transfers by kind of each of the last 14 days in Harare, today first, without days that have none. */
export async function listDayTotals(db: Database, now: Instant): Promise<DayTotals[]> {
  const first = addDays(dateAt(now), 1 - DAYS_SHOWN);
  const rows = await db
    .select(columnsOf(ledgerDays, "day", "kind", "amount"))
    .from(ledgerDays)
    .where(sql`day >= ${first}`)
    .orderBy(desc(ledgerDays.day));
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, totals]) => ({
    day,
    ...Object.fromEntries(totals.map(({ kind, amount }) => [kind, amount])),
  }));
}

/** Where the books say money is, in cents; at the provider and the bank, as far as the ledger knows. */
export interface Standing {
  atProvider: number;
  atBank: number;
  fees: number;
  losses: number;
  held: number;
  plumbers: number;
  refunds: number;
  commission: number;
}

export const findStanding = (db: Database): Promise<Standing> =>
  findNumbers(db, {
    atProvider: sql`-${balanceOf("clearing")}`,
    atBank: sql`-${balanceOf("bank")}`,
    fees: sql`-${balanceOf("provider-fees")}`,
    losses: sql`-${balanceOf("losses")}`,
    held: sumOfBalances("held"),
    plumbers: sumOfBalances("plumber"),
    refunds: balanceOf("refunds:due"),
    commission: balanceOf("commission"),
  });

type Row = Pick<typeof ledgerTransfers.$inferSelect, "id" | "at" | "kind" | "debit" | "credit" | "amount"> & {
  cause_id: string;
  reference: string | null;
  provider_reference: string | null;
};

/** Transfers (a query in order of their key) with the booking's reference and the provider's. */
const withReferences = (transfers: SQL): SQL => sql`
  select moved.*, bookings.reference,
    (select provider_reference from online_payments where online_payments.id = moved.cause_id) as provider_reference
  from (${transfers} order by at, id limit ${EXPORT_BATCH_SIZE}) as moved left join bookings on bookings.id = moved.booking_id
  order by moved.at, moved.id`;

/** Logs an export, and gives all transfers from one day in Harare to another as CSV, oldest first (M13). */
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

/** All that went into an account and out of it (negative), as CSV: a plumber's own statement of releases and payouts (M8). */
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

/** The cause of an arrival's transfers. One that was voided and noted again ends in `v2`. */
const causeOf = (reference: string) => `arrival ${reference}`;

// References are in capitals, so that no other one continues this one with `v2`.
const isArrivalOf = (reference: string) => {
  const cause = causeOf(reference);
  return sql`(cause_id = ${cause} or (cause_id > ${`${cause} v`} and cause_id < ${`${cause} w`}))`;
};
const isVoided = sql`exists (select 1 from ledger_transfers voided where voided.cause_id = sent.cause_id
  and voided.kind = 'arrival-voided')`;
const countingCauseOf = (reference: string) =>
  sql`(select cause_id from ledger_transfers sent where ${isArrivalOf(reference)} and kind = 'settled-to-bank' and not ${isVoided})`;
const nextCauseOf = (reference: string) =>
  sql`(select ${causeOf(reference)} || iif(count(*) = 0, '', ' v' || (count(*) + 1))
    from ledger_transfers where ${isArrivalOf(reference)} and kind = 'arrival-voided')`;

/**
 * Notes what the payment provider has sent to the bank, and the fee that it has kept, in cents, with the bank's reference
 * (M14): once for a reference, unless it was voided. Logged. Refuses with `referenceUsed` when that reference has another
 * amount or stands for a payout or a refund, and with `aboveClearing` when more would have arrived than the ledger has at
 * the provider.
 */
export async function noteArrival(
  context: DomainContext,
  admin: SteppedUpUser,
  { reference, arrived, fee }: { reference: string; arrived: number; fee: number },
) {
  const { db } = context;
  const from = { credit: "clearing", causeId: nextCauseOf(reference) } as const;
  const { noted, used } = await officeVerb(context, admin, "arrivalNoted", {
    subject: { kind: "ledger", id: reference },
    after: { amount: arrived, fee },
    when: sql`${isFreeReference(reference)} and ${arrived + fee} <= -${balanceOf("clearing")}`,
    do: (recorded) => ({
      taken: takeReference(db, reference, recorded),
      arrived: transfer(context, { ...from, kind: "settled-to-bank", debit: "bank", amount: arrived }, recorded),
      fee: transfer(context, { ...from, kind: "provider-fee", debit: "provider-fees", amount: fee }, recorded),
      noted: db
        .select({ kind: ledgerTransfers.kind, amount: ledgerTransfers.amount })
        .from(ledgerTransfers)
        .where(sql`cause_id = ${countingCauseOf(reference)}`),
      used: selectReference(db, reference),
    }),
  });
  if (used.length === 0) return refuse("aboveClearing");
  const sum = (kind: string) => noted.find((one) => one.kind === kind)?.amount ?? 0;
  return sum("settled-to-bank") === arrived && sum("provider-fee") === fee ? OK : refuse("referenceUsed");
}

/**
 * Voids what was noted wrongly, by a counter-entry of the same amounts (M14); its reference can be noted again.
 * `reference` is the one of `listArrivals`, `reason` what was wrong. Logged. Voiding it again changes nothing and
 * succeeds. Refuses with `arrivalUnknown`.
 */
export async function voidArrival(
  context: DomainContext,
  admin: SteppedUpUser,
  { reference, reason }: { reference: string; reason: string },
) {
  const { db } = context;
  const causeId = causeOf(reference);
  const back = { debit: "clearing", causeId } as const;
  const arrived = movedBy(causeId, "settled-to-bank");
  const fee = movedBy(causeId, "provider-fee");
  const { voided } = await officeVerb(context, admin, "arrivalVoided", {
    subject: { kind: "ledger", id: reference },
    before: sql`json_object('amount', ${arrived}, 'fee', ${fee})`,
    reason,
    when: sql`exists (select 1 from ledger_transfers sent where cause_id = ${causeId} and kind = 'settled-to-bank' and not ${isVoided})`,
    do: (recorded) => ({
      arrived: transfer(context, { ...back, kind: "arrival-voided", credit: "bank", amount: arrived }, recorded),
      fee: transfer(context, { ...back, kind: "provider-fee-voided", credit: "provider-fees", amount: fee }, recorded),
      freed: freeReference(db, reference.replace(/ v\d+$/, ""), recorded),
      voided: db
        .select({ id: ledgerTransfers.id })
        .from(ledgerTransfers)
        .where(sql`cause_id = ${causeId} and kind = 'arrival-voided'`),
    }),
  });
  return voided.length > 0 ? OK : refuse("arrivalUnknown");
}

/** An arrival at the bank in cents, without the `fee` that the provider kept. `voidedAt` null: it counts. */
interface Arrival {
  reference: string;
  at: Instant;
  arrived: number;
  fee: number;
  voidedAt: Instant | null;
  reason: string | null;
}

/** The provider's latest transfers to the bank, the latest first, at most 20, with what was voided. */
export const listArrivals = (db: Database) =>
  db.all<Arrival>(sql`
    select substr(sent.cause_id, ${causeOf("").length + 1}) as reference, sent.at, sent.amount as arrived,
      coalesce((select amount from ledger_transfers where cause_id = sent.cause_id and kind = 'provider-fee'), 0) as fee,
      (select at from ledger_transfers where cause_id = sent.cause_id and kind = 'arrival-voided') as voidedAt,
      (select reason from audit_log where subject_id = substr(sent.cause_id, ${causeOf("").length + 1})
        and action = 'arrivalVoided') as reason
    from ledger_transfers sent where sent.credit = ${"clearing"} and sent.kind = 'settled-to-bank'
    order by sent.at desc, sent.id desc limit 20`);
