import type { BookingTransition, ProposalAction } from "~/domain/bookings/booking-machine";
import type { JobStepName } from "~/domain/bookings/job-steps";
import type { MoneyEvent } from "~/domain/money/booking-money";

/** An action of one side on a booking, by the rules that the pages ask. */
export type Possible =
  | BookingTransition
  | JobStepName
  | MoneyEvent
  | `${ProposalAction}-time`
  | "pay"
  | "release"
  | "review"
  | "ask-another"
  | "photo"
  | "photos"
  | "receipts";
