import * as z from "zod";
import { SERVICE_TYPES } from "../bookings/booking";
import { CITIES, cityKey } from "../values/cities";
import { NONE_NAMED, RANGES } from "./insights";

/** What the page shows, from its query string; what is missing or malformed is everything (O20). */
export const insightsQuery = z.object({
  weeks: z.coerce
    .number()
    .pipe(z.union(RANGES.map((weeks) => z.literal(weeks))))
    .catch(12),
  /** The city's key. */
  city: z
    .enum([...CITIES.map(cityKey), NONE_NAMED])
    .nullish()
    .catch(null)
    .transform((city) => city ?? null),
  service: z
    .enum([...SERVICE_TYPES, NONE_NAMED])
    .nullish()
    .catch(null)
    .transform((service) => service ?? null),
});
export type InsightsQuery = z.output<typeof insightsQuery>;
