import type { Role } from "../accounts/user";
import { OPEN_STATUSES, type BookingStatus } from "./booking";

export type BookingActor = Role | "system";

interface Move {
  to: BookingStatus;
  /** Which present states each actor may make this move from; who is not named may never. */
  from: Partial<Record<BookingActor, readonly BookingStatus[]>>;
}

/**
 * The booking process (spec 4, product.md 23): event, by whom, from, to. Buttons, permission checks, answers and
 * the test matrix are computed from this table; there is no second list.
 */
export const BOOKING_MOVES = {
  confirm: { to: "confirmed", from: { plumber: ["pending"] } },
  refuse: { to: "refused", from: { plumber: ["pending"] } },
  start: { to: "in-progress", from: { admin: ["confirmed"] } },
  complete: {
    to: "completed",
    from: { plumber: ["confirmed", "in-progress"], admin: ["confirmed", "in-progress"] },
  },
  cancel: {
    to: "cancelled",
    from: { client: ["pending"], plumber: ["pending", "confirmed"], admin: OPEN_STATUSES },
  },
  expire: { to: "refused", from: { system: ["pending"] } },
} as const satisfies Record<string, Move>;

export type BookingMove = keyof typeof BOOKING_MOVES;
export const BOOKING_MOVE_NAMES = Object.keys(BOOKING_MOVES) as BookingMove[];

/** Where a move leads and which states it may start from for this actor; null when the actor may never make it. */
export function ruleFor(
  move: BookingMove,
  actor: BookingActor,
): { to: BookingStatus; from: readonly BookingStatus[] } | null {
  const { to, from }: Move = BOOKING_MOVES[move];
  const states = from[actor];
  return states ? { to, from: states } : null;
}

/** States in which a job's plumber may write its report (product.md 24). */
export const REPORTABLE = ["confirmed", "in-progress", "completed"] as const satisfies readonly BookingStatus[];
export const isReportable = (status: BookingStatus): boolean => (REPORTABLE as readonly BookingStatus[]).includes(status);

/** The moves an actor can make now, in the order of the table: the buttons of a page. */
export function movesFor(status: BookingStatus, actor: BookingActor): BookingMove[] {
  return BOOKING_MOVE_NAMES.filter((move) => ruleFor(move, actor)?.from.includes(status));
}
