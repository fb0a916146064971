import type { BookingWish } from "~/domain/bookings/commands/booking-request-statements.server";
import { dateAt, timeAt, type Instant } from "~/domain/time/harare";

/** The answers that the site's forms ask for, but for the time (B4). */
export const VISIT = { serviceType: "Leak Fixing", suburb: "Avondale", street: "12 Test Road" };

/** The fields of a day and a time, as every form names them. */
export const startFields = (start: Instant) => ({ appointmentDate: dateAt(start), appointmentTime: timeAt(start) });

/** The fields of the appointment page, filled in for a start. */
export const requestFields = (start: Instant) => ({ ...startFields(start), ...VISIT });

/** A request for a start that says nothing else. */
export const wishFor = (startsAt: Instant): BookingWish => ({
  ...{ startsAt, serviceType: null, suburb: null, street: null, pin: null, notes: null },
});
