import { type Choice, SAID_LIMITS } from "../../notices/said";
import type { Instant } from "../../time/harare";
import { formatMoney } from "../../values/money";
import { cutText } from "../../values/text";
import { linkedStep } from "./next-step";
import type { StepAction, StepFacts } from "./step-facts";
import { didNotCome, shortPayLabel, type LinkedBooking } from "./step-links";

// The buttons under a message about a booking (Q4). Each says what it is about, like the time of a visit: once that has
// changed, an old button does nothing.

type Facts = StepFacts & LinkedBooking;

interface Tap {
  /** Of an action about a job (app/dialogue). */
  name: string;
  title: string;
  mark?: string | number;
}

type Taps = (facts: Facts, reader: "client" | "plumber") => Tap[];

const single =
  (name: string, title: string): Taps =>
  () => [{ name, title }];

/** The buttons of each step; a quote's shows the quote first. */
const TAPS: Partial<Record<StepAction, Taps>> = {
  confirm: ({ startsAt }) => [
    { name: "confirm", title: "Confirm", mark: startsAt },
    { name: "refuse", title: "Refuse", mark: startsAt },
  ],
  refuse: ({ startsAt }) => [{ name: "refuse", title: "Refuse", mark: startsAt }],
  "on-the-way": single("on-the-way", "I'm on my way"),
  start: single("start", "Start the job"),
  complete: single("complete", "Finish the job"),
  review: single("review", "Leave a review"),
  "ask-another": single("ask-another", "Ask another plumber"),
  "plumber-did-not-come": ({ plumber }) =>
    plumber ? [{ name: "plumber-did-not-come", title: didNotCome(plumber.firstName, SAID_LIMITS.button) }] : [],
  "answer-time": ({ proposedStart, proposedBy }, reader) =>
    proposedStart === null || proposedBy === reader
      ? []
      : [
          { name: "accept-time", title: "Yes, move it", mark: proposedStart },
          { name: "decline-time", title: "No, keep the time", mark: proposedStart },
        ],
  "answer-final": ({ finalAmount }) =>
    finalAmount === null
      ? []
      : [
          { name: "agree-final", title: `Agree to ${formatMoney(finalAmount)}`, mark: finalAmount },
          { name: "dispute-final", title: "I don't agree", mark: finalAmount },
        ],
  "answer-quote": single("see", "See the quote"),
  "answer-payment": ({ openPayment }, reader) =>
    openPayment && openPayment.recordedBy !== reader
      ? [
          { name: "confirm-payment", title: `Yes, ${formatMoney(openPayment.amount)}`, mark: openPayment.amount },
          { name: "deny-payment", title: `No, not ${formatMoney(openPayment.amount)}`, mark: openPayment.amount },
        ]
      : [],
  pay: ({ payable, deniedBy }) =>
    payable
      ? [
          {
            name: "pay",
            title: shortPayLabel(payable.amount, deniedBy),
            mark: `${payable.purpose} ${payable.amount}`,
          },
        ]
      : [],
};

/** The buttons under a message about a booking, for one side: its next step's (B30), and one that says how it stands. */
export function stepChoices(booking: Facts, reader: "client" | "plumber", now: Instant): Choice[] {
  const { primary, beside } = linkedStep(booking, reader, now);
  const taps = [primary, primary === "confirm" ? null : beside].flatMap(
    (action) => (action && TAPS[action]?.(booking, reader)) ?? [],
  );
  const all = taps.some(({ name }) => name === "see") ? taps : [...taps, { name: "see", title: "See the job" }];
  return all.slice(0, SAID_LIMITS.buttons).map(({ name, title, mark = "" }: Tap) => ({
    id: `job.${booking.id}.${name}.${mark}`,
    title: cutText(title, SAID_LIMITS.button),
  }));
}
