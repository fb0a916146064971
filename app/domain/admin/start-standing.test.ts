import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ALWAYS, hasConflict, isFreeStart, JOB_LENGTHS, weekdayBit, type Availability } from "../time/availability";
import { instantOf, MINUTE } from "../time/harare";
import { canBeAssigned, describeStanding, standingAt } from "./start-standing";

const day = "2026-11-25";
const at = (hour: number, minute = 0) => instantOf(day, hour * 60 + minute);
const start = at(14);
const say = (more: Partial<Availability>, taken: number[] = [], jobMinutes = more.jobMinutes ?? 30) =>
  describeStanding(
    standingAt(
      { ...ALWAYS, ...more },
      taken.map((startsAt) => ({ startsAt, jobMinutes })),
      start,
    ),
    start,
  );

describe("a plumber and a start", () => {
  test.each<[string, Partial<Availability>, number[], number?]>([
    ["Free at 2:00 pm", {}, []],
    ["Free at 2:00 pm", {}, [at(13, 30), at(14, 30)]],
    ["Busy until 2:30 pm", {}, [start]],
    ["Busy until 2:59 pm", {}, [at(14, 29)]],
    ["Busy until 4:00 pm", { jobMinutes: 60 }, [at(15), at(14), at(18)]],
    ["Busy until 5:00 pm", { jobMinutes: 60 }, [at(13, 30), at(14, 30), at(16)]],
    // What is booked keeps its length.
    ["Busy until 3:00 pm", {}, [at(13)], 120],
    ["Busy until 2:30 pm", { jobMinutes: 120 }, [at(14)], 30],
    ["Free at 2:00 pm", { jobMinutes: 120 }, [at(13, 30)], 30],
    ["Outside hours", { closesAt: 14 * 60 }, []],
    ["Outside hours", { opensAt: 14 * 60 + 30 }, []],
    ["Day off", { daysOff: weekdayBit(day), closesAt: 12 * 60 }, []],
    ["Taking a break", { paused: true, daysOff: weekdayBit(day) }, []],
    // A job in the way is said first: then assigning is refused.
    ["Busy until 2:30 pm", { paused: true }, [start]],
    ["Busy until 2:30 pm", { closesAt: 12 * 60 }, [start]],
    ["Full that day", { opensAt: 14 * 60, closesAt: 15 * 60 }, [start, at(14, 30)]],
    ["Busy until 2:30 pm", { opensAt: 14 * 60, closesAt: 15 * 60 }, [start]],
  ])("%s", (words, more, taken, length) => expect(say(more, taken, length)).toBe(words));
});

const someAvailability = fc
  .record({
    opensAt: fc.integer({ min: 20, max: 41 }),
    closesAt: fc.integer({ min: 21, max: 42 }),
    daysOff: fc.integer({ min: 0, max: 127 }),
    paused: fc.boolean(),
    jobMinutes: fc.constantFrom(...JOB_LENGTHS),
  })
  .filter(({ opensAt, closesAt }) => opensAt < closesAt)
  .map((hours) => ({ ...hours, opensAt: hours.opensAt * 30, closesAt: hours.closesAt * 30 }));
const someTaken = fc.array(
  fc.record({
    startsAt: fc.integer({ min: -90, max: 90 }).map((steps) => start + steps * 10 * MINUTE),
    jobMinutes: fc.constantFrom(...JOB_LENGTHS),
  }),
);

test("the statement is true: free as the directory says, busy until the next start that no job is in the way of", () => {
  fc.assert(
    fc.property(someAvailability, someTaken, (availability, taken) => {
      const standing = standingAt(availability, taken, start);
      expect(standing.state === "free").toBe(isFreeStart(availability, taken, start));
      expect(canBeAssigned(standing)).toBe(!hasConflict(availability.jobMinutes, taken, start));
      if (standing.state !== "busy") return;
      expect(hasConflict(availability.jobMinutes, taken, standing.until)).toBe(false);
      for (let between = start; between < standing.until; between += MINUTE)
        expect(hasConflict(availability.jobMinutes, taken, between)).toBe(true);
    }),
  );
});

test("who is full has no free start that day", () => {
  fc.assert(
    fc.property(someAvailability, fc.array(fc.integer({ min: 20, max: 42 })), (availability, halfHours) => {
      const taken = halfHours.map((halfHour) => ({ startsAt: instantOf(day, halfHour * 30), jobMinutes: 60 }));
      if (standingAt(availability, taken, start).state !== "full") return;
      for (let minute = 0; minute < 1440; minute += 30)
        expect(isFreeStart(availability, taken, instantOf(day, minute))).toBe(false);
    }),
  );
});
