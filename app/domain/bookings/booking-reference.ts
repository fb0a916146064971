import { randomText } from "../values/id";

/** Letters and digits that nobody mistakes for one another on the phone. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A new job reference (B16), like `PB-7K3QF2`; the chance that another booking has it is one in 700 million for each
 * booking.
 */
export const newReference = (): string => `PB-${randomText(ALPHABET, 6)}`;
