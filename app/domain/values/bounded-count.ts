/** Up to how many rows of a list are counted: more are "99+", as beside the menu. */
export const COUNTED = 99;

/** A count that stopped at one more than `COUNTED`, as pages show it. */
export const formatCount = (count: number): string => (count > COUNTED ? `${COUNTED}+` : String(count));
