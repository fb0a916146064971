import { SECOND, type Instant } from "../time/harare";
import type { AuthenticatedUser } from "../values/user";

/** How long the office can take back a move on the board, and how long its notices wait for that (O26). */
export const UNDOABLE_FOR = 15 * SECOND;
/** How long the page offers it: less, because the way to us takes time. */
export const UNDO_OFFERED_FOR = 10 * SECOND;

/** Where a booking is, or goes to. `plumberId`: null, nobody has it. */
export interface Place {
  plumberId: string | null;
  startsAt: Instant;
}

/** A move that can be taken back: what has to be kept with it. */
export interface UndoableMove {
  admin: AuthenticatedUser;
  bookingId: string;
  clientId: string;
  from: Place;
  to: Place;
}

/** A booking that an admin has just moved, where to, and when. */
export interface JustMoved extends Place {
  reference: string;
  plumber: string | null;
  at: Instant;
}
