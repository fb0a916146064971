import { bookings, onlinePayments } from "~/db/schema";
import type { DomainContext } from "~/domain/domain-context.server";
import { newId } from "~/domain/values/id";

type Stage = Pick<DomainContext, "db" | "now">;
export type BookingColumns = Partial<typeof bookings.$inferInsert>;

/** A booking as it stands, with a fee of $25 unless `more` says otherwise; gives its id. */
export async function insertBooking({ db, now }: Stage, more: BookingColumns & { clientId: string }): Promise<string> {
  const { id = newId() } = more;
  const stands = { status: "confirmed", startsAt: now, fee: 25_00, createdAt: now, updatedAt: now } as const;
  await db.insert(bookings).values({ id, reference: `PB-${id.slice(0, 12)}`, ...stands, ...more });
  return id;
}

type PaymentColumns = Partial<typeof onlinePayments.$inferInsert>;

/** An online payment by EcoCash that is open unless `more` says otherwise; gives its id. */
export async function insertOnlinePayment(
  { db, now }: Stage,
  more: PaymentColumns & { bookingId: string; clientId: string; amount: number },
): Promise<string> {
  const { id = newId() } = more;
  const asked = { purpose: "price", method: "ecocash", phone: "+263771111111", status: "open" } as const;
  await db.insert(onlinePayments).values({ id, ...asked, createdAt: now, updatedAt: now, ...more });
  return id;
}

/** The provider's word about a payment. */
type Said = "paid" | "disputed" | "refunded";
export const saidOf = <Status extends Said>(id: string, amount: number, status: Status) => ({
  ...{ id, status, amount, providerReference: null as string | null, pollUrl: null },
});
