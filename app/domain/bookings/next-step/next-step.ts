import type { Named } from "../../values/user";
import type { Instant } from "../../time/harare";
import type { Booking, Participant } from "../booking-views";
import { clientStep } from "./client-step";
import { officeStep } from "./office-step";
import { plumberStep } from "./plumber-step";
import type { NextStep, OnlineStep, StepFacts, StepReader } from "./step-facts";
// Apart from this file, which needs the rules of every step, the links are in the browser's shared script.
import { pageFor, stepLink } from "./step-links";

const RULES = { client: clientStep, plumber: plumberStep, office: officeStep };

/** The next step of a booking (B30), for every page, card and email. It decides no rights. */
export const nextStep = (facts: StepFacts, viewer: StepReader, now: Instant): NextStep => RULES[viewer](facts, now);

/** A booking as a list of one of its sides shows it (B19): what a card says, and not what that hangs on. */
export type ListedBooking = ReturnType<typeof listBooking>;

/** A booking as the query of a side's own list reads it. */
export interface ListedRow extends StepFacts, Pick<Booking, "id" | "serviceType" | "title" | "isMissed"> {
  client: Named & { id: string };
  plumber: Participant | null;
  location: string | null;
  underWay: number | null;
  /** Its place among the open ones (L5). */
  openOrder: number;
}
type Row = Omit<ListedRow, "openOrder" | "underWay">;

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
