import { CITIES, cityKey } from "../values/cities";
import type { listPreviousRequests } from "./commands/draft-of-booking.server";

type Place = Record<"street" | "suburb", string | null> & { city?: string | null };

/** Street, suburb and city in one line, or null if it has neither street nor suburb. */
export function joinAddress({ street, suburb, city }: Place): string | null {
  const line = [street, suburb].filter(Boolean).join(", ");
  if (!line || !city || line.toLowerCase().endsWith(city.toLowerCase())) return line || null;
  return `${line}, ${city}`;
}

/** The city that an address in one line ends with, if it is one of ours; else null. */
export function cityAtEnd(line: string): string | null {
  const last = cityKey(line.split(",").at(-1) ?? "");
  return CITIES.find((city) => cityKey(city) === last) ?? null;
}

/** The address of one of a client's bookings, as a form offers it again (B32). `pin`: `latitude,longitude`, or null. */
export type KnownAddress = Omit<Awaited<ReturnType<typeof listPreviousRequests>>[number], "serviceType">;

const OFFERED = 3;

type Line = Pick<KnownAddress, "street" | "suburb">;

export const isSameAddress = (one: Line, other: Line): boolean =>
  [one.street, one.suburb].join().toLowerCase() === [other.street, other.suburb].join().toLowerCase();

/** The first three different addresses of `known` (B32), of `city` alone where that isn't null. */
export const addressesToOffer = (known: readonly KnownAddress[], city: string | null): KnownAddress[] =>
  known
    .filter((one) => city === null || one.city === city)
    .filter((one, index, all) => all.findIndex((other) => isSameAddress(one, other)) === index)
    .slice(0, OFFERED);
