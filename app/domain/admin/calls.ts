import type { BookingStatus } from "../bookings/booking";
import { MINUTE, type Instant } from "../time/harare";
import type { Named } from "../values/user";

/** How long after nobody answered the office calls again, in milliseconds. */
export const CALL_AGAIN_AFTER = 30 * MINUTE;

/** Something that a client is to be told on the phone (N20). */
interface ToTell {
  bookingId: string;
  reference: string;
  status: BookingStatus;
  startsAt: Instant;
  client: Named & { id: string };
  phone: string;
  what: string;
  createdAt: Instant;
  attempts: number;
  nextAttemptAt: Instant;
}

/** One call: everything that a client is to be told about one booking. */
export interface Call extends Omit<ToTell, "bookingId" | "what" | "createdAt" | "attempts" | "nextAttemptAt"> {
  /** The booking's. */
  id: string;
  /** In the order it happened. */
  lines: string[];
  waitingSince: Instant;
  /** When the latest of it happened. */
  until: Instant;
  /** When nobody answered last; null: not tried yet. */
  triedAt: Instant | null;
}

/** One call for each booking, in the order in which the rows first name it. */
export function groupCalls(rows: readonly ToTell[]): Call[] {
  const calls = new Map<string, ToTell[]>();
  for (const row of rows) calls.set(row.bookingId, [...(calls.get(row.bookingId) ?? []), row]);
  return [...calls.values()].map((ofBooking) => {
    const told = [...ofBooking].sort((one, other) => one.createdAt - other.createdAt);
    const [first, last] = [told[0]!, told.at(-1)!];
    const { bookingId: id, reference, status, startsAt, client, phone } = last;
    const tried = told.filter(({ attempts }) => attempts > 0).map(({ nextAttemptAt }) => nextAttemptAt);
    return {
      id,
      reference,
      status,
      startsAt,
      client,
      phone,
      lines: told.map(({ what }) => what),
      waitingSince: first.createdAt,
      until: last.createdAt,
      triedAt: tried.length === 0 ? null : Math.max(...tried) - CALL_AGAIN_AFTER,
    };
  });
}
