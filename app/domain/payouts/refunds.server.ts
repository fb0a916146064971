import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings, refunds } from "~/db/schema";
import { officeVerb } from "../audit-log/office-verb.server";
import type { BookingForCommand } from "../bookings/booking";
import { client, commandFields, plumber } from "../bookings/queries/booking-columns.server";
import type { DomainContext } from "../domain-context.server";
import { BANK, REFUNDS_DUE } from "../ledger/accounts";
import { ledgerIsSound } from "../ledger/ledger-health.server";
import { transfer } from "../ledger/ledger.server";
import { emitChange } from "../money/money-events.server";
import { noteRefundSent } from "../money/refund-statements.server";
import { notify } from "../notices/notify.server";
import { settlementNotices } from "../money/settlement-notices";
import { refuse, type Refusal } from "../values/refusal";
import type { SteppedUpUser } from "../values/user";

/** A refund and its booking for the office's command; null: there is none. */
export async function findRefundForCommand(db: Database, id: string) {
  const [row] = await db
    .select({
      refund: { id: refunds.id, clientId: refunds.clientId, amount: refunds.amount },
      ...commandFields,
    })
    .from(refunds)
    .innerJoin(bookings, eq(bookings.id, refunds.bookingId))
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
    .where(eq(refunds.id, id));
  if (!row) return null;
  const { refund, ...booking } = row;
  return { refund, booking };
}

/**
 * Notes that a refund was sent, with the reference that the bank or EcoCash gave (M14): it is booked, once, and the client
 * is told. `refund` and `booking` are what `findRefundForCommand` gave. The same again changes nothing and
 * succeeds. Refuses with `refundSent` when it was sent with another reference, with `refundChanged` when the provider has
 * given a part of it back since (M11), with `referenceUsed` when another refund has that one, and with `ledgerAtFault` (M13).
 */
export async function markRefundSent(
  context: DomainContext,
  admin: SteppedUpUser,
  refund: { id: string; clientId: string; amount: number },
  booking: BookingForCommand,
  reference: string,
): Promise<{ ok: true } | Refusal<"refundSent" | "refundChanged" | "referenceUsed" | "ledgerAtFault">> {
  const { db, now } = context;
  const { id, amount, clientId } = refund;
  const bookingId = booking.id;
  const isUsed = sql`reference = ${reference} and sent_by is not null`;
  const { after, used } = await officeVerb(context, admin, "refundSent", {
    subject: { kind: "booking", id: bookingId },
    after: { amount, reference },
    when: sql`${ledgerIsSound(now)} and exists (select 1 from refunds where id = ${id} and sent_at is null and amount = ${amount})
      and not exists (select 1 from refunds where ${isUsed})`,
    do: (recorded) => ({
      sent: noteRefundSent(context, { reference, adminId: admin.id }, sql`id = ${id} and ${recorded}`),
      transfer: transfer(
        db,
        { kind: "refund-sent", debit: REFUNDS_DUE, credit: BANK, amount, causeId: id, bookingId, at: now },
        recorded,
      ),
      notice: notify(
        context,
        { user: clientId },
        settlementNotices.refundSent,
        { booking, amount, reference },
        { causeId: id, condition: recorded },
      ),
      after: db
        .select({ sentAt: refunds.sentAt, reference: refunds.reference, amount: refunds.amount })
        .from(refunds)
        .where(eq(refunds.id, id)),
      used: db.select({ id: refunds.id }).from(refunds).where(isUsed),
    }),
  });
  if (after[0]?.reference === reference) {
    emitChange(context, booking);
    return { ok: true };
  }
  if (after[0]?.sentAt !== null) return refuse("refundSent");
  if (after[0].amount !== amount) return refuse("refundChanged");
  return refuse(used.length > 0 ? "referenceUsed" : "ledgerAtFault");
}
