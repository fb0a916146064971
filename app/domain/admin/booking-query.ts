import * as z from "zod";
import { parseDate } from "../time/harare";
import { cityKey } from "../values/cities";
import { PLACE_LENGTH } from "../values/text";
import { BOOKING_SORTS, BOOKING_VIEWS, firstView, sortsOf, type AdminBookingFilter } from "./booking-filter";

/** A value as its schema reads it; null where it is missing or malformed. */
const known = <Value>(schema: z.ZodType<Value>) =>
  schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);

const userId = known(z.string().regex(/^[a-z0-9-]{1,40}$/));

const filters = z.object({
  status: known(z.enum(BOOKING_VIEWS)),
  city: known(z.string().min(1).max(PLACE_LENGTH).transform(cityKey)),
  plumber: userId,
  client: userId,
  day: known(z.string().refine((text) => parseDate(text) !== null)),
  sort: known(z.enum(BOOKING_SORTS)),
});

/**
 * The filters of the office's list of bookings, from its query string; null where a filter is missing or malformed. A
 * plumber overrides the city, a client overrides every other filter (O5). A sort without an index is ignored.
 */
const bookingQuery = filters.transform(({ status, sort, ...narrowed }): AdminBookingFilter => {
  const view = narrowed.client === null ? (status ?? firstView(narrowed)) : "all";
  const sorts = sortsOf({ view, ...narrowed });
  return { view, ...narrowed, sort: sorts.find((one) => one === sort) ?? sorts[0]! };
});

/** The query string of a filter: only what differs from the list as it opens. Read again it gives the same filter. */
export function writeBookingQuery({ view, sort, ...narrowed }: AdminBookingFilter): string {
  const query = new URLSearchParams();
  if (view !== firstView(narrowed)) query.set("status", view);
  for (const [name, value] of Object.entries(narrowed)) if (value !== null) query.set(name, value);
  if (sort !== sortsOf({ view, ...narrowed })[0]) query.set("sort", sort);
  return query.toString();
}

/** A filter from a query string, as the list reads it from its address. */
export const readBookingQuery = (query: string | URLSearchParams): AdminBookingFilter =>
  bookingQuery.parse(Object.fromEntries(new URLSearchParams(query)));
