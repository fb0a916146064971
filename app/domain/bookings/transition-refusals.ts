import type { Instant } from "../time/harare";
import { refuse, type Refusal } from "../values/refusal";
import type { BookingStatus } from "./booking";
import { type HistoryReader, withLatest } from "./booking-event";
import { MISSED_VISIT_CLAIMS } from "./job-steps";

export type NotAllowed = Refusal<"transitionNotAllowed"> & {
  status: BookingStatus;
  /** The start that the visit has by now, which is what is in the way. */
  movedTo?: Instant;
};

export const notAllowed = (status: BookingStatus): NotAllowed => ({ ...refuse("transitionNotAllowed"), status });

/** The refusal of any step until our office has decided about a missed visit (M5), with the claim that it decides about. */
export const undecided = (
  history: Parameters<typeof withLatest>[1],
  reader: HistoryReader,
  now: Instant,
): Refusal<"visitUndecided"> => withLatest(refuse("visitUndecided"), history, MISSED_VISIT_CLAIMS, reader, now);
