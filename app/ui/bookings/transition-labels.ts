import type { BookingTransition } from "~/domain/bookings/booking-machine";

interface TransitionLabel {
  button: string;
  busy: string;
  /** Asked before a transition that takes something from the other side; null: the button acts at once. */
  question: string | null;
  done: string;
  /** The title of the desk's dialog, where a plumber's button would act at once. */
  title?: string;
}

/** The words of each transition; which ones a page shows is computed from the machine. */
export const TRANSITION_LABELS: Record<BookingTransition, TransitionLabel> = {
  confirm: { button: "Confirm", busy: "Confirming...", question: null, done: "confirmed the booking" },
  refuse: {
    button: "Refuse",
    busy: "Refusing...",
    question: "Are you sure you want to refuse this request?",
    done: "refused the request",
  },
  start: {
    button: "Start",
    busy: "Starting...",
    question: null,
    done: "started the job",
    title: "Set this job in progress?",
  },
  complete: {
    button: "Mark Completed",
    busy: "Saving...",
    question: null,
    done: "completed the job",
    title: "Mark this job as completed?",
  },
  cancel: {
    button: "Cancel",
    busy: "Cancelling...",
    question: "Are you sure you want to cancel this booking?",
    done: "cancelled the booking",
  },
  expire: {
    button: "Expire",
    busy: "Closing...",
    question: null,
    done: "closed the request: it was not answered in time",
  },
};
