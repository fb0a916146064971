import type { Instant } from "../../time/harare";
import type { Named } from "../../values/user";
import type { Booking, Participant } from "../booking";
import type { BookingEventName } from "../booking-event";
import { clientStep } from "./client-step";
import { officeStep } from "./office-step";
import { plumberStep } from "./plumber-step";
import type { OnlineStep, StepFacts, StepReader } from "./step-facts";
// Apart from this file, which needs the rules of every step, the links are in the browser's shared script.
import { pageFor, stepLink } from "./step-links";

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

/** A booking as a list of one of its sides shows it (B19): what a card says, and not what that hangs on. */
export type ListedBooking = ReturnType<typeof listBooking>;

type Row = StepFacts &
  Pick<Booking, "id" | "serviceType" | "title" | "isMissed"> & {
    client: Named & { id: string };
    plumber: Participant | null;
  };

export type OnlineStepOf<Listed> = (row: Listed) => OnlineStep;

/** A row as its reader's list shows it at this instant. `onlineStepOf` null: nothing can be paid online. */
export function listBooking<Listed extends Row>(
  row: Listed,
  reader: "client" | "plumber",
  now: Instant,
  onlineStepOf: OnlineStepOf<Listed> | null = null,
) {
  const { id, status, startsAt, serviceType, location, title, isMissed, client, plumber } = row;
  const online = onlineStepOf?.(row) ?? { payable: null, underWay: null };
  const { brief, primary, isAsked } = nextStep({ ...row, ...online }, reader, now);
  const link = primary && stepLink(primary, row, reader);
  const step = {
    brief,
    isAsked,
    action: primary,
    // Null where it is taken on the booking's own page, where View leads.
    link: link?.path === pageFor(reader, row) ? null : link,
  };
  return { id, status, startsAt, serviceType, location, title, isMissed, client, plumber, step };
}
