import { ROLES, type Role } from "../values/user";
import { HOUR, MINUTE, type Instant } from "../time/harare";
import { AGREED_STATUSES, BOOKING_STATUSES, OPEN_STATUSES, type BookingStatus } from "./booking";

export type BookingActor = Role | "system";

interface Transition {
  to: BookingStatus;
  /** From which statuses each actor may make this transition; an actor who is not named never may. */
  from: Partial<Record<BookingActor, readonly BookingStatus[]>>;
  /** The earliest moment for each actor, in milliseconds after the start (negative: before it); not named: any time. */
  notBefore?: Partial<Record<BookingActor, number>>;
}

/**
 * The booking process (B2): what happens, who may do it, from which status, to which, and from when on. Buttons,
 * checks, API responses and the test matrix are computed from this table; there is no second list.
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

/**
 * The transition that brings a booking to `status` when this actor makes it, or null: the API names statuses, not
 * transitions.
 */
export const transitionTo = (status: BookingStatus, actor: BookingActor): BookingTransition | null =>
  BOOKING_TRANSITION_NAMES.find((transition) => ruleFor(transition, actor)?.to === status) ?? null;

/** The statuses that someone can bring a booking to. */
export const REACHABLE_STATUSES = BOOKING_STATUSES.filter((status) => ROLES.some((role) => transitionTo(status, role)));

/** A role's transitions in words, for the API's document: "pending to confirmed, …". */
export const describeTransitions = (role: Role): string =>
  BOOKING_TRANSITION_NAMES.flatMap((transition) => {
    const rule = ruleFor(transition, role);
    return rule ? [`${rule.from.join(" or ")} to ${rule.to}${timeInWords(rule.notBefore)}`] : [];
  }).join(", ");

function timeInWords(notBefore: number | null): string {
  if (notBefore === null) return "";
  return notBefore === 0 ? " (not before the start)" : ` (from ${-notBefore / MINUTE} minutes before the start)`;
}

/**
 * The table's rule for a transition by this actor; null when they may never make it. `notBefore` is in milliseconds
 * after the start (negative: before it), or null: any time.
 */
export function ruleFor(
  transition: BookingTransition,
  actor: BookingActor,
): { to: BookingStatus; from: readonly BookingStatus[]; notBefore: number | null } | null {
  const { to, from, notBefore }: Transition = BOOKING_TRANSITIONS[transition];
  const states = from[actor];
  return states ? { to, from: states, notBefore: notBefore?.[actor] ?? null } : null;
}

/**
 * What the two sides can do about the time, which leaves the status as it is (B13): either suggests another one, the
 * other accepts or declines it. Declining one's own suggestion withdraws it.
 */
export const PROPOSAL_ACTIONS = ["propose", "accept", "decline"] as const;
export type ProposalAction = (typeof PROPOSAL_ACTIONS)[number];
/** Statuses in which another time can be suggested. */
export const RESCHEDULABLE_STATUSES = ["pending", "confirmed"] as const satisfies readonly BookingStatus[];
export const isReschedulable = (status: BookingStatus): boolean =>
  (RESCHEDULABLE_STATUSES as readonly BookingStatus[]).includes(status);
export const MAX_PROPOSALS = 3;

/** What this side can do about the time now, in the order of `PROPOSAL_ACTIONS`: the buttons of a page. */
export function availableProposalActions(
  booking: { status: BookingStatus; plumber: unknown; proposedBy: "client" | "plumber" | null; proposals: number },
  side: "client" | "plumber",
): ProposalAction[] {
  if (!booking.plumber || !isReschedulable(booking.status)) return [];
  const open = booking.proposedBy;
  return PROPOSAL_ACTIONS.filter((action) => {
    if (action === "propose") return booking.proposals < MAX_PROPOSALS;
    return action === "accept" ? open !== null && open !== side : open !== null;
  });
}

/** Statuses in which the office may assign a booking, or reassign it, which leaves the status as it is (B14). */
export const ASSIGNABLE_STATUSES = ["pending", "confirmed"] as const satisfies readonly BookingStatus[];
export const isAssignable = (status: BookingStatus): boolean =>
  (ASSIGNABLE_STATUSES as readonly BookingStatus[]).includes(status);

/** What a booking's history can hold (B11). */
export type BookingEventName = "request" | "assign" | BookingTransition | ProposalAction;

/** A line of a booking's history. */
export interface BookingEvent {
  event: BookingEventName;
  actorRole: BookingActor;
  actorName: string | null;
  to: BookingStatus;
  /** Why; of an assignment, the new plumber's name. */
  reason: string | null;
  at: Instant;
}

/** Statuses in which the plumber may write the job's report (B17). */
export const REPORTABLE_STATUSES = [...AGREED_STATUSES, "completed"] as const satisfies readonly BookingStatus[];
export const isReportable = (status: BookingStatus): boolean =>
  (REPORTABLE_STATUSES as readonly BookingStatus[]).includes(status);

interface Timed {
  status: BookingStatus;
  startsAt: Instant;
}

/**
 * What its status lets an actor do with a booking, in the table's order, each from which instant on (null: any time).
 */
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

/** The transitions an actor can make now, in the table's order: the buttons of a page. */
export const availableTransitions = (booking: Timed, actor: BookingActor, now: Instant): BookingTransition[] =>
  transitionsOf(booking, actor).flatMap(({ transition, from }) => (from === null || from <= now ? [transition] : []));

/**
 * The transitions that are only too early, each with the instant from which the actor can make it: "possible from …".
 */
export const upcomingTransitions = (
  booking: Timed,
  actor: BookingActor,
  now: Instant,
): { transition: BookingTransition; from: Instant }[] =>
  transitionsOf(booking, actor).flatMap(({ transition, from }) =>
    from !== null && from > now ? [{ transition, from }] : [],
  );
