import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import type { BookingForCommand } from "../booking-for-command";
import { bookingNotices } from "../booking-notices";
import { transitionRecorded } from "./booking-events.server";
import { openDispute } from "./disputes.server";

/**
 * The statements of a booking's cancellation about what was paid in hand for it, which Pombi doesn't hold and can't give
 * back (M5): it goes to the office, and both sides read how it stands. None where nothing was.
 */
export function handOverPaidInHand(context: DomainContext, booking: BookingForCommand, eventId: string) {
  const { client, plumber, paidInHand: amount } = booking;
  if (amount === 0) return [];
  const condition = transitionRecorded(eventId);
  const tell = (user: string | null, reader: "client" | "plumber") =>
    notify(
      context,
      { user },
      bookingNotices.cancelledAfterPayment,
      { booking, amount, reader },
      { causeId: eventId, condition },
    );
  return [openDispute(context, eventId, booking.id), tell(client.id, "client"), tell(plumber?.id ?? null, "plumber")];
}
