import { VISIT_OUTCOMES, type VisitOutcome } from "~/db/booking-statuses";
import type { Booking } from "../bookings/queries/booking-views.server";
import { isToCome } from "../bookings/booking";

export { VISIT_OUTCOMES, type VisitOutcome };

type Claimed = Pick<Booking, "status" | "finalAmount" | "frozenAt"> & { isMissed?: boolean };

/** True while our office has to decide what became of a visit (M5). With a final amount it decides about that. */
export const decidesVisit = ({ finalAmount, frozenAt, isMissed = false }: Claimed): boolean =>
  finalAmount === null && frozenAt !== null && isMissed;

/** The possible decisions about a visit that one side says was missed (M5); empty: there is none to make. */
export function visitOutcomes(booking: Claimed): VisitOutcome[] {
  if (!decidesVisit(booking)) return [];
  const { status } = booking;
  if (status === "completed") return ["took-place"];
  return VISIT_OUTCOMES.filter((outcome) => outcome !== "another-time" || isToCome(status));
}

/** The side that missed the visit; null: the decision says of neither that it did. */
export const missedBy = (outcome: VisitOutcome): "client" | "plumber" | null => {
  if (outcome === "plumber-did-not-come") return "plumber";
  return outcome === "nobody-was-there" ? "client" : null;
};
