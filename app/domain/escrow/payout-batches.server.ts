import { eq, sql, type SQL } from "drizzle-orm";
import { type Database, selectFacts, insertWhere, columnsOf } from "~/db/client.server";
import { PAYOUT_METHODS, type PayoutMethod } from "~/db/money-words";
import { payoutBatches, payouts } from "~/db/schema";
import type { AuditAction } from "../audit-log/audit-log";
import { type NewAuditEntry, officeVerb } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import type { Instant } from "../time/harare";
import { refuse, OK } from "../values/refusal";
import type { SteppedUpUser } from "../values/user";
import { BATCH_SIZE } from "./payout";
import { validDetailsOf } from "./payout-details.server";
import { payoutsAreOpen, selectHealth, whyStopped } from "../ledger/ledger.server";

/** The plumbers whom money can be sent to now, each with what they are owed and where it goes. */
const selectPayees = (now: Instant) => sql`
  from ledger_balances owed
  join users on users.id = owed.owner and users.suspended_at is null
  join payout_details details on details.id = ${validDetailsOf(sql`owed.owner`, now)}
  where owed.kind = 'plumber' and owed.amount <> 0`;

/** Selects whom a batch of that method can be prepared for: payees who are in no batch. */
const selectPayable = (method: PayoutMethod, now: Instant) =>
  sql`${selectPayees(now)} and owed.is_in_batch = 0 and details.method = ${method}`;

/** The condition that a payout could be prepared again as it is: the same place, and at least as much owed. */
const isStillPayable = (now: Instant) => sql`exists (select 1 ${selectPayees(now)}
  and owed.account = 'plumber:' || payouts.plumber_id and owed.amount >= payouts.amount
  and (details.method, details.number, details.bank, details.branch, details.holder)
    is (payouts.method, payouts.number, payouts.bank, payouts.branch, payouts.holder))`;

/** Lists the methods by which something could be paid out now (M14). */
export async function listPayableMethods(db: Database, now: Instant): Promise<PayoutMethod[]> {
  // As `selectPayable`, but for the many whom money can't be sent to, of whom nothing but an index is read.
  const canPay = (method: PayoutMethod) => sql`exists (select 1 from ledger_balances owed
    where owed.kind = 'plumber' and owed.amount <> 0 and owed.is_in_batch = 0
      and ${validDetailsOf(sql`owed.owner`, now, "method")} = ${method}
      and exists (select 1 from users where users.id = owed.owner and users.suspended_at is null))`;
  const [row] = await selectFacts(db, { ecocash: canPay("ecocash"), bank: canPay("bank") });
  return PAYOUT_METHODS.filter((method) => row?.[method]);
}

/**
 * Prepares a batch of what is owed to plumbers (M14): whole balances, at most 100, to where their money goes now.
 * Suspended plumbers are left out. `id` is the form's own: sent again, it prepares nothing more. No one is in two
 * batches. Refuses with `nothingOwed`, with `payoutsStopped` (M16), and with `ledgerAtFault` (M13).
 */
export async function preparePayouts(
  context: DomainContext,
  admin: SteppedUpUser,
  { id, method }: { id: string; method: PayoutMethod },
) {
  const { db, now } = context;
  const number = sql`(select coalesce(max(number), 0) + 1 from payout_batches)`;
  const prepared = { id, number, method, createdBy: admin.id, createdAt: now };
  const payout = {
    id: sql`lower(hex(randomblob(12)))`,
    batchId: id,
    plumberId: sql`owner`,
    amount: sql`amount`,
    method,
    number: sql`number`,
    bank: sql`bank`,
    branch: sql`branch`,
    holder: sql`holder`,
    status: "prepared",
    createdAt: now,
  } as const;
  const payees = sql`(select owed.owner, owed.amount, details.number, details.bank, details.branch, details.holder
          ${selectPayable(method, now)} order by owed.amount desc limit ${BATCH_SIZE})`;
  const { found, health } = await officeVerb(context, admin, "payoutPrepared", {
    subject: { kind: "ledger", id },
    when: sql`${payoutsAreOpen(now)} and not exists (select 1 from payout_batches where id = ${id})
      and exists (select 1 ${selectPayable(method, now)})`,
    do: (recorded) => ({
      batch: insertWhere(db, payoutBatches, prepared, recorded),
      payouts: insertWhere(db, payouts, payout, recorded, { from: payees }),
      found: db.select({ id: payoutBatches.id }).from(payoutBatches).where(eq(payoutBatches.id, id)),
      health: selectHealth(context),
    }),
  });
  return found.length === 0 ? refuse(whyStopped(health) ?? "nothingOwed") : { ...OK, id };
}

/** The condition that a batch is neither sent nor cancelled, and its file taken or not. */
export const isOpen = (id: string, file: "taken" | "not taken" | "either") =>
  sql`exists (select 1 from payout_batches where id = ${id} and sent_at is null and cancelled_at is null
    and ${file === "either" ? sql`true` : sql`(taken_at is not null) = ${Number(file === "taken")}`})`;

/** The state of a batch after a command, to tell why it was refused. */
export const selectState = (db: Database, id: string) =>
  db
    .select(columnsOf(payoutBatches, "sentAt", "takenAt", "cancelledAt", "reference"))
    .from(payoutBatches)
    .where(eq(payoutBatches.id, id));

