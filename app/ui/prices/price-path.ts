import { cityKey } from "~/domain/values/cities";

/** The price guide's address for a city of ours; null: for the country (D20). */
export const pricePath = (city: string | null): string =>
  city === null ? "/prices" : `/prices/${encodeURIComponent(cityKey(city))}`;
