import { describe, expect, test } from "vitest";
import { ALWAYS } from "../time/availability";
import { HOUR, instantOf, MINUTE } from "../time/harare";
import { suggestPlumbers, type Candidate } from "./suggestion";

const start = instantOf("2026-11-25", 14 * 60);
const plumber = (name: string, more: Partial<Candidate> = {}): Candidate => ({
  id: name,
  firstName: name,
  lastName: "P",
  photoKey: null,
  speciality: "Leak Repair",
  feeCents: 2500,
  city: "Harare",
  ratingSum: 40,
  ratingCount: 10,
  availability: ALWAYS,
  takenStarts: [],
  ...more,
});
const suggest = (candidates: Candidate[], serviceType: string | null = "Leak Fixing") =>
  suggestPlumbers({ startsAt: start, serviceType }, candidates);
const saying = (candidate: Candidate) =>
  suggest([candidate])[0]!.reasons.map(({ text, speaksFor }) => `${speaksFor ? "+" : "-"} ${text}`);

describe("the order of suggestions", () => {
  test.each([
    [
      "a free plumber comes before one who fits better",
      [plumber("busy", { takenStarts: [start] }), plumber("free", { speciality: "Gas Fitting" })],
      ["free", "busy"],
    ],
    [
      "a plumber who works at that hour comes before one who fits better",
      [
        plumber("closed", { availability: { ...ALWAYS, closesAt: 12 * 60 } }),
        plumber("open", { speciality: "Gas Fitting" }),
      ],
      ["open", "closed"],
    ],
    [
      "a plumber who fits comes before one who is rated better",
      [plumber("rated", { speciality: "Gas Fitting", ratingSum: 50 }), plumber("fits", { ratingSum: 30 })],
      ["fits", "rated"],
    ],
    [
      "of two who fit, the better rated comes first",
      [plumber("three", { ratingSum: 30 }), plumber("five", { ratingSum: 50 })],
      ["five", "three"],
    ],
    [
      "of two who are equal in all that, the one with fewer jobs that day comes first",
      [plumber("full", { takenStarts: [start - 3 * HOUR, start + 3 * HOUR] }), plumber("idle")],
      ["idle", "full"],
    ],
  ])("%s", (_, candidates, order) => {
    expect(suggest(candidates).map(({ id }) => id)).toEqual(order);
  });
});

describe("the reasons", () => {
  test("say what speaks for a plumber", () => {
    expect(saying(plumber("a"))).toEqual([
      "+ Free at 2:00 pm",
      "+ Leak Repair",
      "+ 4.00 out of 5 (10 reviews)",
      "+ No other job that day",
    ]);
  });
  test("say what speaks against", () => {
    const busy = plumber("a", {
      speciality: "Gas Fitting",
      ratingSum: 20,
      takenStarts: [start + 29 * MINUTE],
      availability: { ...ALWAYS, paused: true },
    });
    expect(saying(busy)).toEqual([
      "- Has another job around 2:00 pm",
      "- Gas Fitting: not quite what's needed",
      "- Taking a break",
      "- 2.00 out of 5 (10 reviews)",
      "+ 1 other job that day",
    ]);
  });
  test.each([
    [30, 29, false],
    [30, 30, true],
    [120, 119, false],
    [120, 120, true],
  ])("with jobs of %i minutes, one %i minutes away leaves the start free: %s", (jobMinutes, away, isFree) => {
    for (const side of [-1, 1])
      expect(
        suggest([
          plumber("a", { takenStarts: [start + side * away * MINUTE], availability: { ...ALWAYS, jobMinutes } }),
        ])[0]!.isFree,
      ).toBe(isFree);
  });
  test.each([null, "Inspection", "Other"])("for %s every speciality fits", (service) => {
    expect(
      suggest([plumber("a", { speciality: "Sprinkler Systems Installation" })], service)[0]!.reasons[1]!.speaksFor,
    ).toBe(true);
  });
});
