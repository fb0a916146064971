import { eq, sql } from "drizzle-orm";
import { insertWhere } from "~/db/typed-writes.server";
import { bookings, onlinePayments } from "~/db/schema";
import { officeVerb } from "../audit-log/office-verb.server";
import type { DomainContext } from "../domain-context.server";
import { refuse, type Refusal } from "../values/refusal";
import type { SteppedUpUser } from "../values/user";
import type { OnlineMethod } from "./online-method";
import { isUndecided } from "./online-payment-conditions.server";

/** A payment as the provider's own list has it. */
interface LostPayment {
  /** Ours, which the provider calls the merchant's reference. */
  id: string;
  /** The job reference, which the provider has as what was paid for. */
  booking: string;
  /** Cents. */
  amount: number;
  method: OnlineMethod;
  /** In E.164; null: a card. */
  phone: string | null;
}

/**
 * Restores a payment that the provider has and D1, which was rewound, lacks (M16): as one whose answer got lost, so
 * that the next run of the cron asks the provider, and only its answer books it (M10). Restoring it again changes
 * nothing. Logged. Refuses with `bookingNotFound`, and with `onlinePaymentOpen` while another payment of the booking
 * is undecided.
 */
export async function takeUpPayment(
  context: DomainContext,
  admin: SteppedUpUser,
  { id, booking, amount, method, phone }: LostPayment,
): Promise<{ ok: true } | Refusal<"bookingNotFound" | "onlinePaymentOpen">> {
  const { db, now } = context;
  const bookingId = sql`(select id from bookings where reference = ${booking})`;
  const { found, known } = await officeVerb(context, admin, "paymentTakenUp", {
    subject: { kind: "ledger", id },
    after: { booking, amount },
    when: sql`${bookingId} is not null and not exists (select 1 from online_payments where id = ${id})
      and not exists (select 1 from online_payments where booking_id = ${bookingId} and ${isUndecided})`,
    do: (recorded) => ({
      taken: insertWhere(
        db,
        onlinePayments,
        {
          id,
          bookingId: sql`id`,
          clientId: sql`client_id`,
          amount,
          purpose: "rest",
          method,
          phone,
          status: "unknown",
          createdAt: now,
          updatedAt: now,
          nextPollAt: now,
        },
        sql`reference = ${booking} and ${recorded}`,
        { from: sql`bookings` },
      ),
      found: db.select({ id: bookings.id }).from(bookings).where(eq(bookings.reference, booking)),
      known: db
        .select({ id: onlinePayments.id })
        .from(onlinePayments)
        .where(sql`id = ${id} and booking_id = ${bookingId}`),
    }),
  });
  if (found.length === 0) return refuse("bookingNotFound");
  return known.length > 0 ? { ok: true } : refuse("onlinePaymentOpen");
}
