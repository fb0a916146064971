import { describe, expect, test } from "vitest";
import { availableTransitions, BOOKING_TRANSITION_NAMES } from "../../app/domain/bookings/booking-machine";
import { isOpen } from "../../app/domain/bookings/booking";
import { availableSteps, JOB_STEP_NAMES } from "../../app/domain/bookings/job-steps";
import { nextStep, type StepAction } from "../../app/domain/bookings/next-step/next-step";
import {
  MONEY_STATES,
  TIME_WINDOWS,
  timeWindow,
  type StepReader,
} from "../../app/domain/bookings/next-step/step-facts";
import { MINUTE } from "../../app/domain/time/harare";
import { nextStepsDocument } from "./document";
import { INSTANTS, SITUATIONS, statesMet, WINDOWS, type Situation } from "./situations";

const VIEWERS: StepReader[] = ["client", "plumber", "office"];
const ANSWERS: StepAction[] = ["answer-time", "answer-quote", "answer-final", "answer-payment"];

const everywhere = (check: (situation: Situation, now: number, viewer: StepReader, place: string) => void) => {
  for (const situation of SITUATIONS)
    for (const window of WINDOWS[situation.status])
      for (const viewer of VIEWERS)
        for (const isByPhone of [false, true]) {
          const facts = { ...situation.facts, isByPhone };
          const place = `${situation.status}, ${situation.name}, ${window}, ${viewer}${isByPhone ? " for a caller" : ""}`;
          check({ ...situation, facts }, INSTANTS[window], viewer, place);
        }
};

test("the table of next steps is what the rule says", async () => {
  await expect(nextStepsDocument()).toMatchFileSnapshot("./next-steps.md");
});

test("the table meets every state of the money, and every part of the time around the start", () => {
  expect([...statesMet()].sort()).toEqual([...MONEY_STATES].sort());
  for (const window of TIME_WINDOWS) expect(timeWindow(SITUATIONS[0]!.facts.startsAt, INSTANTS[window])).toBe(window);
});

describe("everywhere", () => {
  test("a step is one or two whole sentences, with two different actions at most", () => {
    everywhere(({ facts }, now, viewer, place) => {
      const { sentence, hint, primary, beside } = nextStep(facts, viewer, now);
      expect(sentence, place).toMatch(/^[A-Z$].*[.?]$/);
      expect(`${sentence} ${hint}`, place).not.toMatch(/undefined|NaN|\$0\b/);
      if (beside) expect(beside, place).not.toBe(primary);
    });
  });

  test("whoever is asked for something reads it in a few words too, for lists", () => {
    everywhere(({ facts }, now, viewer, place) => {
      const { brief, isAsked } = nextStep(facts, viewer, now);
      if (brief !== null) expect(brief, place).toMatch(/^[A-Z$].{3,44}[^.]$/);
      if (isAsked) expect(brief, place).not.toBeNull();
    });
  });

  test("whoever can say that the plumber didn't come has the button, and whoever has said so can ask another plumber", () => {
    everywhere(({ facts }, now, viewer, place) => {
      if (viewer !== "client" || facts.status !== "confirmed" || facts.onTheWayAt !== null) return;
      const { primary, beside } = nextStep(facts, viewer, now);
      const canSay = facts.frozenAt === null && now >= facts.startsAt + 30 * MINUTE;
      expect(beside === "plumber-did-not-come", place).toBe(canSay);
      expect(primary === "ask-another", place).toBe(facts.claims.client === "standing");
    });
  });

  test("what a step offers is what the booking process allows then", () => {
    everywhere(({ facts }, now, viewer, place) => {
      const { primary, beside } = nextStep(facts, viewer, now);
      const actor = viewer === "office" ? "admin" : viewer;
      const missedVisit = viewer === "office" ? "none" : facts.claims[viewer];
      const allowed: string[] = [
        ...availableTransitions(facts, actor, now),
        ...availableSteps({ ...facts, missedVisit }, actor, now),
      ];
      const rules: readonly string[] = [...BOOKING_TRANSITION_NAMES, ...JOB_STEP_NAMES];
      for (const action of [primary, beside])
        if (action && rules.includes(action)) expect(allowed, `${place}: ${action}`).toContain(action);
    });
  });

  test("whoever is asked for an answer is whom everybody waits for", () => {
    everywhere(({ facts }, now, viewer, place) => {
      const { primary, waitsFor } = nextStep(facts, viewer, now);
      if (viewer === "client" && facts.isByPhone) return;
      if (primary && ANSWERS.includes(primary)) expect(waitsFor?.who, place).toBe(viewer);
    });
  });

  test("a plumber with an open job has a step, unless the office is to decide", () => {
    everywhere(({ facts }, now, viewer, place) => {
      if (viewer !== "plumber" || !facts.plumber || !isOpen(facts.status) || facts.frozenAt !== null) return;
      const { primary, beside } = nextStep(facts, viewer, now);
      expect(primary ?? beside, place).not.toBeNull();
    });
  });
});
