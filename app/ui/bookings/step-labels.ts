import type { JobStepName } from "~/domain/bookings/job-steps";
import type { IconName } from "../elements/icon-names";

interface StepLabel {
  button: string;
  busy: string;
  icon: IconName;
  /** Whether a dialog asks first: for how long it takes, or whether it is meant. */
  asksFirst?: true;
}

/** The labels of the steps of the day (B25, B27). */
export const STEP_LABELS: Record<JobStepName, StepLabel> = {
  "on-the-way": { button: "On the way", busy: "Telling the client...", icon: "map-pin", asksFirst: true },
  "not-on-the-way": { button: "Not on the way after all", busy: "Saving...", icon: "undo-2" },
  "plumber-did-not-come": {
    button: "The plumber didn't come",
    busy: "Saving...",
    icon: "circle-alert",
    asksFirst: true,
  },
  "nobody-was-there": { button: "Nobody was there", busy: "Saving...", icon: "circle-alert", asksFirst: true },
  "plumber-came": { button: "The plumber came after all", busy: "Saving...", icon: "undo-2" },
  "somebody-was-there": { button: "Somebody was there after all", busy: "Saving...", icon: "undo-2" },
};
