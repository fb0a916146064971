import type { Instant } from "../time/harare";
import { isAgreed, isUnderWay, type Booking, type OpenStatus } from "./booking";

const STATIONS = ["Sent", "Confirmed", "On the way", "Working", "Done", "Paid"] as const;
type Station = (typeof STATIONS)[number];

export interface JobLine {
  /** The stations' names; of a cancelled, refused or missed job, that word in the place of the first one it didn't reach. */
  names: readonly string[];
  /** The number of stations passed, with the present one. */
  reached: number;
  current: number;
  isClosed: boolean;
}

/** A job's progress (B24), from its status and times. */
export function jobLine({
  status,
  closedFrom,
  onTheWayAt,
  isPaid,
  isMissed,
}: Pick<Booking, "status" | "closedFrom" | "onTheWayAt" | "isPaid" | "isMissed">): JobLine {
  switch (status) {
    case "cancelled":
      return closedBehind(reachedWhile(closedFrom ?? "pending", onTheWayAt), "Cancelled");
    case "refused":
      return closedBehind(reachedWhile(closedFrom ?? "pending", onTheWayAt), "Refused");
    case "completed":
      return standingAt(isPaid ? "Paid" : "Done");
    default:
      return isMissed
        ? closedBehind(reachedWhile(status, onTheWayAt), "Missed")
        : standingAt(reachedWhile(status, onTheWayAt));
  }
}

function reachedWhile(status: OpenStatus, onTheWayAt: Instant | null): Station {
  if (isUnderWay(status)) return "Working";
  if (!isAgreed(status)) return "Sent";
  return onTheWayAt === null ? "Confirmed" : "On the way";
}

function standingAt(station: Station): JobLine {
  const current = STATIONS.indexOf(station);
  return { names: STATIONS, reached: current + 1, current, isClosed: false };
}

function closedBehind(station: Station, word: string): JobLine {
  const { reached } = standingAt(station);
  return {
    names: STATIONS.map((name, index) => (index === reached ? word : name)),
    reached,
    current: reached,
    isClosed: true,
  };
}
