import { CITIES, cityKey } from "../values/cities";

/** Where a job is, as the client gave it. */
export interface Address {
  suburb: string | null;
  street: string | null;
  city?: string | null;
  /** `latitude,longitude` in degrees. */
  pin: string | null;
}

/** Street, suburb and city in one line, or null where there is neither street nor suburb. */
export function joinAddress({ street, suburb, city }: Omit<Address, "pin">): string | null {
  const line = [street, suburb].filter(Boolean).join(", ");
  if (!line || !city || line.toLowerCase().endsWith(city.toLowerCase())) return line || null;
  return `${line}, ${city}`;
}

/** The city that an address in one line ends with, if it is one of ours; else null. */
export function cityAtEnd(line: string): string | null {
  const last = cityKey(line.split(",").at(-1) ?? "");
  return CITIES.find((city) => cityKey(city) === last) ?? null;
}
