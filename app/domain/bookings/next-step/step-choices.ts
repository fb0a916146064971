import { type Choice, SAID_LIMITS } from "../../notices/said";
import type { Instant } from "../../time/harare";
import { linkedStep } from "./next-step";
import type { StepAction, StepFacts } from "./step-facts";
import type { LinkedBooking } from "./step-links";

/** The steps that a tap takes, or begins; what is about an amount, a time or a quote is looked at first. */
const TAPPED: Partial<Record<StepAction, string>> = {
  confirm: "Confirm",
  refuse: "Refuse",
  "on-the-way": "I'm on my way",
  start: "Start the job",
  complete: "Finish the job",
  review: "Leave a review",
};
const LOOKED_AT: readonly StepAction[] = ["answer-time", "answer-quote", "answer-final", "answer-payment", "pay"];

/** The buttons under a message about a booking (93), for one side: its next step's (B30), and one that says how it stands. */
export function stepChoices(booking: StepFacts & LinkedBooking, reader: "client" | "plumber", now: Instant): Choice[] {
  const { primary, beside, links } = linkedStep(booking, reader, now);
  const see = `job.${booking.id}.see.`;
  const asked = ([primary, primary === "confirm" ? "refuse" : beside] as const).flatMap((action) => {
    if (action === null) return [];
    const tapped = TAPPED[action];
    if (tapped) return [{ id: `job.${booking.id}.${action}.`, title: tapped }];
    const link = action === primary ? links.primary : links.beside;
    if (!link || !LOOKED_AT.includes(action)) return [];
    // A label that is cut could name another amount.
    return [{ id: see, title: link.label.length <= SAID_LIMITS.button ? link.label : "Answer here" }];
  });
  const isLookedAt = asked.some(({ id }) => id === see);
  return isLookedAt ? asked : [...asked, { id: see, title: "See the job" }].slice(0, SAID_LIMITS.buttons);
}