/** Why a payout can't be prepared again as it is, in the words of its page. */
const WHY_STALE = sql`case when exists (select 1 from users where users.id = payouts.plumber_id and suspended_at is not null)
    then 'The account is suspended.'
  when coalesce((select owed.amount from ledger_balances owed where owed.account = 'plumber:' || payouts.plumber_id), 0) < payouts.amount
    then 'Less is owed by now.'
  else 'Where the money goes has changed.' end`;

const cancelIfEmpty = ({ db, now }: DomainContext, id: string, recorded: SQL) =>
  db.update(payoutBatches).set({ cancelledAt: now }).where(sql`id = ${id} and ${recorded}
    and not exists (select 1 from payouts where batch_id = ${id} and status = 'prepared')`);

const FILE_COLUMNS = ["amount", "method", "number", "bank", "branch", "holder"] as const;

/**
 * Takes the file of a batch that is not sent (M14), with whole numbers, logs that, and gives its lines. The first time it
 * leaves out plumbers who are suspended or have other details by now, and says why; with no one left the batch is cancelled,
 * and the log says so. Refuses with `payoutsStopped` (M16), `ledgerAtFault`
 * (M13), and `payoutClosed` when it was sent or cancelled, or no one is left in it.
 */
export async function takePayoutFile(context: DomainContext, admin: SteppedUpUser, id: string) {
  const { db, now } = context;
  const isStale = sql`${isOpen(id, "not taken")} and not ${isStillPayable(now)}`;
  const isLeft = sql`batch_id = ${id} and status = 'prepared'`;
  const isUntaken = sql`id = ${id} and taken_at is null and cancelled_at is null`;
  const hasPayees = sql`exists (select 1 from payouts where ${isLeft} and not (${isStale}))`;
  const action = sql<AuditAction>`iif(${hasPayees}, ${"payoutDownloaded" satisfies AuditAction}, ${"payoutEmptied" satisfies AuditAction})`;
  const leftOut = { status: "cancelled", reason: WHY_STALE } as const;
  const { rows, health } = await officeVerb(context, admin, action, {
    subject: { kind: "ledger", id },
    when: sql`${payoutsAreOpen(now)} and ${isOpen(id, "either")}`,
    do: (recorded) => ({
      leftOut: db
        .update(payouts)
        .set(leftOut)
        .where(sql`${isLeft} and ${recorded} and ${isStale}`),
      cancelled: cancelIfEmpty(context, id, recorded),
      taken: db
        .update(payoutBatches)
        .set({ takenAt: now })
        .where(sql`${recorded} and ${isUntaken}`),
      rows: db
        .select(columnsOf(payouts, ...FILE_COLUMNS))
        .from(payouts)
        .where(sql`${isLeft} and ${recorded}`)
        .orderBy(payouts.id),
      health: selectHealth(context),
    }),
  });
  return rows.length === 0 ? refuse(whyStopped(health) ?? "payoutClosed") : { ...OK, rows };
}

/** Leaves payouts out of a batch that is not sent, where its file was taken or not; with nothing left it is cancelled. */
async function leaveOut(
  context: DomainContext,
  admin: SteppedUpUser,
  action: AuditAction,
  about: Pick<NewAuditEntry, "after" | "reason">,
  { id, which, wasTaken }: { id: string; which: SQL; wasTaken: boolean },
) {
  const { db } = context;
  const { rows, after } = await officeVerb(context, admin, action, {
    ...about,
    subject: { kind: "ledger", id },
    when: sql`${isOpen(id, wasTaken ? "taken" : "not taken")} and exists (select 1 from payouts where ${which} and status = 'prepared')`,
    do: (recorded) => ({
      leftOut: db
        .update(payouts)
        .set({ status: "cancelled", reason: about.reason ?? null })
        .where(sql`${which} and status = 'prepared' and ${recorded}`),
      cancelled: cancelIfEmpty(context, id, recorded),
      rows: db.select({ status: payouts.status }).from(payouts).where(which),
      after: selectState(db, id),
    }),
  });
  if (rows.length === 0 || rows.some(({ status }) => status !== "cancelled"))
    return refuse(after[0]?.takenAt && !after[0].sentAt ? "payoutTaken" : "payoutClosed");
  return OK;
}

/** Cancels a batch, once. Refuses with `payoutTaken` after its file was taken, with `payoutClosed` after it was sent. */
export const cancelPayouts = (context: DomainContext, admin: SteppedUpUser, id: string) =>
  leaveOut(context, admin, "payoutCancelled", {}, { id, which: sql`batch_id = ${id}`, wasTaken: false });

/**
 * Leaves one payout out of a batch that is not sent, and logs why (M14): it can be prepared again. Once the file was taken
 * (`wasTaken`, as the page said), that is the office's word that it was not sent. Left out twice, nothing changes. Refuses
 * with `payoutTaken` when the file was taken since the page was drawn, else with `payoutClosed`.
 */
export const leaveOutPayout = (
  context: DomainContext,
  admin: SteppedUpUser,
  { id, payoutId, wasTaken, reason }: { id: string; payoutId: string; wasTaken: boolean; reason: string },
) => {
  const which = sql`batch_id = ${id} and payouts.id = ${payoutId}`;
  const after = sql`(select json_object('amount', amount) from payouts where ${which})`;
  return leaveOut(context, admin, "payoutLeftOut", { after, reason }, { id, which, wasTaken });
};
