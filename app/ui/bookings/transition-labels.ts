import type { IconName } from "../elements/icon-names";
import type { BookingTransition } from "~/domain/bookings/booking-machine";

interface TransitionLabel {
  button: string;
  busy: string;
  icon: IconName;
  /** The question to confirm; null when the button acts at once. */
  question: string | null;
  done: string;
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
    done: "confirmed the booking",
    title: "Confirm this booking?",
  },
  refuse: {
    button: "Refuse",
    busy: "Refusing...",
    icon: "circle-x",
    question: "Are you sure you want to refuse this request?",
    done: "refused the request",
  },
  start: {
    button: "Start",
    busy: "Starting...",
    icon: "wrench",
    question: null,
    done: "started the job",
    title: "Start this job?",
  },
  complete: {
    button: "Mark Completed",
    busy: "Saving...",
    icon: "circle-check",
    question: null,
    done: "completed the job",
    title: "Mark this job as completed?",
  },
  cancel: {
    button: "Cancel",
    busy: "Cancelling...",
    icon: "circle-x",
    question: "Are you sure you want to cancel this booking?",
    done: "cancelled the booking",
  },
  reopen: {
    button: "Not done yet",
    busy: "Saving...",
    icon: "undo-2",
    question: null,
    done: "reopened the job",
  },
  expire: {
    button: "Expire",
    busy: "Closing...",
    icon: "hourglass",
    question: null,
    done: "refused the request: it wasn't answered in time",
  },
};
