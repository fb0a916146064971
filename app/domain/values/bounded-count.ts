/** More rows are "99+". */
export const COUNTED = 99;

/** A count that stopped at one more than `COUNTED`, as pages show it. */
export const formatCount = (count: number): string => (count > COUNTED ? `${COUNTED}+` : String(count));
