import type { Instant } from "../../time/harare";
import type { BookingEventName } from "../booking-event";
import { clientStep } from "./client-step";
import { officeStep } from "./office-step";
import { plumberStep } from "./plumber-step";
import type { StepFacts, StepReader } from "./step-facts";
import { waitingFor, type Waiting } from "./waiting-for";

/** What somebody can do next. Pages and emails know where each leads, and what its button says. */
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

/** What is next on a booking, for one viewer (B30). */
export interface NextStep {
  /** What is asked of the viewer, or how it stands; one or two sentences. */
  sentence: string;
  /** The same in a few words, for a row of a list; null: the status says it all. */
  brief: string | null;
  /** What becomes possible next, and when. */
  hint: string | null;
  primary: StepAction | null;
  beside: StepAction | null;
  /** Whether something is asked of the viewer today: menus count it. */
  isAsked: boolean;
  waitsFor: Waiting | null;
  urgency: "now" | "today" | "none";
  /** The event that the first sentence is the news of, for emails; absent: none. */
  tells?: BookingEventName;
}

/**
 * The next step of a booking (B30): every page, card and email reads it here. Of `facts` it takes what the viewer may
 * know; it decides no rights: the server asks again when a step is taken.
 */
export const nextStep = (facts: StepFacts, viewer: StepReader, now: Instant): NextStep => ({
  ...RULES[viewer](facts, now),
  waitsFor: waitingFor(facts, now),
});

const RULES = { client: clientStep, plumber: plumberStep, office: officeStep };

/** A step of one viewer's; whom everybody waits for is the same for all. */
export type ViewersStep = Omit<NextStep, "waitsFor">;
