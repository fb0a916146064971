import { describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "../time/harare";
import { BOOKING_STATUSES, type BookingStatus } from "./booking";
import type { BookingActor } from "./booking-machine";
import { availableSteps, JOB_STEP_NAMES, type JobStepName } from "./job-steps";

const ACTORS: BookingActor[] = ["client", "plumber", "admin", "system"];
const startsAt = 1_800_000_000_000;

// From B25 and B27: who can say what, in which status, and from when on.
const STEPS: Record<JobStepName, { actor: BookingActor; statuses: BookingStatus[]; from: number }> = {
  "on-the-way": { actor: "plumber", statuses: ["confirmed"], from: -3 * HOUR },
  "not-on-the-way": { actor: "plumber", statuses: ["confirmed"], from: -3 * HOUR },
  "plumber-did-not-come": { actor: "client", statuses: ["confirmed", "in-progress"], from: 30 * MINUTE },
  "nobody-was-there": { actor: "plumber", statuses: ["confirmed", "in-progress"], from: 30 * MINUTE },
};

describe.each(JOB_STEP_NAMES)("the step %s", (step) => {
  const expected = STEPS[step];
  const onTheWayAt = step === "not-on-the-way" ? startsAt : null;
  test.each(ACTORS)("by %s", (actor) => {
    for (const status of BOOKING_STATUSES) {
      const steps = (now: number) => availableSteps({ status, startsAt, onTheWayAt }, actor, now);
      const isAllowed = actor === expected.actor && expected.statuses.includes(status);
      expect(steps(startsAt + expected.from).includes(step), status).toBe(isAllowed);
      expect(steps(startsAt + expected.from - 1), status).not.toContain(step);
    }
  });
});

test("who did not come is said once by each side", () => {
  const booking = { status: "in-progress" as const, startsAt, onTheWayAt: null, hasSaidWho: true };
  for (const side of ["client", "plumber"] as const)
    expect(availableSteps(booking, side, startsAt + 60 * MINUTE)).toEqual([]);
});

test("who is on the way can only take that back", () => {
  const booking = { status: "confirmed" as const, startsAt };
  expect(availableSteps({ ...booking, onTheWayAt: null }, "plumber", startsAt)).toEqual(["on-the-way"]);
  expect(availableSteps({ ...booking, onTheWayAt: startsAt }, "plumber", startsAt)).toEqual(["not-on-the-way"]);
});
