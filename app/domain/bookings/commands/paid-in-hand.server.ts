import type { DomainContext } from "../../domain-context.server";
import { openDispute } from "../../enquiries/disputes.server";
import { notify } from "../../notices/notify.server";
import { formatMoney } from "../../values/money";
import type { BookingForCommand } from "../booking-for-command";
import { bookingNotices } from "../booking-notices";
import { transitionRecorded } from "./booking-events.server";

/**
 * The statements of a booking's cancellation about what was paid in hand for it, which Pombi doesn't hold and can't give
 * back (M5): it goes to the office's inbox, and both sides read how it stands. None where nothing was. `by`: whoever
 * cancelled it; null: the system.
 */
export function handOverPaidInHand(
  context: DomainContext,
  booking: BookingForCommand,
  by: string | null,
  eventId: string,
) {
  const amount = booking.paidAmount - booking.heldAmount;
  const { client, plumber } = booking;
  if (amount <= 0) return [];
  const condition = transitionRecorded(eventId);
  const message = `${formatMoney(amount)} was paid in hand for this job, and then it was cancelled.`;
  const dispute = { id: eventId, booking, by: by ?? client.id, subject: "Paid in hand, then cancelled", message };
  const tell = (user: string | null, reader: "client" | "plumber") =>
    notify(
      context,
      { user },
      bookingNotices.cancelledAfterPayment,
      { booking, amount, reader },
      { causeId: eventId, condition },
    );
  return [openDispute(context, dispute, condition), tell(client.id, "client"), tell(plumber?.id ?? null, "plumber")];
}
