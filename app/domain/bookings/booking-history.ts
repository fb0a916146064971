import type { Instant } from "../time/harare";
import { actorFor, type BookingEvent, type HistoryReader, startSuffix, wordsOf } from "./booking-event";
import type { Booking } from "./booking-views";

/** True if a suggestion, the latest of that start, was declined by the side that made it (B13). */
function isWithdrawal({ event, actorRole, aboutStart, at }: BookingEvent, history: readonly BookingEvent[]): boolean {
  if (event !== "decline") return false;
  const suggestions = history.filter((one) => one.event === "propose" && one.aboutStart === aboutStart && one.at <= at);
  const latest = Math.max(...suggestions.map((one) => one.at));
  return suggestions.some((one) => one.at === latest && one.actorRole === actorRole);
}

/** True if a cancellation repeats the reason of our office's decision right before it, which made it (M5). */
const isRepeated = (event: BookingEvent, before: BookingEvent | undefined): boolean =>
  event.event === "cancel" && before?.event === "decide" && before.reason === event.reason;

export interface HistoryLine {
  who: string;
  words: string;
  reason: string | null;
  at: Instant;
}

/** A booking's history in words for its reader (B11, B26); loaders call it, so the words stay out of the browser. */
export const describeHistory = (
  history: BookingEvent[],
  { cancelledLateBy }: Pick<Booking, "cancelledLateBy">,
  reader: HistoryReader,
): HistoryLine[] =>
  history.map((event, index) => ({
    who: actorFor(event, reader),
    words:
      (isWithdrawal(event, history) ? `withdrew the new time${startSuffix(event)}` : wordsOf(event, reader.role)) +
      (event.event === "cancel" && event.actorRole === cancelledLateBy ? " late" : ""),
    reason: isRepeated(event, history[index - 1]) ? null : event.reason,
    at: event.at,
  }));
