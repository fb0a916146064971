import type { Booking } from "./booking";

/** The stations of a job, in their order (B24). */
export const STATIONS = ["Sent", "Confirmed", "On the way", "Working", "Done", "Paid"] as const;
export type Station = (typeof STATIONS)[number];

export interface JobLine {
  /** The last station that the job has reached. */
  reached: Station;
  /** Set when the job will no longer happen: the line ends there with a closed valve. */
  closed: "cancelled" | "refused" | null;
}

/**
 * How far a job has got (B24), from its columns alone. Of a cancelled or refused one only the request is certain.
 */
export function jobLine({ status, onTheWayAt, isPaid }: Pick<Booking, "status" | "onTheWayAt" | "isPaid">): JobLine {
  switch (status) {
    case "pending":
      return { reached: "Sent", closed: null };
    case "confirmed":
      return { reached: onTheWayAt === null ? "Confirmed" : "On the way", closed: null };
    case "in-progress":
      return { reached: "Working", closed: null };
    case "completed":
      return { reached: isPaid ? "Paid" : "Done", closed: null };
    case "cancelled":
    case "refused":
      return { reached: "Sent", closed: status };
  }
}
