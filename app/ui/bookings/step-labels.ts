import type { JobStepName } from "~/domain/bookings/job-steps";

/** The buttons of the steps of the day (B25, B27). */
export const STEP_LABELS: Record<JobStepName, { button: string; busy: string }> = {
  "on-the-way": { button: "On the way", busy: "Telling the client..." },
  "not-on-the-way": { button: "Not on the way after all", busy: "Saving..." },
  "plumber-did-not-come": { button: "The plumber didn't come", busy: "Saving..." },
  "nobody-was-there": { button: "Nobody was there", busy: "Saving..." },
};
