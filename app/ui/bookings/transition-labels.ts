import type { IconName } from "../elements/icon-names";
import type { BookingTransition } from "~/domain/bookings/booking-machine";
import { isJobStep, MISSED_VISIT_CLAIMS, type JobStepName } from "~/domain/bookings/job-steps";

interface Label {
  button: string;
  busy: string;
  icon: IconName;
}

interface TransitionLabel extends Label {
  /** The question to confirm; null when the button acts at once. */
  question: string | null;
  /** The title of the office's dialog, for transitions that need no question from a plumber. */
  title?: string;
}

export const TRANSITION_LABELS: Record<BookingTransition, TransitionLabel> = {
  confirm: { button: "Confirm", busy: "Confirming...", icon: "check", question: null, title: "Confirm this booking?" },
  refuse: {
    button: "Refuse",
    busy: "Refusing...",
    icon: "circle-x",
    question: "Are you sure you want to refuse this request?",
  },
  start: { button: "Start", busy: "Starting...", icon: "wrench", question: null, title: "Start this job?" },
  complete: {
    button: "Mark Completed",
    busy: "Saving...",
    icon: "circle-check",
    question: null,
    title: "Mark this job as completed?",
  },
  cancel: {
    button: "Cancel",
    busy: "Cancelling...",
    icon: "circle-x",
    question: "Are you sure you want to cancel this booking?",
  },
  reopen: { button: "Not done yet", busy: "Saving...", icon: "undo-2", question: null },
  expire: { button: "Expire", busy: "Closing...", icon: "hourglass", question: null },
};

export const STEP_LABELS: Record<JobStepName, Label> = {
  "on-the-way": { button: "On the way", busy: "Telling the client...", icon: "map-pin" },
  "not-on-the-way": { button: "Not on the way after all", busy: "Saving...", icon: "undo-2" },
  "plumber-did-not-come": { button: "The plumber didn't come", busy: "Saving...", icon: "circle-alert" },
  "nobody-was-there": { button: "Nobody was there", busy: "Saving...", icon: "circle-alert" },
  "plumber-came": { button: "The plumber came after all", busy: "Saving...", icon: "undo-2" },
  "somebody-was-there": { button: "Somebody was there after all", busy: "Saving...", icon: "undo-2" },
};

/** The steps before which a dialog asks for the time, or for confirmation. */
const ASKING: readonly JobStepName[] = ["on-the-way", ...MISSED_VISIT_CLAIMS];

/** Finishing asks for the final amount (M3), on a page of its own. */
export const FINISH = "finish";

/** A step's labels, and the form that asks before it; null: it is taken at once. */
export function describeStep(step: BookingTransition | JobStepName): Label & { form: string | null } {
  if (isJobStep(step)) return { ...STEP_LABELS[step], form: ASKING.includes(step) ? `step/${step}` : null };
  const { button, busy, icon, question } = TRANSITION_LABELS[step];
  return { button, busy, icon, form: step === "complete" ? FINISH : question && step };
}
