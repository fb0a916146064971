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
  soonestThatDay,
  soonestWorthwhile,
  suggestPlumbers,
} from "./suggestions";

const day = "2026-11-25";
const at = (hour: number, minute = 0) => instantOf(day, hour * 60 + minute);
const start = at(14);
const say = (more: Partial<Availability>, starts: number[], jobMinutes = more.jobMinutes ?? 30) => {
  const taken = starts.map((startsAt) => ({ startsAt, jobMinutes }));
  return describeStanding(standingAt({ ...ALWAYS, ...more }, taken, start));
};

test.each<{ words: string; more?: Partial<Availability>; taken?: number[]; length?: number }>([
  { words: "Free" },
  { words: "Free", taken: [at(13, 30), at(14, 30)] },
  { words: "Busy until 2:30 pm", taken: [start] },
  { words: "Busy until 2:59 pm", taken: [at(14, 29)] },
  { words: "Busy until 4:00 pm", more: { jobMinutes: 60 }, taken: [at(15), at(14), at(18)] },
  { words: "Busy until 5:00 pm", more: { jobMinutes: 60 }, taken: [at(13, 30), at(14, 30), at(16)] },
  { words: "Busy until 3:00 pm", taken: [at(13)], length: 120 },
  { words: "Busy until 2:30 pm", more: { jobMinutes: 120 }, taken: [at(14)], length: 30 },
  { words: "Free", more: { jobMinutes: 120 }, taken: [at(13, 30)], length: 30 },
  { words: "Works 10:00 am to 2:00 pm", more: { closesAt: 14 * 60 } },
  { words: "Works 2:30 pm to 9:00 pm", more: { opensAt: 14 * 60 + 30 } },
  { words: "Day off", more: { daysOff: weekdayBit(day), closesAt: 12 * 60 } },
  { words: "Taking a break", more: { paused: true, daysOff: weekdayBit(day) } },
  // A job in the way is said first: then assigning is refused.
  { words: "Busy until 2:30 pm", more: { paused: true }, taken: [start] },
  { words: "Busy until 2:30 pm", more: { closesAt: 12 * 60 }, taken: [start] },
  { words: "Full that day", more: { opensAt: 14 * 60, closesAt: 15 * 60 }, taken: [start, at(14, 30)] },
  { words: "Busy until 2:30 pm", more: { opensAt: 14 * 60, closesAt: 15 * 60 }, taken: [start] },
])("a plumber is said to be $words", ({ words, more = {}, taken = [], length }) =>
  expect(say(more, taken, length)).toBe(words),
);

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
test.each<{ what: string; better: Partial<Candidate>; worse: Partial<Candidate> }>([
  { what: "a free plumber comes before a busy one who fits better", better: gas, worse: { takenTimes: [taken(0)] } },
  {
    what: "a free plumber comes before one outside their hours who fits better",
    better: gas,
    worse: { availability: closed },
  },
  {
    what: "one outside their hours, whom the office can assign, comes before a busy one",
    better: { availability: { ...ALWAYS, paused: true }, ...gas },
    worse: { takenTimes: [taken(0)] },
  },
  {
    what: "a plumber who fits comes before one who is better in everything else",
    better: { place: "other", ratingSum: 10, minutesToAnswer: 500, takenTimes: [-3, -2, 2, 3].map(taken) },
    worse: { place: "suburb", ratingSum: 50, minutesToAnswer: 1, speciality: "Gas Fitting" },
  },
  {
    what: "one based in the suburb comes before one who serves it",
    better: { place: "suburb" },
    worse: { place: "serves" },
  },
  {
    what: "one who serves the suburb comes before one of the city",
    better: { place: "serves" },
    worse: { place: "city" },
  },
  { what: "one of the city comes before one of another", better: { place: "city" }, worse: { place: "other" } },
  { what: "the better rated comes first", better: { ratingSum: 50 }, worse: { ratingSum: 30 } },
  { what: "one who answers sooner comes first", better: { minutesToAnswer: 10 }, worse: { minutesToAnswer: 90 } },
  { what: "one with fewer jobs that day comes first", better: {}, worse: { takenTimes: [taken(-3), taken(3)] } },
])("$what", ({ better, worse }) => {
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
  { what: "can take all bookings without a conflict", bookings: [chosen("B", later), chosen("A", ten)], assignable: 2 },
  {
    what: "has a job of their own told apart from another of the chosen bookings",
    bookings: [chosen("A", ten), chosen("B", ten), chosen("C", muchLater)],
    takenTimes: [{ startsAt: muchLater, jobMinutes: 60 }],
    assignable: 1,
    busy: ["C"],
    clashing: ["B"],
  },
  {
    what: "can't take what they have already, which takes its time",
    bookings: [chosen("A", ten, "anna"), chosen("B", ten), chosen("C", later)],
    assignable: 1,
    clashing: ["B"],
    own: ["A"],
  },
])("a plumber $what", ({ bookings, takenTimes = [], assignable, busy = [], clashing = [], own = [] }) => {
  const [one] = suggestForAll(bookings, [{ ...anna, takenTimes }]);
  expect(one).toMatchObject({ assignable, free: assignable, busy, clashing, own });
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

test.each<{ what: string; hours?: Partial<Availability>; taken?: number[]; now?: number; is: number | null }>([
  { what: "the next one", is: at(14, 30) },
  { what: "the first within hours", hours: { opensAt: 16 * 60 }, is: at(16) },
  { what: "the first without a job in the way", taken: [at(14, 30), at(15)], is: at(15, 30) },
  { what: "one that is still to come", now: at(17), is: at(17, 30) },
  { what: "none on a day off", hours: { daysOff: weekdayBit(day) }, is: null },
  { what: "none of the next day", hours: { closesAt: 14 * 60 }, is: null },
])("where no one is free at 2 pm, the soonest start of that day is $what", ({ hours, taken = [], now = at(9), is }) => {
  const candidate = (id: string, availability: Availability) => ({
    id,
    firstName: id,
    availability,
    takenTimes: taken.map((startsAt) => ({ startsAt, jobMinutes: 30 })),
  });
  const candidates = [candidate("Paused", { ...ALWAYS, paused: true }), candidate("Rudo", { ...ALWAYS, ...hours })];
  const found = soonestThatDay({ startsAt: start }, candidates, now);
  expect(found).toEqual(is === null ? null : { start: is, id: "Rudo", firstName: "Rudo" });
});

test.each([
  { what: "an hour after the other", opensAt: 15 * 60 + 30, is: "Best" },
  { what: "later than that", opensAt: 15 * 60 + 45, is: "Other" },
])("where no one is free at 2 pm, the best plumber is offered even if they are free $what", ({ opensAt, is }) => {
  const candidate = (id: string, hours: Partial<Availability>) => ({
    id,
    firstName: id,
    availability: { ...ALWAYS, ...hours },
    takenTimes: [{ startsAt: start, jobMinutes: 30 }],
  });
  const ranked = [candidate("Best", { opensAt }), candidate("Other", {})];
  expect(soonestWorthwhile({ startsAt: start }, ranked, at(9))?.id).toBe(is);
});
