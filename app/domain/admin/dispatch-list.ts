/** How many bookings each list of Dispatch shows at once. */
export const DISPATCH_LIST_SIZE = 50;
/** How many jobs of a day the board shows. */
export const MAX_JOBS_PER_DAY = 300;
