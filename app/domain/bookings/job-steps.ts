import { HOUR, MINUTE, type Instant } from "../time/harare";
import { AGREED_STATUSES, type BookingStatus } from "./booking";
import type { BookingActor } from "./booking-machine";

interface JobStep {
  from: Partial<Record<BookingActor, readonly BookingStatus[]>>;
  /** The earliest moment, in milliseconds after the start (negative: before it). */
  notBefore: number;
}

/** What the two sides say on the day of the job, which leaves the status as it is (B25, B27). */
export const JOB_STEPS = {
  "on-the-way": { from: { plumber: ["confirmed"] }, notBefore: -3 * HOUR },
  "not-on-the-way": { from: { plumber: ["confirmed"] }, notBefore: -3 * HOUR },
  "plumber-did-not-come": { from: { client: AGREED_STATUSES }, notBefore: 30 * MINUTE },
  "nobody-was-there": { from: { plumber: AGREED_STATUSES }, notBefore: 30 * MINUTE },
} as const satisfies Record<string, JobStep>;

export type JobStepName = keyof typeof JOB_STEPS;
export const JOB_STEP_NAMES = Object.keys(JOB_STEPS) as JobStepName[];

/** The table's rule for a step by this actor; null when they may never take it. `notBefore` as in `ruleFor`. */
export function stepRuleFor(
  step: JobStepName,
  actor: BookingActor,
): { from: readonly BookingStatus[]; notBefore: number } | null {
  const { from, notBefore }: JobStep = JOB_STEPS[step];
  const states = from[actor];
  return states ? { from: states, notBefore } : null;
}

/**
 * The steps an actor can take now, in the table's order. Setting off is for those who are not on the way, and the other
 * way round; who did not come is said once (`hasSaidWho`).
 */
export const availableSteps = (
  booking: { status: BookingStatus; startsAt: Instant; onTheWayAt: Instant | null; hasSaidWho?: boolean },
  actor: BookingActor,
  now: Instant,
): JobStepName[] =>
  JOB_STEP_NAMES.filter((step) => {
    const rule = stepRuleFor(step, actor);
    if (!rule?.from.includes(booking.status) || booking.startsAt + rule.notBefore > now) return false;
    if (step === "on-the-way") return booking.onTheWayAt === null;
    if (step === "not-on-the-way") return booking.onTheWayAt !== null;
    return !booking.hasSaidWho;
  });
