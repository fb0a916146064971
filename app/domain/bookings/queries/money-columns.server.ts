import { sql } from "drizzle-orm";
import { bookings } from "~/db/schema";

type BookingColumn = Exclude<keyof typeof bookings.$inferSelect, "due">;

/** Columns of a booking's own row, for a select. */
export const own = <Name extends BookingColumn>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, bookings[name]])) as Pick<typeof bookings, Name>;

/** What a booking's next step hangs on of its money, in cents. */
export const stepMoney = {
  ...own("fee", "agreedPrice", "finalAmount", "finalAnswer", "paidAmount"),
  due: sql<number>`${bookings.due}`.as("due"),
};

/** What a booking keeps of its money (M1 to M12), in cents. */
export const moneyColumns = { ...stepMoney, ...own("agreedDeposit", "finalReason", "heldAmount", "frozenAt") };

/**
 * Over `bookings`: what its plumber was paid in hand, as far as it is confirmed (M6), in cents. With the plus SQLite doesn't
 * take the index by status, and read all confirmed payments there are.
 */
export const paidInHand = sql<number>`(select coalesce(sum(amount), 0) from payments
  where booking_id = bookings.id and +status = 'confirmed' and method <> 'online')`;

/**
 * Over `bookings`: what Pombi has passed on to the plumber of a completed job, less what it has lost of it since (M12), in
 * cents; negative: it has lost more.
 */
export const passedOn = sql<number>`iif(bookings.final_amount is null, 0, bookings.paid_amount - bookings.held_amount - ${paidInHand}
  - (select coalesce(sum(amount), 0) from ledger_transfers where kind = 'loss' and cause_id in (
    select id from booking_events where booking_id = bookings.id
    union all select id from online_payments where booking_id = bookings.id)))`;
