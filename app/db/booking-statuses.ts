// The words of a booking's status, and the groups of them that indexes are made for: said here once, for the schema,
// the queries and the domain alike. This file imports nothing, so that pure files may read it (decision 047).

export const BOOKING_STATUSES = ["pending", "confirmed", "in-progress", "completed", "cancelled", "refused"] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** Still to happen: they hold their slot (B6) and count as active (B21). */
export const OPEN_STATUSES = ["pending", "confirmed", "in-progress"] as const satisfies readonly BookingStatus[];
export type OpenStatus = (typeof OPEN_STATUSES)[number];

/** The plumber has said yes and the job is not over. */
export const AGREED_STATUSES = ["confirmed", "in-progress"] as const satisfies readonly BookingStatus[];

/** Will not happen any more. */
export const CALLED_OFF_STATUSES = ["cancelled", "refused"] as const satisfies readonly BookingStatus[];

const isIn =
  (statuses: readonly BookingStatus[]) =>
  (status: BookingStatus): boolean =>
    statuses.includes(status);

export const isOpen = isIn(OPEN_STATUSES);
export const isAgreed = isIn(AGREED_STATUSES);
export const CLOSED_STATUSES = BOOKING_STATUSES.filter((status) => !isOpen(status));

export const isCalledOff = isIn(CALLED_OFF_STATUSES);
/** Open or completed: what a plumber's week consists of. */
export const KEPT_STATUSES = BOOKING_STATUSES.filter((status) => !isCalledOff(status));
