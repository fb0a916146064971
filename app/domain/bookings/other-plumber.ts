import type { PublicPlumber } from "../plumbers/plumber";
import { isFreeStart, type Availability, type TakenTime } from "../time/availability";
import type { Instant } from "../time/harare";
import { isOfferedStart } from "../time/slots";
import { fitsService } from "../values/trade";
import type { Booking } from "./booking";

/** Somebody whom a client can ask instead (B31). */
export interface OtherPlumber extends PublicPlumber {
  /** Whether they are free when the visit was wished for. */
  isFreeThen: boolean;
  nextFree: Instant | null;
}

/** Somebody of whom that is not known yet; `takenTimes`: those of their open bookings within a day of the wished start. */
export interface OtherCandidate extends Omit<OtherPlumber, "isFreeThen"> {
  availability: Availability;
  takenTimes: TakenTime[];
}

const SHOWN = 12;

/**
 * At most twelve candidates (B31): those first whose speciality fits the service, of them those who are free at the wished
 * start, which can still be asked for, else as given.
 */
export function offerInstead(
  candidates: readonly OtherCandidate[],
  { startsAt, serviceType }: Pick<Booking, "startsAt" | "serviceType">,
  now: Instant,
): OtherPlumber[] {
  const weightOf = ({ speciality, isFreeThen }: OtherPlumber) =>
    2 * Number(fitsService(speciality, serviceType)) + Number(isFreeThen);
  const canBeAsked = isOfferedStart(startsAt, now);
  return candidates
    .map(({ availability, takenTimes, ...plumber }) => ({
      ...plumber,
      isFreeThen: canBeAsked && isFreeStart(availability, takenTimes, startsAt),
    }))
    .sort((one, other) => weightOf(other) - weightOf(one))
    .slice(0, SHOWN);
}
