import type { Booking } from "../../bookings/booking-views";
import type { Named } from "../../values/user";
import type { bookings, notices } from "~/db/schema";
import { decidedBy, overdueBefore } from "../../bookings/dispute";
import { addDays, dateAt, DAY, formatDate, HOUR, type Instant, instantOf, MINUTE } from "../../time/harare";

export const DISPATCH_LIST_SIZE = 50;

/** The reasons why a booking needs the office (O3). It has one: for a suspended plumber's, the suspension. */
export const DISPATCH_KINDS = ["unassigned", "unanswered", "suspended"] as const;
export type DispatchKind = (typeof DISPATCH_KINDS)[number];

/** The reasons why a booking is among the office's first (O2): also a late or missed visit, a dispute, a job left open. */
export type DeskKind = DispatchKind | "late" | "missed" | "promised" | "open";

export const FIRST_LIST_SIZE = 12;

/** A plumber's time to answer before the office hears of it, and if the visit is `UNANSWERED_AHEAD`. */
export const UNANSWERED_AFTER = 2 * HOUR;
export const UNANSWERED_AFTER_IF_SOON = 30 * MINUTE;
export const UNANSWERED_AHEAD = 4 * HOUR;
const IMMINENT = 2 * HOUR;

export const REMINDER_GAP = 30 * MINUTE;
/** "Told" can be taken back this long (N20). */
export const TAKE_BACK_TOLD = DAY;

export type ToldNotice = Pick<
  typeof notices.$inferSelect,
  "channel" | "status" | "createdAt" | "nextAttemptAt" | "sentAt" | "deliveredAt" | "seenAt"
>;

/** True for what is overdue by our own promise: a visit whose time has passed, a dispute that we haven't decided in time (O2). */
export const isPastPromise = ({ kind, since }: Pick<Ordered, "kind" | "since">, now: Instant): boolean =>
  kind === "late" || ((kind === "missed" || kind === "promised") && since < overdueBefore(now));

/** The day by which the sides of an open dispute were promised a decision (B30): `by today`. */
export function promiseOf(openedAt: Instant, now: Instant): string {
  const by = decidedBy(openedAt);
  return `by ${by === dateAt(now) ? "today" : formatDate(by, "short")}`;
}

/** The office's action for each kind of booking; Today groups by it (O2). */
export const DESK_STEPS: Record<DeskKind, string> = {
  late: "Late",
  missed: "Decide",
  promised: "Decide",
  unassigned: "Assign",
  suspended: "Assign",
  unanswered: "Remind",
  open: "Close",
};

type Ordered = Pick<typeof bookings.$inferSelect, "id" | "status" | "startsAt"> & { kind: DeskKind; since: Instant };
const isNobodyComing = ({ kind, status }: Ordered) => kind === "suspended" && status === "confirmed";

/** The beginning of a day after today's, by how many. */
export const dayAhead = (now: Instant, days: number): Instant => instantOf(addDays(dateAt(now), days), 0);

/** Ranks a visit by its day: today 0, tomorrow 1, later 2. */
const dayRank = ({ startsAt }: Ordered, now: Instant) =>
  [1, 2].filter((days) => startsAt >= dayAhead(now, days)).length;

/**
 * Sorts bookings that need the office: confirmed visits of suspended plumbers first, because no one is coming; then visits
 * that begin within two hours, then day by day; each by waiting time, longest first (O3).
 */
export function orderDispatch<Row extends Ordered>(rows: readonly Row[], now: Instant): Row[] {
  const rank = (row: Row) => {
    if (isNobodyComing(row)) return 0;
    return row.startsAt - now <= IMMINENT ? 1 : instantOf(dateAt(row.startsAt), 0);
  };
  return [...rows].sort(
    (one, other) => rank(one) - rank(other) || one.since - other.since || (one.id < other.id ? -1 : 1),
  );
}

const HARM: Record<DeskKind, number> = {
  late: 0,
  missed: 1,
  promised: 1,
  unassigned: 2,
  suspended: 2,
  unanswered: 3,
  open: 4,
};

/**
 * Sorts what the office does first by harm, each booking once (O2): visits that no one comes to, then missed visits and
 * disputes promised by today, what is overdue before the rest, then requests without a plumber by their start, then
 * unanswered ones (visits of today and tomorrow before later ones) and jobs left open by how long they have waited.
 */
export function orderByHarm<Row extends Ordered>(rows: readonly Row[], now: Instant): Row[] {
  const rank = (row: Row) => (isNobodyComing(row) ? 0 : HARM[row.kind]);
  const isMissed = new Set(rows.filter(({ kind }) => kind === "missed").map(({ id }) => id));
  const day = (row: Row) => {
    if (row.kind === "unanswered") return dayRank(row, now);
    return rank(row) === HARM.promised && isPastPromise(row, now) ? -1 : 0;
  };
  const key = (row: Row) => ([0, 2].includes(rank(row)) ? row.startsAt : row.since);
  const once = rows.filter(({ id, kind }) => kind !== "late" || !isMissed.has(id));
  const sorted = once.sort(
    (one, other) =>
      rank(one) - rank(other) ||
      day(one) - day(other) ||
      key(one) - key(other) ||
      Number(other.kind === "missed") - Number(one.kind === "missed") ||
      (one.id < other.id ? -1 : 1),
  );
  const seen = new Set<string>();
  return sorted.filter(({ id }) => !seen.has(id) && seen.add(id));
}

export function formatWait(waited: number): string {
  const minutes = Math.max(0, Math.floor(waited / MINUTE));
  const days = Math.floor(waited / DAY);
  const hours = Math.floor((waited % DAY) / HOUR);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours >= 3) return `${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** A booking that needs the office, as its tables say it. */
export interface DispatchLine {
  id: string;
  reference: string;
  kind: DeskKind;
  since: Instant;
  startsAt: Instant;
  remindedAt: Instant | null;
  client: string;
  /** Why it is here: who was asked, and how they were told. */
  asked: string;
  /** The channels on which a plumber who hasn't answered was told; null: no one was, or nobody asks. */
  told: string | null;
  problem: string;
  place: string;
  /** Whom to call. */
  reached: { name: string; phone: string }[];
  /** Whom the client asked for. */
  preferred: { id: string; firstName: string } | null;
}

/** A call to a client without email: everything that they are to be told of a booking (N20). */
export interface Call extends Pick<Booking, "id" | "reference" | "status" | "startsAt"> {
  client: Named & { id: string };
  phone: string;
  lines: string[];
  /** True if the client is asked for an answer, which our office enters for them. */
  asksClient: boolean;
  waitingSince: Instant;
  /** When the latest of it happened. */
  until: Instant;
  /** When no one answered last; null: not tried yet. */
  triedAt: Instant | null;
}

/** A client whom the office has told on the phone (N20). */
export interface ToldClient extends Pick<Booking, "id" | "reference"> {
  client: Named & { id: string };
  adminName: string | null;
  at: Instant;
}

type MenuCount = "unassigned" | "unanswered" | "suspended" | "disputes" | "calls" | "openEnquiries" | "failedNotices";
type MoreCounts = "reportedReviews" | "heldReviews" | "paymentsToCheck" | "refundsDue" | "plumbersToCheck";

/** The counts beside the entries of the office's menu (O2), each up to 100. */
export interface MenuState {
  counts: Record<MenuCount | MoreCounts, number>;
  unreadMessages: number;
}
