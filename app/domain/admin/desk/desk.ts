import type { BookingStatus } from "../../bookings/booking";
import type { BookingEvent } from "../../bookings/booking-event";
import { DISPUTE_ENDS, type DisputeEvent } from "../../bookings/dispute";
import { actorOf, wordsOf } from "../../bookings/event-words";
import { type Instant, MINUTE } from "../../time/harare";
import { formatMoney } from "../../values/money";
import { fullName, type Named } from "../../values/user";

/** What needs attention and has an entry in the office's menu (O2). Each count stops at 100. */
export interface MenuCounts {
  /** Unassigned requests. */
  unassigned: number;
  /** Requests that their plumber has not answered in time (O3). */
  unanswered: number;
  /** Open bookings of suspended plumbers. */
  stranded: number;
  reportedReviews: number;
  /** Reviews that came many at once (R12). */
  heldReviews: number;
  openEnquiries: number;
  /** What the sides of bookings disagree about (O31). */
  disputes: number;
  /** News for clients without an email, whom the office calls (N20). */
  calls: number;
  /** Online payments to check (M11). */
  paymentsToCheck: number;
  /** What is to be sent back to clients (M14). */
  refundsDue: number;
  /** Plumbers who wait to be listed or have sent papers (O9). */
  plumbersToCheck: number;
}

/** What else needs attention, and today's jobs (O2). */
export interface DayCounts {
  /** Confirmed jobs that should have begun, until a day after their start. */
  late: number;
  /** Bookings that are still open a day after their start (B27). */
  stillOpen: number;
  /** Open disputes that the office has not decided in time (B30). */
  overdueDisputes: number;
  plumbersToReview: number;
  /** Today's jobs by status. */
  jobs: Record<BookingStatus, number>;
}

/** What the office's layout hands to its pages: the counts of its menu, and how many notices failed and messages are unread. */
export interface MenuState {
  counts: MenuCounts & { failedNotices: number };
  unreadMessages: number;
}

/** How long after nobody answered the office calls again, in milliseconds. */
export const CALL_AGAIN_AFTER = 30 * MINUTE;

/** Something that a client is to be told on the phone (N20). */
interface ToTell {
  bookingId: string;
  reference: string;
  status: BookingStatus;
  startsAt: Instant;
  client: Named & { id: string };
  phone: string;
  what: string;
  createdAt: Instant;
  attempts: number;
  nextAttemptAt: Instant;
}

/** One call: everything that a client is to be told about one booking. */
export interface Call extends Omit<ToTell, "bookingId" | "what" | "createdAt" | "attempts" | "nextAttemptAt"> {
  /** The booking's. */
  id: string;
  /** In the order it happened. */
  lines: string[];
  waitingSince: Instant;
  /** When the latest of it happened. */
  until: Instant;
  /** When nobody answered last; null: not tried yet. */
  triedAt: Instant | null;
}

/** One call for each booking, in the order in which the rows first name it. */
export function groupCalls(rows: readonly ToTell[]): Call[] {
  const calls = new Map<string, ToTell[]>();
  for (const row of rows) calls.set(row.bookingId, [...(calls.get(row.bookingId) ?? []), row]);
  return [...calls.values()].map((ofBooking) => {
    const told = [...ofBooking].sort((one, other) => one.createdAt - other.createdAt);
    const [first, last] = [told[0]!, told.at(-1)!];
    const { bookingId: id, reference, status, startsAt, client, phone } = last;
    const tried = told.filter(({ attempts }) => attempts > 0).map(({ nextAttemptAt }) => nextAttemptAt);
    return {
      id,
      reference,
      status,
      startsAt,
      client,
      phone,
      lines: told.map(({ what }) => what),
      waitingSince: first.createdAt,
      until: last.createdAt,
      triedAt: tried.length === 0 ? null : Math.max(...tried) - CALL_AGAIN_AFTER,
    };
  });
}

/** What the two sides of a booking disagree about, as the office reads it (O31). */
export interface Dispute {
  /** Of the event that opened it. */
  id: string;
  about: string;
  /** Who says what, as a sentence without its full stop. */
  said: string;
  /** Their own words. */
  reason: string | null;
  /** What the other side had said before, with their words; null: nothing. */
  before: string | null;
  /** Else a decision about the money ends it. */
  canResolve: boolean;
  openedAt: Instant;
  closedAt: Instant | null;
}

/** A dispute in the office's list. */
export interface ListedDispute extends Dispute {
  bookingId: string;
  reference: string;
  client: string;
  plumber: string | null;
}

/** A dispute as a query reads it, with the event that opened it; `paidInHand` in cents. */
interface DisputeRow
  extends
    Pick<Dispute, "id" | "openedAt" | "closedAt">,
    Pick<BookingEvent, "actorRole" | "actorName" | "reason" | "amount"> {
  event: DisputeEvent;
  client: Named;
  plumber: Named | null;
  finalAmount: number | null;
  finalReason: string | null;
  paidInHand: number;
}

const ABOUT: Record<DisputeEvent, string> = {
  "plumber-did-not-come": "Missed visit",
  "nobody-was-there": "Missed visit",
  "dispute-final": "Final amount",
  "deny-payment": "Denied payment",
  cancel: "Paid, then cancelled",
};

/** A dispute in words (O31). */
export function describeDispute(row: DisputeRow): Dispute {
  const { id, event, openedAt, closedAt, actorRole, actorName, reason, amount, client, paidInHand } = row;
  // What a client says on the phone, the office enters for them (N20).
  const who = actorRole === "admin" && event !== "cancel" ? fullName(client) : actorOf({ actorRole, actorName });
  const paid = event === "cancel" ? ` after ${formatMoney(paidInHand)} was paid in hand` : "";
  return {
    id,
    about: ABOUT[event],
    said: `${who} ${wordsOf({ event, amount }, "admin")}${paid}`,
    reason,
    before: event === "dispute-final" ? describeAsked(row) : null,
    canResolve: DISPUTE_ENDS[event] === "resolve",
    openedAt,
    closedAt,
  };
}

/** Why the plumber asks for more than was agreed. */
const describeAsked = ({ plumber, finalAmount, finalReason }: DisputeRow): string | null =>
  plumber && finalAmount !== null && finalReason
    ? `${fullName(plumber)} asked for ${formatMoney(finalAmount)}: “${finalReason}”`
    : null;
