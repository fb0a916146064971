import fc from "fast-check";
import { expect, test } from "vitest";
import { ALWAYS, type Availability, hasConflict, isFreeStart, JOB_LENGTHS, weekdayBit } from "../../time/availability";
import { HOUR, instantOf, MINUTE } from "../../time/harare";
import {
  type CommonCandidate,
  suggestForAll,
  canBeAssigned,
  describeStanding,
  standingAt,
  type Candidate,
  reasonFor,
  suggestPlumbers,
} from "./suggestions";

const day = "2026-11-25";
const at = (hour: number, minute = 0) => instantOf(day, hour * 60 + minute);
const start = at(14);
const say = (more: Partial<Availability>, starts: number[], jobMinutes = more.jobMinutes ?? 30) => {
  const taken = starts.map((startsAt) => ({ startsAt, jobMinutes }));
  return describeStanding(standingAt({ ...ALWAYS, ...more }, taken, start), start);
};

test.each<[string, Partial<Availability>, number[], number?]>([
  ["Free at 2:00 pm", {}, []],
  ["Free at 2:00 pm", {}, [at(13, 30), at(14, 30)]],
  ["Busy until 2:30 pm", {}, [start]],
  ["Busy until 2:59 pm", {}, [at(14, 29)]],
  ["Busy until 4:00 pm", { jobMinutes: 60 }, [at(15), at(14), at(18)]],
  ["Busy until 5:00 pm", { jobMinutes: 60 }, [at(13, 30), at(14, 30), at(16)]],
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
])("a plumber is said to be %s", (words, more, taken, length) => expect(say(more, taken, length)).toBe(words));

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

