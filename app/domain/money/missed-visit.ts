import { VISIT_OUTCOMES, type VisitOutcome } from "~/db/booking-statuses";
import type { Booking } from "../bookings/booking-views";
import { isToCome } from "../bookings/booking";
import { isUndecided } from "../bookings/booking-machine";

export type { VisitOutcome };

/** The possible decisions about a visit that one side says was missed (M5); empty: there is none to make. */
export const visitOutcomes = (booking: Pick<Booking, "status" | "isMissed">): VisitOutcome[] =>
  isUndecided(booking)
    ? VISIT_OUTCOMES.filter((outcome) => outcome !== "another-time" || isToCome(booking.status))
    : [];

/** The side that missed the visit; null: the decision says of neither that it did. */
export const missedBy = (outcome: VisitOutcome): "client" | "plumber" | null => {
  if (outcome === "plumber-did-not-come") return "plumber";
  return outcome === "nobody-was-there" ? "client" : null;
};
