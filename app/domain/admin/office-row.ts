import type { Booking, BookingSummary } from "../bookings/booking";
import { nextStep } from "../bookings/next-step/next-step";
import { stepFacts, type StepRow } from "../bookings/next-step/step-facts";
import type { Instant } from "../time/harare";

/** A booking as a row of the office's tables. */
export interface OfficeBookingRow extends BookingSummary, Pick<Booking, "finalAmount" | "agreedPrice" | "createdAt"> {
  cityKey: string | null;
  /** The office's next step in a few words (B30); null: the status says it all. */
  next: string | null;
}

type Read = Omit<OfficeBookingRow, "next"> & StepRow;

/** A row as the office's tables show it at this instant: what its next step hangs on stays behind. */
export function officeRow(row: Read, now: Instant): OfficeBookingRow {
  const { id, reference, status, startsAt, serviceType, location, title, proposedStart, proposedBy } = row;
  const { onTheWayAt, closedFrom, isPaid, isMissed, client, plumber, finalAmount, agreedPrice, createdAt, cityKey } =
    row;
  const { brief: next } = nextStep(stepFacts(row), "office", now);
  return {
    ...{ id, reference, status, startsAt, serviceType, location, title, proposedStart, proposedBy },
    ...{
      onTheWayAt,
      closedFrom,
      isPaid,
      isMissed,
      client,
      plumber,
      finalAmount,
      agreedPrice,
      createdAt,
      cityKey,
      next,
    },
  };
}
