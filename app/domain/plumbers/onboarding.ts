import type { Instant } from "../time/harare";
import { validChecks, type PlumberCheck } from "../vetting/vetting";

export interface OnboardingFacts {
  hasPhoto: boolean;
  about: string;
  hoursSetAt: Instant | null;
  suburb: string | null;
  servedSuburbs: number;
  checks: PlumberCheck[];
  papers: number;
  jobsCompleted: number;
}

const ABOUT_ENOUGH = 60;

const STEPS = {
  photo: {
    label: "A photo of you",
    to: "/plumber-dashboard/profile?edit",
    isDone: ({ hasPhoto }) => hasPhoto,
  },
  about: {
    label: "A few sentences about your work",
    to: "/plumber-dashboard/profile?edit",
    isDone: ({ about }) => about.length >= ABOUT_ENOUGH,
  },
  hours: {
    label: "The hours when you take jobs",
    to: "/plumber-dashboard/availability",
    isDone: ({ hoursSetAt }) => hoursSetAt !== null,
  },
  suburbs: {
    label: "The suburbs you serve",
    to: "/plumber-dashboard/profile?edit",
    isDone: ({ suburb, servedSuburbs }) => suburb !== null || servedSuburbs > 0,
  },
  papers: {
    label: "Your papers, for our office",
    to: "/plumber-dashboard/papers",
    isDone: ({ checks, papers }, now) => papers > 0 || validChecks(checks, now).length > 0,
  },
  job: {
    label: "Your first job",
    to: "/plumber-dashboard/jobs",
    isDone: ({ jobsCompleted }) => jobsCompleted > 0,
  },
} as const satisfies Record<
  string,
  { label: string; to: string; isDone: (facts: OnboardingFacts, now: Instant) => boolean }
>;

/** The steps of a plumber's start, in order, and where each is done (D22). */
export const onboardingSteps = (facts: OnboardingFacts, now: Instant) =>
  Object.values(STEPS).map(({ label, to, isDone }) => ({ label, to, isDone: isDone(facts, now) }));
