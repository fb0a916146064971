import { sql } from "drizzle-orm";
import { bookings } from "~/db/schema";

/** What a booking keeps of its money (M1 to M12), in cents. */
export const moneyColumns = {
  fee: bookings.fee,
  agreedPrice: bookings.agreedPrice,
  agreedDeposit: bookings.agreedDeposit,
  finalAmount: bookings.finalAmount,
  finalReason: bookings.finalReason,
  finalAnswer: bookings.finalAnswer,
  paidAmount: bookings.paidAmount,
  due: sql<number>`${bookings.due}`.as("due"),
  heldAmount: bookings.heldAmount,
  frozenAt: bookings.frozenAt,
};
