import { ROLES, type Role } from "../values/user";
import { HOUR, MINUTE, type Instant } from "../time/harare";
import { AGREED_STATUSES, BOOKING_STATUSES, OPEN_STATUSES, type BookingStatus } from "./booking";

export type BookingActor = Role | "system";

interface Transition {
  to: BookingStatus;
  /** Which present states each actor may make this transition from; who is not named may never. */
  from: Partial<Record<BookingActor, readonly BookingStatus[]>>;
  /** How long after the booking's start (negative: before it) an actor can make it at the earliest; who is not named, at any time. */
  notBefore?: Partial<Record<BookingActor, number>>;
}

/**
 * The booking process (B2): event, by whom, from, to, and from when on. Buttons, permission checks,
 * answers and the test matrix are computed from this table; there is no second list.
 */
export const BOOKING_TRANSITIONS = {
  confirm: { to: "confirmed", from: { plumber: ["pending"] } },
  refuse: { to: "refused", from: { plumber: ["pending"] } },
  start: { to: "in-progress", from: { plumber: ["confirmed"], admin: ["confirmed"] }, notBefore: { plumber: -HOUR } },
  complete: {
    to: "completed",
    from: { plumber: AGREED_STATUSES, admin: AGREED_STATUSES },
    notBefore: { plumber: 0, admin: 0 },
  },
  cancel: {
    to: "cancelled",
    from: { client: ["pending"], plumber: ["pending", "confirmed"], admin: OPEN_STATUSES },
  },
  expire: { to: "refused", from: { system: ["pending"] }, notBefore: { system: 0 } },
} as const satisfies Record<string, Transition>;

export type BookingTransition = keyof typeof BOOKING_TRANSITIONS;
export const BOOKING_TRANSITION_NAMES = Object.keys(BOOKING_TRANSITIONS) as BookingTransition[];

/** The transition by which an actor brings a booking to a status; null when there is none (the API names the status, not the transition). */
export const transitionTo = (status: BookingStatus, actor: BookingActor): BookingTransition | null =>
  BOOKING_TRANSITION_NAMES.find((transition) => ruleFor(transition, actor)?.to === status) ?? null;

/** The statuses that somebody can bring a booking to, with the transitions of each role in words: what the API's clients have to know. */
export const REACHABLE_STATUSES = BOOKING_STATUSES.filter((status) => ROLES.some((role) => transitionTo(status, role)));
export const describeTransitions = (role: Role): string =>
  BOOKING_TRANSITION_NAMES.flatMap((transition) => {
    const rule = ruleFor(transition, role);
    return rule ? [`${rule.from.join(" or ")} to ${rule.to}${timeInWords(rule.notBefore)}`] : [];
  }).join(", ");

function timeInWords(notBefore: number | null): string {
  if (notBefore === null) return "";
  return notBefore === 0 ? " (not before the start)" : ` (from ${-notBefore / MINUTE} minutes before the start)`;
}

/** What the table says of a transition by this actor; null when the actor may never make it. `notBefore`: null at any time. */
export function ruleFor(
  transition: BookingTransition,
  actor: BookingActor,
): { to: BookingStatus; from: readonly BookingStatus[]; notBefore: number | null } | null {
  const { to, from, notBefore }: Transition = BOOKING_TRANSITIONS[transition];
  const states = from[actor];
  return states ? { to, from: states, notBefore: notBefore?.[actor] ?? null } : null;
}

/**
 * What the two sides can do about the time without a change of status (B13): either proposes another one,
 * the other side accepts or declines it; a side may take its own proposal back by declining it.
 */
export const PROPOSAL_ACTIONS = ["propose", "accept", "decline"] as const;
export type ProposalAction = (typeof PROPOSAL_ACTIONS)[number];
/** States in which there can be talk of another time. */
export const RESCHEDULABLE_STATUSES = ["pending", "confirmed"] as const satisfies readonly BookingStatus[];
export const isReschedulable = (status: BookingStatus): boolean =>
  (RESCHEDULABLE_STATUSES as readonly BookingStatus[]).includes(status);
export const MAX_PROPOSALS = 3;

/** Which of it this side can do now, in that order. */
export function availableProposalActions(
  booking: { status: BookingStatus; plumber: unknown; proposedBy: "client" | "plumber" | null; proposals: number },
  side: "client" | "plumber",
): ProposalAction[] {
  if (!booking.plumber || !isReschedulable(booking.status)) return [];
  const open = booking.proposedBy;
  return PROPOSAL_ACTIONS.filter((talk) => {
    if (talk === "propose") return booking.proposals < MAX_PROPOSALS;
    return talk === "accept" ? open !== null && open !== side : open !== null;
  });
}

/** States in which the desk may give a booking to a plumber, or to another one: an event without a change of status. */
export const ASSIGNABLE_STATUSES = ["pending", "confirmed"] as const satisfies readonly BookingStatus[];
export const isAssignable = (status: BookingStatus): boolean =>
  (ASSIGNABLE_STATUSES as readonly BookingStatus[]).includes(status);

/** Whatever stands in a booking's history. */
export type BookingEventName = "request" | "assign" | BookingTransition | ProposalAction;

/** A line of a booking's history. */
export interface BookingEvent {
  event: BookingEventName;
  actorRole: BookingActor;
  actorName: string | null;
  to: BookingStatus;
  /** Why; of an assignment, to whom. */
  reason: string | null;
  at: Instant;
}

/** States in which a job's plumber may write its report (B17). */
export const REPORTABLE_STATUSES = [...AGREED_STATUSES, "completed"] as const satisfies readonly BookingStatus[];
export const isReportable = (status: BookingStatus): boolean =>
  (REPORTABLE_STATUSES as readonly BookingStatus[]).includes(status);

interface Timed {
  status: BookingStatus;
  startsAt: Instant;
}

/** What the status of a booking lets an actor do, in the order of the table, each with the instant from which they can do it (null: any time). */
const transitionsOf = (
  { status, startsAt }: Timed,
  actor: BookingActor,
): { transition: BookingTransition; from: Instant | null }[] =>
  BOOKING_TRANSITION_NAMES.flatMap((transition) => {
    const rule = ruleFor(transition, actor);
    return rule?.from.includes(status)
      ? [{ transition, from: rule.notBefore === null ? null : startsAt + rule.notBefore }]
      : [];
  });

/** The transitions an actor can make now, in the order of the table: the buttons of a page. */
export const availableTransitions = (booking: Timed, actor: BookingActor, now: Instant): BookingTransition[] =>
  transitionsOf(booking, actor).flatMap(({ transition, from }) => (from === null || from <= now ? [transition] : []));

/** The transitions whose time alone has not come, with the instant from which the actor can make each: what a page says in place of a button. */
export const upcomingTransitions = (
  booking: Timed,
  actor: BookingActor,
  now: Instant,
): { transition: BookingTransition; from: Instant }[] =>
  transitionsOf(booking, actor).flatMap(({ transition, from }) =>
    from !== null && from > now ? [{ transition, from }] : [],
  );
