import type { BookingView } from "./booking-views";
import { isAgreed, isCalledOff, isUnderWay } from "./booking";

const STATIONS = ["Sent", "Confirmed", "On the way", "Working", "Done", "Paid"] as const;

type Job = Pick<BookingView, "status" | "closedFrom" | "onTheWayAt" | "isPaid" | "isMissed">;

interface JobLine {
  names: readonly string[];
  reached: number;
  current: number;
  isClosed: boolean;
}

/**
 * A job's progress (B24): its stations' names (of a cancelled, refused or missed job, that word in the place of the first
 * one it didn't reach), how many it has reached, and which is the present one.
 */
export function jobLine(job: Job): JobLine {
  const last = STATIONS.indexOf(stationOf(job));
  const reached = last + 1;
  const word = closedAs(job);
  return {
    names: STATIONS.map((name, index) => (index === reached && word) || name),
    reached,
    current: word ? reached : last,
    isClosed: word !== null,
  };
}

function stationOf({ status, closedFrom, onTheWayAt, isPaid }: Job): (typeof STATIONS)[number] {
  if (status === "completed") return isPaid ? "Paid" : "Done";
  const last = isCalledOff(status) ? (closedFrom ?? "pending") : status;
  if (isUnderWay(last)) return "Working";
  if (!isAgreed(last)) return "Sent";
  return onTheWayAt ? "On the way" : "Confirmed";
}

function closedAs({ status, isMissed }: Job): string | null {
  if (isMissed && status !== "completed") return "Missed";
  if (!isCalledOff(status)) return null;
  return status === "cancelled" ? "Cancelled" : "Refused";
}
