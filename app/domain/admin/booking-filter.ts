import { z } from "zod";
import { BOOKING_STATUSES } from "../bookings/booking";
import { parseDate } from "../time/harare";
import { cityKey } from "../values/cities";

const userId = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/**
 * The filters of the office's list of bookings, from its query string; null where a filter is missing or malformed. A
 * plumber overrides the city, a client overrides every other filter (O5).
 */
export const bookingQuery = z.object({
  status: z
    .enum(BOOKING_STATUSES)
    .nullish()
    .catch(null)
    .transform((value) => value ?? null),
  city: z
    .string()
    .max(60)
    .nullish()
    .catch(null)
    .transform((value) => (value ? cityKey(value) : null)),
  plumber: userId,
  client: userId,
  day: z
    .string()
    .refine((text) => parseDate(text) !== null)
    .nullish()
    .catch(null)
    .transform((value) => value ?? null),
});
export type AdminBookingFilter = z.output<typeof bookingQuery>;
