import type { Booking, Participant } from "../bookings/booking";
import type { Channel } from "~/db/notice-channels";
import { DAY, HOUR, MINUTE, type Instant } from "../time/harare";

/** How many bookings Dispatch shows at once. */
export const DISPATCH_LIST_SIZE = 50;

/** Why a booking needs the office (O3). A booking has one reason: of a suspended plumber's, it is the suspension. */
export const DISPATCH_KINDS = ["unassigned", "unanswered", "stranded"] as const;
export type DispatchKind = (typeof DISPATCH_KINDS)[number];

/** How long a plumber may take to answer before the office hears of it, and how long if the visit is `SOON`. */
export const UNANSWERED_AFTER = 2 * HOUR;
export const UNANSWERED_AFTER_IF_SOON = 30 * MINUTE;
/** A visit that begins within this time is soon. */
export const SOON = 4 * HOUR;
/** One that begins within this time comes before everything else. */
export const IMMINENT = 2 * HOUR;

/** A plumber is reminded of one request at most this often. */
export const REMINDER_GAP = 30 * MINUTE;

/** After how long the wait is shown as long, and as too long. */
const WAIT_LIMITS: Record<DispatchKind, { long: number; tooLong: number }> = {
  // The client is waiting only for the office.
  unassigned: { long: 15 * MINUTE, tooLong: HOUR },
  unanswered: { long: HOUR, tooLong: 4 * HOUR },
  stranded: { long: 0, tooLong: HOUR },
};

/** How far a notice to the plumber got. */
export interface ToldNotice {
  channel: Channel;
  status: "queued" | "sent" | "failed" | "dropped";
  createdAt: Instant;
  nextAttemptAt: Instant;
  sentAt: Instant | null;
  deliveredAt: Instant | null;
  seenAt: Instant | null;
}

type Side = Omit<Participant, "photoKey"> & { phone: string | null };

/** A booking that needs the office. */
export interface DispatchRow extends Pick<
  Booking,
  | "id"
  | "reference"
  | "status"
  | "startsAt"
  | "serviceType"
  | "notes"
  | "createdAt"
  | "preferredPlumberId"
  | "preferredPlumberName"
> {
  kind: DispatchKind;
  suburb: string | null;
  /** As `cityKey` spells it. */
  cityKey: string | null;
  client: Side;
  plumber: Side | null;
  /** When its plumber was asked; null: nobody is. */
  askedAt: Instant | null;
  /** When its plumber was suspended. */
  suspendedAt: Instant | null;
  /** What was sent to its plumber about the request, newest first. */
  told: ToldNotice[];
  /** When the office last reminded the plumber. */
  remindedAt: Instant | null;
}

/**
 * Since when somebody waits: for a request without a plumber since it was made, for an unanswered one since its
 * plumber was asked, also when they were suspended after that, and for a confirmed job since its plumber was suspended
 * (O3).
 */
export function waitingSince({
  kind,
  status,
  createdAt,
  askedAt,
  suspendedAt,
}: Pick<DispatchRow, "kind" | "status" | "createdAt" | "askedAt" | "suspendedAt">): Instant {
  if (kind === "unassigned") return createdAt;
  const asked = askedAt ?? createdAt;
  return kind === "unanswered" || status === "pending" ? asked : (suspendedAt ?? asked);
}

/**
 * How long a wait since an instant is for its kind; a visit that is soon makes it long, an imminent one too long (O3).
 */
export function urgencyOf(
  { kind, since, startsAt }: { kind: DispatchKind; since: Instant; startsAt: Instant },
  now: Instant,
): "short" | "long" | "tooLong" {
  const { long, tooLong } = WAIT_LIMITS[kind];
  const waited = now - since;
  const ahead = startsAt - now;
  if (waited >= tooLong || ahead <= IMMINENT) return "tooLong";
  return waited >= long || ahead <= SOON ? "long" : "short";
}

/**
 * Sorts bookings that need the office: confirmed visits of suspended plumbers first, because nobody is coming; then visits
 * that begin within two hours, then by waiting time, longest first (O3).
 */
export function orderDispatch<
  Row extends Pick<DispatchRow, "id" | "kind" | "status" | "createdAt" | "askedAt" | "suspendedAt" | "startsAt">,
>(rows: readonly Row[], now: Instant): Row[] {
  const rank = ({ kind, status, startsAt }: Row) =>
    kind === "stranded" && status === "confirmed" ? 0 : startsAt - now <= IMMINENT ? 1 : 2;
  return [...rows].sort(
    (one, other) => rank(one) - rank(other) || waitingSince(one) - waitingSince(other) || (one.id < other.id ? -1 : 1),
  );
}

/** A running wait in words: `14 min`, `2 h 14 min`, `3 d 2 h`. */
export function formatWait(waited: number): string {
  const minutes = Math.max(0, Math.floor(waited / MINUTE));
  const [days, hours] = [Math.floor(waited / DAY), Math.floor((waited % DAY) / HOUR)];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
