/** How many bookings each list of Dispatch shows at once. */
export const AT_ONCE = 50;
/** How many jobs of a day the board shows. */
export const DAY_AT_MOST = 300;
