import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { selectFacts } from "~/db/facts.server";
import { insertWhere } from "~/db/typed-writes.server";
import type { PayoutMethod } from "~/db/money-words";
import { payoutBatches, payoutDetails, payouts, users } from "~/db/schema";
import { officeVerb } from "../audit-log/office-verb.server";
import type { DomainContext } from "../domain-context.server";
import { BANK, owedTo } from "../ledger/accounts";
import { balanceOf, transfer } from "../ledger/ledger.server";
import { notify } from "../notices/notify.server";
import type { Instant } from "../time/harare";
import { newId } from "../values/id";
import { refuse, type Refusal } from "../values/refusal";
import type { SteppedUpUser } from "../values/user";
import { maskNumber, placeOf } from "./payout";
import { validDetailsOf } from "./payout-details.server";
import { payoutNotices } from "./payout-notices";
import { payoutsAreStopped } from "./payout-stop.server";

type Payee = NonNullable<Awaited<ReturnType<typeof findPayee>>>;

/** Finds a plumber with where their money goes now (`details` null: they haven't said so); null: there is none. */
export async function findPayee(db: Database, plumberId: string, now: Instant) {
  const [found] = await db
    .select({ id: users.id, name: users.firstName, details: payoutDetails })
    .from(users)
    .leftJoin(payoutDetails, sql`${payoutDetails.id} = ${validDetailsOf(sql`${plumberId}`, now)}`)
    .where(eq(users.id, plumberId));
  return found ?? null;
}

/**
 * Books a payout that was sent before D1 was rewound (M16), by the bank's or EcoCash's own list, while payouts are
 * stopped: a batch of that reference with this plumber in it, sent already. Those of one reference come into one
 * batch, each plumber once: noted again, nothing changes. The plumber is told, perhaps a second time: an unannounced
 * payout could go to anybody. `payee` is what `findPayee` gave. Refuses with `payoutsRunning`, with `aboveOwed` when
 * the plumber isn't owed that much by the books, and with `referenceUsed` when that reference stands for another
 * amount of theirs.
 */
export async function notePastPayout(
  context: DomainContext,
  admin: SteppedUpUser,
  payee: Payee | null,
  { method, amount, reference }: { method: PayoutMethod; amount: number; reference: string },
): Promise<{ ok: true } | Refusal<"payoutsRunning" | "aboveOwed" | "referenceUsed">> {
  if (!payee) return refuse("aboveOwed");
  const { db, now } = context;
  const { id: plumberId, name } = payee;
  // Where it went is known of the details that hold now, if they are of that kind.
  const { number, bank, branch, holder } =
    payee.details?.method === method ? payee.details : { number: "", bank: null, branch: null, holder: "" };
  const [id, batchId] = [newId(), newId()];
  const batchOfReference = sql`(select id from payout_batches where reference = ${reference})`;
  const isTheirs = sql`plumber_id = ${plumberId} and batch_id = ${batchOfReference}`;
  const { noted, stopped } = await officeVerb(context, admin, "pastPayoutNoted", {
    subject: { kind: "user", id: plumberId },
    after: { amount, reference },
    when: sql`${payoutsAreStopped} and ${amount} > 0 and ${amount} <= ${balanceOf(owedTo(plumberId))} and not exists (select 1 from payouts where ${isTheirs})`,
    do: (recorded) => ({
      batch: insertWhere(
        db,
        payoutBatches,
        {
          id: batchId,
          number: sql`(select coalesce(max(number), 0) + 1 from payout_batches)`,
          method,
          createdBy: admin.id,
          createdAt: now,
          takenAt: now,
          sentAt: now,
          sentBy: admin.id,
          reference,
        },
        sql`${recorded} and ${batchOfReference} is null`,
      ),
      payout: insertWhere(
        db,
        payouts,
        {
          id,
          batchId: batchOfReference,
          plumberId,
          amount,
          method,
          number,
          bank,
          branch,
          holder,
          status: "sent",
          createdAt: now,
        },
        recorded,
      ),
      transfer: transfer(
        db,
        {
          kind: "payout",
          debit: owedTo(plumberId),
          credit: BANK,
          amount,
          causeId: id,
          bookingId: null,
          at: now,
        },
        recorded,
      ),
      notice: notify(
        context,
        { user: plumberId },
        payoutNotices.payoutSent,
        { name, amount, place: placeOf({ bank, masked: maskNumber(number) }), reference },
        { causeId: id, condition: recorded },
      ),
      noted: db.select({ amount: payouts.amount }).from(payouts).where(isTheirs),
      stopped: selectFacts(db, { isStopped: payoutsAreStopped }),
    }),
  });
  if (noted[0]?.amount === amount) return { ok: true };
  if (noted[0]) return refuse("referenceUsed");
  return refuse(stopped[0]?.isStopped ? "aboveOwed" : "payoutsRunning");
}
