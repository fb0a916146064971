import type { IconName } from "../elements/icon-names";
import type { BookingTransition } from "~/domain/bookings/booking-machine";

interface TransitionLabel {
  button: string;
  busy: string;
  icon: IconName;
  /** The question to confirm; null when the button acts at once. */
  question: string | null;
  /** The title of the office's dialog, for transitions that need no question from a plumber. */
  title?: string;
}

/** The labels of each transition. The machine decides which ones a page shows. */
export const TRANSITION_LABELS: Record<BookingTransition, TransitionLabel> = {
  confirm: {
    button: "Confirm",
    busy: "Confirming...",
    icon: "check",
    question: null,
    title: "Confirm this booking?",
  },
  refuse: {
    button: "Refuse",
    busy: "Refusing...",
    icon: "circle-x",
    question: "Are you sure you want to refuse this request?",
  },
  start: {
    button: "Start",
    busy: "Starting...",
    icon: "wrench",
    question: null,
    title: "Start this job?",
  },
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
  reopen: {
    button: "Not done yet",
    busy: "Saving...",
    icon: "undo-2",
    question: null,
  },
  expire: {
    button: "Expire",
    busy: "Closing...",
    icon: "hourglass",
    question: null,
  },
};
