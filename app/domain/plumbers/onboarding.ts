import type { PlumberCheck } from "~/db/schema";
import { ABOUT_ENOUGH } from "~/db/profile-texts";
import type { Instant } from "../time/harare";
import { validChecks } from "../vetting/vetting";

/** The parts of a plumber's profile that clients look for. */
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

const PROFILE = "profile?edit";

/** The steps of a plumber's start, in order, and where each is done (D22). */
export const onboardingSteps = (facts: OnboardingFacts, now: Instant) => {
  const { hasPhoto, about, hoursSetAt, suburb, servedSuburbs, checks, papers, jobsCompleted } = facts;
  return (
    [
      ["A photo of you", PROFILE, hasPhoto],
      [`A few sentences about your work (${ABOUT_ENOUGH} characters or more)`, PROFILE, about.length >= ABOUT_ENOUGH],
      ["The hours when you take jobs", "availability", hoursSetAt !== null],
      ["The suburbs you serve", PROFILE, suburb !== null || servedSuburbs > 0],
      ["Your papers, for our office", "papers", papers > 0 || validChecks(checks, now).length > 0],
      ["Your first job", "jobs", jobsCompleted > 0],
    ] as const
  ).map(([label, page, isDone]) => ({ label, to: `/plumber-dashboard/${page}`, isDone }));
};
