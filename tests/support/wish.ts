import type { BookingWish } from "~/domain/bookings/commands/booking-request-statements.server";
import type { Instant } from "~/domain/time/harare";

/** A request for a start that says nothing else. */
export const wishFor = (startsAt: Instant): BookingWish => ({
  ...{ startsAt, serviceType: null, suburb: null, street: null, pin: null, notes: null },
});
