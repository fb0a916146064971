import type { Instant } from "../time/harare";
import { describeOutcome, whyNot, type BulkAction, type ChosenBooking } from "./bulk-action";

/**
 * What became of a booking, in words. An address only says what was `refused` (`inWords` says it): what the booking is now
 * it says itself.
 */
export function sayOutcome<Reason extends string>(
  action: BulkAction,
  booking: ChosenBooking,
  refused: Reason | null,
  inWords: (reason: Reason) => string,
  now: Instant,
): string {
  const obstacle = whyNot(action, booking, now);
  if (!refused) return describeOutcome(action, booking) ?? obstacle ?? "Done";
  if (refused === "slotTaken") return "The plumber has another job then";
  return obstacle ?? inWords(refused);
}
