import type { Instant } from "../../time/harare";
import type { BookingEventName } from "../booking-event";
import { clientStep } from "./client-step";
import { officeStep } from "./office-step";
import { plumberStep } from "./plumber-step";
import { type StepFacts, type StepReader, isTooMuch, moneyState, needsOtherPlumber } from "./step-facts";
import { isAgreed, isCalledOff, isOpen, isToCome } from "../booking";

export type StepAction =
  | "confirm"
  | "refuse"
  | "on-the-way"
  | "start"
  | "complete"
  | "plumber-did-not-come"
  | "answer-time"
  | "answer-quote"
  | "answer-final"
  | "answer-payment"
  | "pay"
  | "record-payment"
  | "directions"
  | "call-client"
  | "call-plumber"
  | "call-office"
  | "message"
  | "review"
  | "book-again"
  | "ask-another"
  | "see-instead"
  | "find-plumber"
  | "decide";

/** The next step of a booking for one viewer (B30). */
export interface NextStep {
  /** The viewer's task, or the state of the booking, in one or two sentences. */
  sentence: string;
  /** The same in a few words, for a row of a list; null: the status says it all. */
  brief: string | null;
  hint: string | null;
  primary: StepAction | null;
  beside: StepAction | null;
  /** True if the viewer is asked for something today: menus count it. */
  isAsked: boolean;
  waitsFor: Waiting | null;
  urgency: "now" | "today" | "none";
  /** The event that the first sentence is the news of, for emails; absent: none. */
  tells?: BookingEventName;
}

/** The next step of a booking (B30), for every page, card and email. It decides no rights. */
export const nextStep = (facts: StepFacts, viewer: StepReader, now: Instant): NextStep => ({
  ...RULES[viewer](facts, now),
  waitsFor: waitingFor(facts, now),
});

const RULES = { client: clientStep, plumber: plumberStep, office: officeStep };

/** A step of one viewer's; whom everybody waits for is the same for all. */
export type ViewersStep = Omit<NextStep, "waitsFor">;

/** The one a booking waits for; `since` and `until` null: not known, open. */
export interface Waiting {
  who: StepReader;
  since: Instant | null;
  until: Instant | null;
}

/** The one everybody waits for (B30), the same for every viewer; null: nothing is left to do. */
function waitingFor(facts: StepFacts, now: Instant): Waiting | null {
  const waiting = firstOf(facts, now);
  // The office speaks for a client without an email (N20).
  return waiting?.who === "client" && facts.isByPhone ? { ...waiting, who: "office" } : waiting;
}

function firstOf(facts: StepFacts, now: Instant): Waiting | null {
  const { status, plumber, waitingSince, startsAt, proposedBy, proposedStart, frozenAt } = facts;
  const on = (who: StepReader, more: Partial<Waiting> = {}): Waiting => ({ who, since: null, until: null, ...more });
  if (isCalledOff(status)) return null;
  if (!plumber) return on("office", { since: waitingSince, until: startsAt });
  const state = moneyState(facts, now);
  if (state === "frozen") return on("office", { since: frozenAt });
  if (needsOtherPlumber(facts)) return on("office", { until: startsAt });
  if (isToCome(status) && proposedBy !== null)
    return on(proposedBy === "client" ? "plumber" : "client", { until: proposedStart });
  switch (state) {
    case "disputed":
      return on("office");
    case "excess":
      return on("client");
    case "toConfirm": {
      const { recordedBy } = facts.openPayment!;
      // The plumber confirms the office's records of payments (M6).
      if (isTooMuch(facts)) return on(recordedBy === "admin" ? "office" : recordedBy);
      return on(recordedBy === "plumber" ? "client" : "plumber");
    }
    case "paying":
      return on("client");
    case "quote":
      return on("client", { until: facts.openQuote!.validUntil });
    case "denied":
      return on("office");
    case "due":
      if (status === "completed") return on("client");
  }
  if (!isOpen(status)) return null;
  return on("plumber", { since: isAgreed(status) ? null : waitingSince, until: startsAt });
}
