import { expect, test } from "vitest";
import { onboardingSteps, type OnboardingFacts } from "./onboarding";

const now = 1_700_000_000_000;
const nothing: OnboardingFacts = {
  hasPhoto: false,
  about: "I am a plumber.",
  hoursSetAt: null,
  suburb: null,
  servedSuburbs: 0,
  checks: [],
  papers: 0,
  jobsCompleted: 0,
};
const open = (facts: Partial<OnboardingFacts>) =>
  onboardingSteps({ ...nothing, ...facts }, now).flatMap(({ isDone, label }) => (isDone ? [] : [label]));
const all = open({});

test("a new plumber has all six steps to do, and a check that has ended is no paper", () => {
  expect(all).toHaveLength(6);
  expect(open({ checks: [{ kind: "identity", checkedAt: 0, expiresAt: now }] })).toEqual(all);
});

test.each<[string, Partial<OnboardingFacts>]>([
  ["A photo of you", { hasPhoto: true }],
  ["A few sentences about your work (60 characters or more)", { about: "x".repeat(60) }],
  ["The hours when you take jobs", { hoursSetAt: 0 }],
  ["The suburbs you serve", { suburb: "Avondale" }],
  ["The suburbs you serve", { servedSuburbs: 1 }],
  ["Your papers, for our office", { papers: 1 }],
  ["Your papers, for our office", { checks: [{ kind: "identity", checkedAt: 0, expiresAt: null }] }],
  ["Your first job", { jobsCompleted: 1 }],
])("%s is done by %o alone", (label, facts) => {
  expect(open(facts)).toEqual(all.filter((one) => one !== label));
});
