import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { ledgerTransfers } from "~/db/schema";
import { officeVerb } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { BANK, CLEARING, PROVIDER_FEES } from "../ledger/accounts";
import { balanceOf, transfer } from "../ledger/ledger.server";
import type { Instant } from "../time/harare";
import { refuse, type Refusal } from "../values/refusal";
import type { SteppedUpUser } from "../values/user";
import type { Arrival } from "./payout";

/** What an arrival's transfers have as their cause. One that was voided and noted again ends in `v2`. */
const causeOf = (reference: string) => `arrival ${reference}`;

// References are in capitals, so that no other one goes on like this one with its `v2`.
const isArrivalOf = (reference: string) => {
  const cause = causeOf(reference);
  return sql`(cause_id = ${cause} or (cause_id > ${`${cause} v`} and cause_id < ${`${cause} w`}))`;
};
const isVoided = sql`exists (select 1 from ledger_transfers voided where voided.cause_id = sent.cause_id and voided.kind = 'arrival-voided')`;
const countingCauseOf = (reference: string) =>
  sql`(select cause_id from ledger_transfers sent where ${isArrivalOf(reference)} and kind = 'settled-to-bank' and not ${isVoided})`;
const nextCauseOf = (reference: string) =>
  sql`(select ${causeOf(reference)} || iif(count(*) = 0, '', ' v' || (count(*) + 1))
    from ledger_transfers where ${isArrivalOf(reference)} and kind = 'arrival-voided')`;

/**
 * Notes what the payment provider has sent to the bank, and the fee that it has kept, in cents, with the bank's
 * reference (M14): once for a reference, unless it was voided. Logged. Refuses with `referenceUsed` when that
 * reference has another amount, and with `aboveClearing` when more would have arrived than the ledger has at the
 * provider.
 */
export async function noteArrival(
  context: DomainContext,
  admin: SteppedUpUser,
  { reference, arrived, fee }: { reference: string; arrived: number; fee: number },
): Promise<{ ok: true } | Refusal<"referenceUsed" | "aboveClearing">> {
  const { db, now } = context;
  const from = { credit: CLEARING, causeId: nextCauseOf(reference), bookingId: null, at: now };
  const { noted } = await officeVerb(context, admin, "arrivalNoted", {
    subject: { kind: "ledger", id: reference },
    after: { amount: arrived, fee },
    when: sql`not exists ${countingCauseOf(reference)} and ${arrived + fee} <= -${balanceOf(CLEARING)}`,
    do: (recorded) => ({
      arrived: transfer(db, { ...from, kind: "settled-to-bank", debit: BANK, amount: arrived }, recorded),
      fee: transfer(db, { ...from, kind: "provider-fee", debit: PROVIDER_FEES, amount: fee }, recorded),
      noted: db
        .select({ kind: ledgerTransfers.kind, amount: ledgerTransfers.amount })
        .from(ledgerTransfers)
        .where(sql`cause_id = ${countingCauseOf(reference)}`),
    }),
  });
  if (noted.length === 0) return refuse("aboveClearing");
  const sum = (kind: string) => noted.find((one) => one.kind === kind)?.amount ?? 0;
  const isSame = sum("settled-to-bank") === arrived && sum("provider-fee") === fee;
  return isSame ? { ok: true } : refuse("referenceUsed");
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
): Promise<{ ok: true } | Refusal<"arrivalUnknown">> {
  const { db, now } = context;
  const causeId = causeOf(reference);
  const amountOf = (kind: string) =>
    sql`coalesce((select amount from ledger_transfers where cause_id = ${causeId} and kind = ${kind}), 0)`;
  const back = { debit: CLEARING, causeId, bookingId: null, at: now };
  const { voided } = await officeVerb(context, admin, "arrivalVoided", {
    subject: { kind: "ledger", id: reference },
    before: sql`json_object('amount', ${amountOf("settled-to-bank")}, 'fee', ${amountOf("provider-fee")})`,
    reason,
    when: sql`exists (select 1 from ledger_transfers sent where cause_id = ${causeId} and kind = 'settled-to-bank' and not ${isVoided})`,
    do: (recorded) => ({
      arrived: transfer(
        db,
        { ...back, kind: "arrival-voided", credit: BANK, amount: amountOf("settled-to-bank") },
        recorded,
      ),
      fee: transfer(
        db,
        { ...back, kind: "provider-fee-voided", credit: PROVIDER_FEES, amount: amountOf("provider-fee") },
        recorded,
      ),
      voided: db
        .select({ id: ledgerTransfers.id })
        .from(ledgerTransfers)
        .where(and(eq(ledgerTransfers.causeId, causeId), eq(ledgerTransfers.kind, "arrival-voided"))),
    }),
  });
  return voided.length > 0 ? { ok: true } : refuse("arrivalUnknown");
}

/** What the provider has sent to the bank lately, the latest first, at most 20, with what was voided. */
export async function listArrivals(db: Database): Promise<Arrival[]> {
  const rows = await db.all<Omit<Arrival, "voided"> & { voidedAt: Instant | null; reason: string | null }>(sql`
    select substr(sent.cause_id, ${causeOf("").length + 1}) as reference, sent.at, sent.amount as arrived,
      coalesce((select amount from ledger_transfers where cause_id = sent.cause_id and kind = 'provider-fee'), 0) as fee,
      (select at from ledger_transfers where cause_id = sent.cause_id and kind = 'arrival-voided') as voidedAt,
      (select reason from audit_log where subject_id = substr(sent.cause_id, ${causeOf("").length + 1})
        and action = 'arrivalVoided') as reason
    from ledger_transfers sent where sent.credit = ${CLEARING} and sent.kind = 'settled-to-bank'
    order by sent.at desc, sent.id desc limit 20`);
  return rows.map(({ voidedAt, reason, ...arrival }) => ({
    ...arrival,
    voided: voidedAt === null ? null : { at: voidedAt, reason: reason ?? "" },
  }));
}
