import type { Instant } from "../../time/harare";
import type { BookingEventName } from "../booking-event";
import { clientStep } from "./client-step";
import { officeStep } from "./office-step";
import { plumberStep } from "./plumber-step";
import type { StepFacts, StepReader } from "./step-facts";

type Answer = "answer-time" | "answer-quote" | "answer-final" | "answer-payment";
type Reach = "directions" | "message" | "call-client" | "call-plumber" | "call-office";
type Instead = "book-again" | "ask-another" | "see-instead" | "find-plumber";
type Taken = "confirm" | "refuse" | "on-the-way" | "start" | "complete" | "plumber-did-not-come";

export type StepAction = Taken | Answer | "pay" | "record-payment" | Reach | "review" | Instead | "decide";

/** The next step of a booking for one viewer (B30). */
export interface NextStep {
  /** The viewer's task, or the state of the booking, in one or two sentences. */
  sentence: string;
  /** The same in a few words, for a row of a list; null: the status says it all. */
  brief: string | null;
  hint: string | null;
  primary: StepAction | null;
  beside: StepAction | null;
  /** True if the viewer is asked for something: menus count it. */
  isAsked: boolean;
  /** The event that the first sentence is the news of, for emails; absent: none. */
  tells?: BookingEventName;
}

const RULES = { client: clientStep, plumber: plumberStep, office: officeStep };

/** The next step of a booking (B30), for every page, card and email. It decides no rights. */
export const nextStep = (facts: StepFacts, viewer: StepReader, now: Instant): NextStep => RULES[viewer](facts, now);
