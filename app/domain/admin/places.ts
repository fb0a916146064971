import { type BookingForCommand, isToCome } from "../bookings/booking";
import type { Instant } from "../time/harare";
import { fullName } from "../values/user";
import { judgePlace, NOBODY, type BoardRow, type Spot } from "./board-view";

/** A plumber as a booking could go to them. */
export interface PlumberPlace {
  id: string;
  name: string;
  spot: Spot;
}

/**
 * What each row of a board is for a booking at `start`, for a form without script: its own plumber first, also where the
 * board has no row of them, then the others in the board's order.
 */
export function listPlaces(rows: BoardRow[], booking: BookingForCommand, start: Instant, now: Instant): PlumberPlace[] {
  const { reference, status, startsAt, jobMinutes, client, plumber } = booking;
  const job = { reference, status, startsAt, jobMinutes, client: fullName(client), isMovable: isToCome(status) };
  const holder = plumber?.id ?? NOBODY;
  const own = rows.find(({ id }) => id === holder) ?? {
    id: holder,
    name: plumber ? fullName(plumber) : "",
    hours: null,
    jobs: [],
  };
  return [own, ...rows.filter((row) => row !== own && row.hours !== null)].map((row) => ({
    id: row.id,
    name: row.name,
    spot: judgePlace(row, start, job, own, now),
  }));
}
