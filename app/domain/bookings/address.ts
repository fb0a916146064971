import { CITIES, cityKey } from "../values/cities";

interface Place {
  street: string | null;
  suburb: string | null;
  city?: string | null;
}

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

const OFFERED = 3;

interface Line {
  street: string | null;
  suburb: string | null;
}

export const isSameAddress = (one: Line, other: Line): boolean =>
  [one.street, one.suburb].join().toLowerCase() === [other.street, other.suburb].join().toLowerCase();

/** The first three different addresses of `known` (B32), of `city` alone where that isn't null. */
export const addressesToOffer = <Known extends Line & { city: string | null }>(
  known: readonly Known[],
  city: string | null,
) =>
  known
    .filter((one) => city === null || one.city === city)
    .filter((one, index, all) => all.findIndex((other) => isSameAddress(one, other)) === index)
    .slice(0, OFFERED);
