import { expect, test } from "vitest";
import { HOUR, instantOf, MINUTE } from "../time/harare";
import { BOOKING_STATUSES, type BookingStatus } from "./booking";
import type { BookingActor } from "./booking-machine";
import { availableSteps, JOB_STEP_NAMES, missedVisitClaim, type JobStepName } from "./job-steps";

const ACTORS: BookingActor[] = ["client", "plumber", "admin", "system"];
/** Ten in the morning. */
const startsAt = instantOf("2027-01-15", 10 * 60);

// From B25 and B27: who can say what, in which status, and from when on.
const STEPS: Record<JobStepName, { actor: BookingActor; statuses: BookingStatus[]; from: number }> = {
  "on-the-way": { actor: "plumber", statuses: ["confirmed"], from: -10 * HOUR },
  "not-on-the-way": { actor: "plumber", statuses: ["confirmed"], from: -10 * HOUR },
  "plumber-did-not-come": { actor: "client", statuses: ["confirmed", "in-progress"], from: 30 * MINUTE },
  "nobody-was-there": { actor: "plumber", statuses: ["confirmed", "in-progress"], from: 30 * MINUTE },
  "plumber-came": { actor: "client", statuses: ["confirmed", "in-progress"], from: 30 * MINUTE },
  "somebody-was-there": { actor: "plumber", statuses: ["confirmed", "in-progress"], from: 30 * MINUTE },
};

test.each(JOB_STEP_NAMES)("the step %s is its actor's alone, in its statuses, and from its time on", (step) => {
  const expected = STEPS[step];
  const onTheWayAt = step === "not-on-the-way" ? startsAt : null;
  const missedVisit = step === "plumber-came" || step === "somebody-was-there" ? "standing" : "none";
  for (const actor of ACTORS)
    for (const status of BOOKING_STATUSES) {
      const steps = (now: number) =>
        availableSteps({ status, startsAt, onTheWayAt, isMissed: false, missedVisit }, actor, now);
      const isAllowed = actor === expected.actor && expected.statuses.includes(status);
      expect(steps(startsAt + expected.from).includes(step), `${actor} ${status}`).toBe(isAllowed);
      expect(steps(startsAt + expected.from - 1), `${actor} ${status}`).not.toContain(step);
    }
});

test("setting off is possible from three hours before a visit in the small hours", () => {
  const night = instantOf("2027-01-15", 60);
  const booking = { status: "confirmed" as const, startsAt: night, onTheWayAt: null };
  const steps = (now: number) => availableSteps({ ...booking, isMissed: false, missedVisit: "none" }, "plumber", now);
  expect(steps(night - 3 * HOUR)).toEqual(["on-the-way"]);
  expect(steps(night - 3 * HOUR - 1)).toEqual([]);
});

test.each([
  ["client", "plumber-did-not-come", "plumber-came"],
  ["plumber", "nobody-was-there", "somebody-was-there"],
] as const)("the %s says it once, and can take it back until the office has decided", (side, claim, takenBack) => {
  const after = (...events: (JobStepName | "decide" | "start")[]) => {
    const history = events.map((event) => ({ event }));
    const missedVisit = missedVisitClaim(
      history.map((one) => ({ ...one, at: 1 })),
      side,
      0,
    );
    const booking = {
      status: "in-progress" as const,
      startsAt,
      onTheWayAt: null,
      isMissed: missedVisit === "standing",
    };
    return availableSteps({ ...booking, missedVisit }, side, startsAt + HOUR);
  };
  expect(after()).toEqual([claim]);
  expect(after("decide", "start")).toEqual([claim]);
  expect(after("start", claim)).toEqual([takenBack]);
  expect(after(claim, takenBack)).toEqual([claim]);
  expect(after(claim, takenBack, claim)).toEqual([takenBack]);
  expect(after(claim, "decide")).toEqual([]);
});

test.each([
  ["client", "plumber-did-not-come"],
  ["plumber", "nobody-was-there"],
] as const)(
  "the %s says it again of a visit that the office has moved, and not of the one it decided about",
  (side, claim) => {
    const decidedAt = startsAt - HOUR;
    const history = [
      { event: claim, at: decidedAt - HOUR },
      { event: "decide" as const, at: decidedAt },
    ];
    expect([startsAt, decidedAt].map((start) => missedVisitClaim(history, side, start))).toEqual(["none", "decided"]);
  },
);

test("a plumber on the way can only take that back", () => {
  const booking = { status: "confirmed" as const, startsAt, isMissed: false, missedVisit: "none" as const };
  expect(availableSteps({ ...booking, onTheWayAt: null }, "plumber", startsAt)).toEqual(["on-the-way"]);
  expect(availableSteps({ ...booking, onTheWayAt: startsAt }, "plumber", startsAt)).toEqual(["not-on-the-way"]);
});

test("a plumber whose client says that they didn't come can only say that nobody was there", () => {
  const booking = { status: "confirmed" as const, startsAt, isMissed: true, missedVisit: "none" as const };
  for (const onTheWayAt of [null, startsAt])
    expect(availableSteps({ ...booking, onTheWayAt }, "plumber", startsAt + HOUR)).toEqual(["nobody-was-there"]);
});
