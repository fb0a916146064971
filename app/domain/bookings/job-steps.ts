import type { bookingEvents } from "~/db/schema";
import { dateAt, HOUR, instantOf, MINUTE, type Instant } from "../time/harare";
import { AGREED_STATUSES, type BookingStatus } from "./booking";
import type { BookingActor } from "./booking-machine";

interface JobStep {
  from: Partial<Record<BookingActor, readonly BookingStatus[]>>;
  /** From when on it can be taken, for a visit that starts at `startsAt`. */
  opensAt: (startsAt: Instant) => Instant;
}

/** Until this long before the visit it is asked once more whether the plumber sets off. */
export const EARLY_BEFORE = 3 * HOUR;

/** From the day of the visit on in Harare, and for one at night not later than three hours before it. */
const earliestStart = (startsAt: Instant) => Math.min(instantOf(dateAt(startsAt), 0), startsAt - EARLY_BEFORE);
const onceMissed = (startsAt: Instant) => startsAt + 30 * MINUTE;

/** The two sides' steps on the day of the job, which leave the status as it is (B25, B27). */
export const JOB_STEPS = {
  "on-the-way": { from: { plumber: ["confirmed"] }, opensAt: earliestStart },
  "not-on-the-way": { from: { plumber: ["confirmed"] }, opensAt: earliestStart },
  "plumber-did-not-come": { from: { client: AGREED_STATUSES }, opensAt: onceMissed },
  "nobody-was-there": { from: { plumber: AGREED_STATUSES }, opensAt: onceMissed },
  "plumber-came": { from: { client: AGREED_STATUSES }, opensAt: onceMissed },
  "somebody-was-there": { from: { plumber: AGREED_STATUSES }, opensAt: onceMissed },
} as const satisfies Record<string, JobStep>;

export type JobStepName = keyof typeof JOB_STEPS;
export const JOB_STEP_NAMES = Object.keys(JOB_STEPS) as JobStepName[];

export const isJobStep = (name: string): name is JobStepName => Object.hasOwn(JOB_STEPS, name);

/** The table's rule for a step by this actor; null when they may never take it. */
export function stepRuleFor(step: JobStepName, actor: BookingActor) {
  const { from, opensAt }: JobStep = JOB_STEPS[step];
  const states = from[actor];
  return states ? { from: states, opensAt } : null;
}

/** Each side's claim of a missed visit, and its withdrawal (B27). */
export const MISSED_VISIT = {
  client: { claim: "plumber-did-not-come", takenBack: "plumber-came" },
  plumber: { claim: "nobody-was-there", takenBack: "somebody-was-there" },
} as const satisfies Partial<Record<BookingActor, { claim: JobStepName; takenBack: JobStepName }>>;

export const MISSED_VISIT_CLAIMS = [MISSED_VISIT.client.claim, MISSED_VISIT.plumber.claim] as const;

export const isMissedVisitClaim = (event: string): boolean => MISSED_VISIT_CLAIMS.some((claim) => claim === event);

type MissedVisitClaim = "none" | "standing" | "decided";

/**
 * The state of a side's claim of a missed visit, by the booking's history, oldest first (B27). What was decided about an
 * earlier start says nothing of the visit at `startsAt`.
 */
export function missedVisitClaim(
  history: readonly Pick<typeof bookingEvents.$inferSelect, "event" | "at">[],
  side: "client" | "plumber",
  startsAt: Instant,
) {
  const { claim, takenBack } = MISSED_VISIT[side];
  return history.reduce<MissedVisitClaim>((stands, { event, at }) => {
    if (event === claim) return "standing";
    if (event === takenBack) return "none";
    if (event !== "decide" || stands !== "standing") return stands;
    return at < startsAt ? "none" : "decided";
  }, "none");
}

interface Visited {
  status: BookingStatus;
  startsAt: Instant;
  onTheWayAt: Instant | null;
  /** True while either side says that it was missed, and afterwards if our office has decided so. */
  isMissed: boolean;
  /** The claim of the actor's side. */
  missedVisit: MissedVisitClaim;
}

/** The steps an actor can take now, in the table's order; a claim is made once, and taken back until it is decided. */
export const availableSteps = (booking: Visited, actor: BookingActor, now: Instant): JobStepName[] =>
  JOB_STEP_NAMES.filter((step) => {
    const rule = stepRuleFor(step, actor);
    if (!rule?.from.includes(booking.status) || rule.opensAt(booking.startsAt) > now) return false;
    switch (step) {
      case "on-the-way":
        return booking.onTheWayAt === null && !booking.isMissed;
      case "not-on-the-way":
        return booking.onTheWayAt !== null && !booking.isMissed;
      case "plumber-did-not-come":
      case "nobody-was-there":
        return booking.missedVisit === "none";
      case "plumber-came":
      case "somebody-was-there":
        return booking.missedVisit === "standing";
    }
  });
