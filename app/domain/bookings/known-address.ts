/** The address of one of a client's bookings, as a form offers it again (B32). */
export interface KnownAddress {
  /** The booking's. */
  id: string;
  suburb: string;
  street: string;
  /** Null: not known. */
  city: string | null;
  /** `latitude,longitude` in degrees; null: not marked. */
  pin: string | null;
}

const OFFERED = 3;

type Line = Pick<KnownAddress, "street" | "suburb">;

/** Whether two addresses are the same, however they were written. */
export const isSameAddress = (one: Line, other: Line): boolean =>
  [one.street, one.suburb].join().toLowerCase() === [other.street, other.suburb].join().toLowerCase();

/**
 * The three addresses that a form offers (B32), of `known` in their order: each once, and in `city` alone where that isn't
 * null.
 */
export const addressesToOffer = (known: readonly KnownAddress[], city: string | null): KnownAddress[] =>
  known
    .filter((one) => city === null || one.city === city)
    .filter((one, index, all) => all.findIndex((other) => isSameAddress(one, other)) === index)
    .slice(0, OFFERED);
