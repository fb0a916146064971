import { dateAt, sayWhen, timeAt, type Instant } from "../time/harare";
import { refuse, type Refusal } from "../values/refusal";
import type { BookingStatus } from "./booking";
import type { BookingEvent, BookingEventName } from "./booking-event";
import { BOOKING_TRANSITION_NAMES } from "./booking-machine";
import { actorFor, wordsOf, type HistoryReader } from "./event-words";

/** An event of a booking that somebody else's step may have been too late for. */
type LatestEvent = Omit<BookingEvent, "to">;

/** The refusal of what is not possible as the booking is now. */
export type NotAllowed = Refusal<"transitionNotAllowed"> & { status: BookingStatus };

export const notAllowed = (status: BookingStatus): NotAllowed => ({ ...refuse("transitionNotAllowed"), status });

/** What changes a booking's status, start or plumber: after it, others' steps may no longer be possible. */
export const CHANGES_OF_BOOKING: readonly BookingEventName[] = [
  ...BOOKING_TRANSITION_NAMES,
  "assign",
  "accept",
  "reschedule",
];

/**
 * The refusal with the latest of the events `among` that may have led to it, for whoever was second (B10): "Rudo Moyo
 * cancelled at 9:12 am.", with the day where that wasn't today. Without such an event it stays as it is. `history` is what
 * `selectLatest` gave.
 */
export function withLatest<Refused extends Refusal<string>>(
  refused: Refused,
  history: readonly LatestEvent[],
  among: readonly BookingEventName[],
  reader: HistoryReader,
  now: Instant,
): Refused {
  const event = history.find(({ event }) => among.includes(event));
  if (!event) return refused;
  // To whom it went is not for the plumber who had it; a new time is on the page already.
  const isShown = event.event === "assign" && reader.role !== "plumber";
  const what = wordsOf(isShown ? event : { event: event.event, amount: event.amount }, reader.role);
  const when = dateAt(event.at) === dateAt(now) ? `at ${timeAt(event.at)}` : `on ${sayWhen(event.at)}`;
  return { ...refused, latest: `${actorFor(event, reader)} ${what} ${when}.` };
}
