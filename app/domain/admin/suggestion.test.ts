import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ALWAYS } from "../time/availability";
import { HOUR, instantOf } from "../time/harare";
import { PLACES, reasonFor, suggestPlumbers, type Candidate } from "./suggestion";

const start = instantOf("2026-11-25", 14 * 60);
/** A job so many hours later. */
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

describe("the order of suggestions", () => {
  test.each<[string, better: Partial<Candidate>, worse: Partial<Candidate>]>([
    [
      "a free plumber comes before a busy one who fits better",
      { speciality: "Gas Fitting" },
      { takenTimes: [taken(0)] },
    ],
    [
      "a free plumber comes before one outside their hours who fits better",
      { speciality: "Gas Fitting" },
      { availability: { ...ALWAYS, closesAt: 12 * 60 } },
    ],
    [
      "one outside their hours, whom the office can assign, comes before a busy one",
      { availability: { ...ALWAYS, paused: true }, speciality: "Gas Fitting" },
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
    ["who answers sooner comes first", { minutesToAnswer: 10 }, { minutesToAnswer: 90 }],
    ["who has fewer jobs that day comes first", {}, { takenTimes: [taken(-3), taken(3)] }],
  ])("%s", (_, better, worse) => {
    // By id alone the worse one would come first.
    const candidates = [plumber("z", better), plumber("a", worse)];
    expect(suggest(candidates).map(({ id }) => id)).toEqual(["z", "a"]);
  });

  const someone = fc.record({
    id: fc.uuid(),
    place: fc.constantFrom(...PLACES),
    speciality: fc.constantFrom("Leak Repair", "Gas Fitting"),
    ratingCount: fc.constantFrom(0, 4),
    ratingSum: fc.integer({ min: 4, max: 20 }),
    minutesToAnswer: fc.option(fc.integer({ min: 1, max: 5000 })),
    availability: fc.constantFrom(ALWAYS, { ...ALWAYS, paused: true }, { ...ALWAYS, closesAt: 12 * 60 }),
    takenTimes: fc.array(fc.integer({ min: -20, max: 20 }).map((steps) => taken(steps / 2))),
  });
  const someCandidates = fc
    .uniqueArray(someone, { selector: ({ id }) => id, maxLength: 20 })
    .map((several) => several.map((more) => plumber(more.id, more)));

  test("who gets better in one thing never falls behind", () => {
    const better = fc.constantFrom<Partial<Candidate>>(
      { place: "suburb" },
      { speciality: "Leak Repair" },
      { ratingCount: 4, ratingSum: 20 },
      { minutesToAnswer: 1 },
      { availability: ALWAYS, takenTimes: [] },
    );
    fc.assert(
      fc.property(someCandidates, fc.nat(), better, (candidates, at, more) => {
        fc.pre(candidates.length > 0);
        const chosen = candidates[at % candidates.length]!;
        const placeOf = (list: Candidate[]) => suggest(list).findIndex(({ id }) => id === chosen.id);
        const improved = candidates.map((each) => (each === chosen ? { ...each, ...more } : each));
        expect(placeOf(improved)).toBeLessThanOrEqual(placeOf(candidates));
      }),
    );
  });

  test.each([null, "Inspection", "Other"])("for %s every speciality fits", (service) => {
    expect(suggest([plumber("a", { speciality: "Sprinkler Systems Installation" })], service)[0]!.fits).toBe(true);
  });
});

describe("why the first one is the best", () => {
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
        place: "other",
        speciality: "Gas Fitting",
        ratingCount: 0,
        takenTimes: [taken(-3)],
        availability: { ...ALWAYS, paused: true },
      },
      "Tendai is the best of those who can be assigned.",
    ],
  ])("of %o", (more, words) => expect(why(more)).toBe(words));
});
