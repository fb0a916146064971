import { eq, sql } from "drizzle-orm";
import { type Database, columnsOf } from "~/db/client.server";
import { payoutBatches, payouts, users } from "~/db/schema";
import { officeVerb } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { ledgerIsSound, payoutsAreStopped, selectHealth, transferEach } from "../ledger/ledger.server";
import { notify } from "../notices/notify.server";
import { OK, refuse } from "../values/refusal";
import type { SteppedUpUser } from "../values/user";
import { BATCH_SIZE, placeOf } from "./payout";
import { isFreeReference, selectReference, takeReference } from "./bank-references.server";
import { isOpen, selectState } from "./payout-batches.server";
import { payoutNotices } from "./escrow-notices";

interface BatchForCommand extends Pick<typeof payoutBatches.$inferSelect, "id" | "number" | "method"> {
  payouts: (Pick<typeof payouts.$inferSelect, "id" | "plumberId" | "amount" | "number" | "bank"> & { name: string })[];
}

/** A batch with whole numbers, for the office's commands and their notices, and for no page; null: it doesn't exist. */
export async function findBatchForCommand(db: Database, id: string): Promise<BatchForCommand | null> {
  const [[found], rows] = await Promise.all([
    db
      .select(columnsOf(payoutBatches, "id", "number", "method"))
      .from(payoutBatches)
      .where(eq(payoutBatches.id, id)),
    db
      .select({ ...columnsOf(payouts, "id", "plumberId", "amount", "number", "bank"), name: users.firstName })
      .from(payouts)
      .innerJoin(users, eq(users.id, payouts.plumberId))
      .where(eq(payouts.batchId, id))
      .orderBy(payouts.id)
      .limit(BATCH_SIZE),
  ]);
  return found ? { ...found, payouts: rows } : null;
}

const factsOf = ({ name, amount, ...to }: BatchForCommand["payouts"][number]) => ({ name, amount, place: placeOf(to) });

/** `owedTo` of a payout's plumber, over `payouts`. */
const OWED_TO_PAYEE = sql`'plumber:' || plumber_id`;

/**
 * Notes that a batch was sent, with the bank's or EcoCash's reference (M14): it is booked, once, and the plumbers told.
 * Refuses with `payoutNotTaken` before its file was taken (unless payouts are stopped, M16), `payoutClosed` when it was
 * cancelled or sent with another reference, `referenceUsed` by another payout, refund or arrival, and `ledgerAtFault` (M13).
 */
export async function markPayoutsSent(
  context: DomainContext,
  admin: SteppedUpUser,
  prepared: BatchForCommand,
  reference: string,
) {
  const { db, now } = context;
  const { id } = prepared;
  const move = { kind: "payout", debit: OWED_TO_PAYEE, credit: "bank" } as const;
  const isSending = sql`batch_id = ${id} and status = 'prepared'`;
  const { after, used, health } = await officeVerb(context, admin, "payoutSent", {
    subject: { kind: "ledger", id },
    after: sql`json_object('reference', ${reference}, 'amount', (select sum(amount) from payouts where ${isSending}))`,
    when: sql`${ledgerIsSound(now)} and (${isOpen(id, "taken")} or ${payoutsAreStopped} and ${isOpen(id, "not taken")})
      and ${isFreeReference(reference)}`,
    do: (recorded) => ({
      taken: takeReference(db, reference, recorded),
      sent: db
        .update(payoutBatches)
        .set({ sentAt: now, sentBy: admin.id, reference })
        .where(sql`id = ${id} and ${recorded}`),
      transfers: transferEach(context, sql`payouts`, move, sql`${isSending} and ${recorded}`),
      payouts: db
        .update(payouts)
        .set({ status: "sent" })
        .where(sql`${isSending} and ${recorded}`),
      notices: prepared.payouts.map((payout) => {
        const facts = { ...factsOf(payout), reference };
        // One may have been left out since it was read.
        const wasSent = sql`${recorded} and exists (select 1 from payouts where id = ${payout.id} and status = 'sent')`;
        return notify(context, {
          to: payout.plumberId,
          cause: payout.id,
          when: wasSent,
          notice: payoutNotices.payoutSent,
          facts,
        });
      }),
      after: selectState(db, id),
      used: selectReference(db, reference),
      health: selectHealth(context),
    }),
  });
  if (after[0]?.reference === reference) return OK;
  if (after[0]?.sentAt || after[0]?.cancelledAt) return refuse("payoutClosed");
  if (!after[0]?.takenAt && !health[0]?.isStopped) return refuse("payoutNotTaken");
  if (used.length > 0) return refuse("referenceUsed");
  return refuse(health[0]?.isSound ? "payoutClosed" : "ledgerAtFault");
}

/**
 * Notes that the bank or EcoCash gave a plumber's part of a batch back, and why (M14): it is owed again, and the
 * plumber is told. `sent` is what `findBatchForCommand` gave, `payoutId` one of its payouts. Noted twice, nothing
 * changes. Refuses with `payoutClosed` for one that was not sent.
 */
export async function returnPayout(
  context: DomainContext,
  admin: SteppedUpUser,
  sent: BatchForCommand,
  payoutId: string,
  reason: string,
) {
  const { db } = context;
  const payout = sent.payouts.find(({ id }) => id === payoutId);
  if (!payout) return refuse("payoutClosed");
  const move = { kind: "payout-returned", debit: "bank", credit: OWED_TO_PAYEE } as const;
  const facts = { ...factsOf(payout), reason };
  const { after } = await officeVerb(context, admin, "payoutReturned", {
    subject: { kind: "ledger", id: sent.id },
    after: { amount: payout.amount },
    reason,
    when: sql`exists (select 1 from payouts where id = ${payoutId} and status = 'sent')`,
    do: (recorded) => ({
      failed: db
        .update(payouts)
        .set({ status: "failed", reason })
        .where(sql`id = ${payoutId} and ${recorded}`),
      transfer: transferEach(context, sql`payouts`, move, sql`id = ${payoutId} and ${recorded}`),
      notice: notify(context, {
        to: payout.plumberId,
        cause: payoutId,
        when: recorded,
        notice: payoutNotices.payoutReturned,
        facts,
      }),
      after: db
        .select({ id: payouts.id })
        .from(payouts)
        .where(sql`id = ${payoutId} and status = 'failed'`),
    }),
  });
  return after.length > 0 ? OK : refuse("payoutClosed");
}