test("a plumber is free as the directory says, and busy until the next start that no job is in the way of", () => {
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

const taken = (hours: number) => ({ startsAt: start + hours * HOUR, jobMinutes: 30 });
const booking = { startsAt: start, serviceType: "Leak Fixing", suburb: "Avondale" };
const plumber = (name: string, more: Partial<Candidate> = {}): Candidate => ({
  id: name,
  firstName: name,
  lastName: "P",
  photoKey: null,
  speciality: "Leak Repair",
  feeCents: 2500,
  city: "Harare",
  place: "city",
  ratingSum: 40,
  ratingCount: 10,
  jobsCompleted: 0,
  minutesToAnswer: null,
  availability: ALWAYS,
  takenTimes: [],
  ...more,
});
const suggest = (candidates: Candidate[], serviceType: string | null = "Leak Fixing") =>
  suggestPlumbers({ ...booking, serviceType }, candidates);

const gas = { speciality: "Gas Fitting" } as const;
const closed = { ...ALWAYS, closesAt: 12 * 60 };
test.each<[string, better: Partial<Candidate>, worse: Partial<Candidate>]>([
  ["a free plumber comes before a busy one who fits better", gas, { takenTimes: [taken(0)] }],
  ["a free plumber comes before one outside their hours who fits better", gas, { availability: closed }],
  [
    "one outside their hours, whom the office can assign, comes before a busy one",
    { availability: { ...ALWAYS, paused: true }, ...gas },
    { takenTimes: [taken(0)] },
  ],
  [
    "a plumber who fits comes before one who is better in everything else",
    { place: "other", ratingSum: 10, minutesToAnswer: 500, takenTimes: [-3, -2, 2, 3].map(taken) },
    { place: "suburb", ratingSum: 50, minutesToAnswer: 1, speciality: "Gas Fitting" },
  ],
  ["one based in the suburb comes before one who serves it", { place: "suburb" }, { place: "serves" }],
  ["one who serves the suburb comes before one of the city", { place: "serves" }, { place: "city" }],
  ["one of the city comes before one of another", { place: "city" }, { place: "other" }],
  ["the better rated comes first", { ratingSum: 50 }, { ratingSum: 30 }],
  ["one who answers sooner comes first", { minutesToAnswer: 10 }, { minutesToAnswer: 90 }],
  ["one with fewer jobs that day comes first", {}, { takenTimes: [taken(-3), taken(3)] }],
])("%s", (_, better, worse) => {
  // By id alone the worse one would come first.
  const candidates = [plumber("z", better), plumber("a", worse)];
  expect(suggest(candidates).map(({ id }) => id)).toEqual(["z", "a"]);
});

test.each([null, "Inspection", "Other"])("every speciality fits %s", (service) =>
  expect(suggest([plumber("a", gas)], service)[0]!.fits).toBe(true),
);

const why = (more: Partial<Candidate>) => reasonFor(suggest([plumber("Tendai", more)])[0]!, booking);
test.each<[Partial<Candidate>, string]>([
  [
    { place: "suburb", minutesToAnswer: 12 },
    "Tendai: free at 2:00 pm, based in Avondale, does Leak Repair, rated 4.00 (10 reviews), usually answers in 12 minutes, no other job that day.",
  ],
  [
    { place: "serves", ratingSum: 20, takenTimes: [taken(-3)], minutesToAnswer: 300 },
    "Tendai: free at 2:00 pm, serves Avondale, does Leak Repair.",
  ],
  [
    {
      ...gas,
      place: "other",
      ratingCount: 0,
      takenTimes: [taken(-3)],
      availability: { ...ALWAYS, paused: true },
    },
    "Tendai is the best of those who can be assigned.",
  ],
])("the best of them with %o is suggested with the reason", (more, words) => expect(why(more)).toBe(words));

const ten = instantOf("2026-11-27", 10 * 60);
const anna: CommonCandidate = {
  id: "anna",
  firstName: "Anna",
  lastName: "Moyo",
  city: "Harare",
  speciality: "Drain Cleaning",
  availability: { opensAt: 8 * 60, closesAt: 17 * 60, daysOff: 0, paused: false, jobMinutes: 60 },
  takenTimes: [],
};
const chosen = (reference: string, startsAt: number, plumberId: string | null = null) => ({
  reference,
  startsAt,
  jobMinutes: 60,
  plumberId,
});
const later = ten + 2 * HOUR;
const muchLater = ten + 4 * HOUR;

test.each([
  ["can take all bookings without a conflict", [chosen("B", later), chosen("A", ten)], [], [2, [], [], []]],
  [
    "has a job of their own told apart from another of the chosen bookings",
    [chosen("A", ten), chosen("B", ten), chosen("C", muchLater)],
    [{ startsAt: muchLater, jobMinutes: 60 }],
    [1, ["C"], ["B"], []],
  ],
  [
    "can't take what they have already, which takes its time",
    [chosen("A", ten, "anna"), chosen("B", ten), chosen("C", later)],
    [],
    [1, [], ["B"], ["A"]],
  ],
])("a plumber %s", (_, bookings, takenTimes, [count, busy, clashing, own]) => {
  const [one] = suggestForAll(bookings, [{ ...anna, takenTimes }]);
  expect(one).toMatchObject({ assignable: count, free: count, busy, clashing, own });
});

test("a plumber who keeps one of the chosen jobs can take no other at its time", () => {
  const kept = { ...chosen("K", ten), plumberId: anna.id };
  const [one] = suggestForAll([chosen("A", ten), chosen("B", ten + 2 * HOUR)], [anna], [kept]);
  expect(one).toMatchObject({ assignable: 1, free: 1, busy: ["A"] });
});

test("a plumber who can take most comes first, then one who is free for most", () => {
  const busy = { ...anna, id: "busy", takenTimes: [{ startsAt: ten, jobMinutes: 60 }] };
  const late = { ...anna, id: "late", availability: { ...anna.availability, opensAt: 11 * 60 } };
  const order = suggestForAll([chosen("A", ten), chosen("B", ten + 2 * HOUR)], [busy, late, anna]);
  const said = order.map(({ id, assignable, free }) => `${id} ${assignable} ${free}`);
  expect(said).toEqual(["anna 2 2", "late 2 1", "busy 1 1"]);
});
