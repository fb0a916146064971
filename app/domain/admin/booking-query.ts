import * as z from "zod";
import { BOOKING_STATUSES } from "../bookings/booking";
import { parseDate } from "../time/harare";
import { cityKey } from "../values/cities";
import { PLACE_LENGTH } from "../values/lengths";
import { BOOKING_SORTS, sortsOf, type AdminBookingFilter } from "./booking-filter";

/** What a schema reads; null where it is missing or malformed. */
const known = <Value>(schema: z.ZodType<Value>) =>
  schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);

const userId = known(z.string().regex(/^[a-z0-9-]{1,40}$/));

const filters = z.object({
  status: known(z.enum(BOOKING_STATUSES)),
  city: known(z.string().min(1).max(PLACE_LENGTH).transform(cityKey)),
  plumber: userId,
  client: userId,
  day: known(z.string().refine((text) => parseDate(text) !== null)),
  sort: z.enum(BOOKING_SORTS).catch("-start"),
});

/**
 * The filters of the office's list of bookings, from its query string; null where a filter is missing or malformed. A
 * plumber overrides the city, a client overrides every other filter (O5). A sort without an index is ignored.
 */
const bookingQuery = filters.transform((filter) => ({
  ...filter,
  sort: sortsOf(filter).includes(filter.sort) ? filter.sort : "-start",
}));

/** The query string of a filter: only what differs from the list as it opens. Read again it gives the same filter. */
export function writeBookingQuery({ sort, ...filters }: AdminBookingFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== null) query.set(name, value);
  if (sort !== "-start") query.set("sort", sort);
  return query.toString();
}

/** A filter from a query string, as the list reads it from its address. */
export const readBookingQuery = (query: string | URLSearchParams): AdminBookingFilter =>
  bookingQuery.parse(Object.fromEntries(new URLSearchParams(query)));
