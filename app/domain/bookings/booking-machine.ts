import type { bookings } from "~/db/schema";
import { ROLES, type Role } from "../values/user";
import { HOUR, MINUTE, type Instant } from "../time/harare";
import {
  AGREED_STATUSES,
  BOOKING_STATUSES,
  isOpen,
  isToCome,
  isUnderWay,
  MAX_LEAD_TIME,
  OPEN_STATUSES,
  TO_COME_STATUSES,
  type BookingStatus,
} from "./booking";

export type BookingActor = Role | "system";

interface Transition {
  to: BookingStatus;
  /** From which statuses each actor may make this transition; an actor who is not named never may. */
  from: Partial<Record<BookingActor, readonly BookingStatus[]>>;
  /** The earliest moment for each actor, in milliseconds after the start; not named, or once started: any time. */
  notBefore?: Partial<Record<BookingActor, number>>;
  /** Only while a completion can be taken back (`reopenableUntil`). */
  reopens?: true;
}

/** The booking process (B2). Buttons, checks, API answers and the test matrix are computed from this one table. */
export const BOOKING_TRANSITIONS = {
  confirm: { to: "confirmed", from: { plumber: ["pending"] } },
  refuse: { to: "refused", from: { plumber: ["pending"] } },
  start: { to: "in-progress", from: { plumber: ["confirmed"], admin: ["confirmed"] }, notBefore: { plumber: -HOUR } },
  complete: {
    to: "completed",
    from: { plumber: AGREED_STATUSES, admin: AGREED_STATUSES },
    notBefore: { plumber: 0, admin: 0 },
  },
  cancel: { to: "cancelled", from: { client: TO_COME_STATUSES, plumber: TO_COME_STATUSES, admin: OPEN_STATUSES } },
  reopen: { to: "in-progress", from: { plumber: ["completed"] }, reopens: true },
  expire: { to: "refused", from: { system: ["pending"] }, notBefore: { system: 0 } },
} as const satisfies Record<string, Transition>;

export type BookingTransition = keyof typeof BOOKING_TRANSITIONS;
export const BOOKING_TRANSITION_NAMES = Object.keys(BOOKING_TRANSITIONS) as BookingTransition[];

/** For how long a plumber can take a completion back: "Not done yet". */
export const REOPENING_WINDOW = 10 * MINUTE;

/** The actor's transition to `status`, preferably from `present`; null: none. The API names statuses. */
export function transitionTo(status: BookingStatus, actor: BookingActor, present: BookingStatus) {
  const leadingThere = BOOKING_TRANSITION_NAMES.filter((transition) => ruleFor(transition, actor)?.to === status);
  return (
    leadingThere.find((transition) => ruleFor(transition, actor)?.from.includes(present)) ?? leadingThere[0] ?? null
  );
}

export const REACHABLE_STATUSES = BOOKING_STATUSES.filter((status) =>
  ROLES.some((role) => BOOKING_TRANSITION_NAMES.some((transition) => ruleFor(transition, role)?.to === status)),
);

/** A role's transitions in words, for the API's document: "pending to confirmed, …". */
export const describeTransitions = (role: Role): string =>
  BOOKING_TRANSITION_NAMES.flatMap((transition) => {
    const rule = ruleFor(transition, role);
    if (!rule) return [];
    const when =
      rule.notBefore === 0
        ? "a job that wasn't started: not before the start"
        : rule.notBefore !== null
          ? `from ${-rule.notBefore / MINUTE} minutes before the start`
          : rule.reopens &&
            `within ${REOPENING_WINDOW / MINUTE} minutes, unless it was reviewed, paid or decided by our office`;
    return `${rule.from.join(" or ")} to ${rule.to}${when ? ` (${when})` : ""}`;
  }).join(", ");

/** The table's rule for a transition by one actor; `notBefore` null: any time. */
export interface TransitionRule extends Pick<Transition, "to"> {
  from: readonly BookingStatus[];
  notBefore: number | null;
  reopens: boolean;
}

/** Null where this actor may never make the transition. */
export function ruleFor(transition: BookingTransition, actor: BookingActor): TransitionRule | null {
  const { to, from, notBefore, reopens }: Transition = BOOKING_TRANSITIONS[transition];
  const states = from[actor];
  return states ? { to, from: states, notBefore: notBefore?.[actor] ?? null, reopens: reopens ?? false } : null;
}

/** The two sides' actions about the time (B13), whatever the status. Declining one's own suggestion withdraws it. */
const PROPOSAL_ACTIONS = ["propose", "accept", "decline"] as const;
export type ProposalAction = (typeof PROPOSAL_ACTIONS)[number];
export const MAX_PROPOSALS = 3;

interface Claimable {
  status: BookingStatus;
  /** A side says that the visit was missed, or our office has decided so (B27, M5). */
  isMissed: boolean;
}

/** True while our office has to decide about a visit that a side says was missed (M5): until then no step is possible. */
export const isUndecided = ({ status, isMissed }: Claimable): boolean => isMissed && isOpen(status);

/** This side's present actions about the time, in the table's order: the buttons of a page. */
export function availableProposalActions(
  booking: Claimable & { plumber: unknown; proposedBy: "client" | "plumber" | null; proposals: number },
  side: "client" | "plumber",
): ProposalAction[] {
  if (!booking.plumber || !isToCome(booking.status) || isUndecided(booking)) return [];
  const open = booking.proposedBy;
  return PROPOSAL_ACTIONS.filter((action) => {
    if (action === "propose") return booking.proposals < MAX_PROPOSALS;
    return action === "accept" ? open !== null && open !== side : open !== null;
  });
}

/** True if an actor can change the start alone: the office before the work, a client of an unassigned request (B13). */
export const canReschedule = (booking: { status: BookingStatus; plumber: unknown }, actor: BookingActor): boolean =>
  actor === "admin" ? isToCome(booking.status) : actor === "client" && booking.status === "pending" && !booking.plumber;

/** True for a start in the next 12 months (B5, B13); the SQL statement checks that it is free. */
export const isInLeadTime = (start: Instant, now: Instant): boolean => start > now && start <= now + MAX_LEAD_TIME;

/** `reopenableUntil` null or left out: no completion to take back. */
type Timed = Claimable & Pick<typeof bookings.$inferSelect, "startsAt"> & { reopenableUntil?: Instant | null };

/** The transitions of a status for an actor, in the table's order, each from an instant on (null: any time). */
function transitionsOf(booking: Timed, actor: BookingActor, now: Instant) {
  const { status, startsAt, reopenableUntil } = booking;
  if (isUndecided(booking)) return [];
  return BOOKING_TRANSITION_NAMES.flatMap((transition) => {
    const rule = ruleFor(transition, actor);
    const isOverdue = rule?.reopens && (reopenableUntil ?? -Infinity) < now;
    return rule?.from.includes(status) && !isOverdue
      ? [{ transition, from: rule.notBefore === null || isUnderWay(status) ? null : startsAt + rule.notBefore }]
      : [];
  });
}

/** The transitions an actor can make now, in the table's order: the buttons of a page. */
export const availableTransitions = (booking: Timed, actor: BookingActor, now: Instant): BookingTransition[] =>
  transitionsOf(booking, actor, now).flatMap(({ transition, from }) =>
    from === null || from <= now ? [transition] : [],
  );

/** The transitions that are only too early, each with the instant from which the actor can make it. */
export const upcomingTransitions = (booking: Timed, actor: BookingActor, now: Instant) =>
  transitionsOf(booking, actor, now).flatMap(({ transition, from }) =>
    from !== null && from > now ? [{ transition, from }] : [],
  );
