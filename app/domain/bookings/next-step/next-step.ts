import { fullName, type Named } from "../../values/user";
import { formatMoney } from "../../values/money";
import { sayDue, unsettledPart } from "../final-amount";
import { type BookingStatus, isCalledOff, NO_PLUMBER_YET } from "../booking";
import type { Instant } from "../../time/harare";
import type { Booking, Participant } from "../booking-views";
import { clientStep } from "./client-step";
import { officeStep } from "./office-step";
import { plumberStep } from "./plumber-step";
import {
  moneyState,
  tellsDay,
  type NextStep,
  type OnlineStep,
  type StepAction,
  type StepFacts,
  type StepReader,
} from "./step-facts";
// Apart from this file, which needs the rules of every step, the links are in the browser's shared script.
import { stepLink, type LinkedBooking, type StepLink } from "./step-links";

const RULES = { client: clientStep, plumber: plumberStep, office: officeStep };

/** The next step of a booking (B30), for every page, card and email. It decides no rights. */
export const nextStep = (facts: StepFacts, viewer: StepReader, now: Instant): NextStep => RULES[viewer](facts, now);

export interface LinkedStep extends NextStep {
  links: { primary: StepLink | null; beside: StepLink | null };
}

/** The next step with the links of its two actions (`stepLink`), for every page and email of a side. */
export function linkedStep(facts: StepFacts & LinkedBooking, reader: "client" | "plumber", now: Instant): LinkedStep {
  const step = nextStep(facts, reader, now);
  const linked = (action: StepAction | null) => action && stepLink(action, facts, reader);
  return { ...step, links: { primary: linked(step.primary), beside: linked(step.beside) } };
}

/**
 * The same for a ticket, whose bar never has "More" alone: where nothing else is to be done, the other side can be written
 * to, or called where only that reaches them; else our office.
 */
export function ticketStep(facts: StepFacts & LinkedBooking, reader: "client" | "plumber", now: Instant): LinkedStep {
  const step = linkedStep(facts, reader, now);
  if (step.primary !== null || step.beside !== null) return step;
  const beside = wayTo(facts, reader);
  return { ...step, beside, links: { ...step.links, beside: stepLink(beside, facts, reader) } };
}

function wayTo({ client, plumber, isOnlyCalled }: StepFacts & LinkedBooking, reader: "client" | "plumber"): StepAction {
  if (reader === "client") return plumber ? "message" : "call-office";
  if (!isOnlyCalled) return "message";
  return client.phone ? "call-client" : "call-office";
}

/** A booking as a list of one of its sides shows it (B19): what a card says, and not what that hangs on. */
export interface ListedBooking extends Pick<
  Booking,
  "id" | "reference" | "startsAt" | "serviceType" | "title" | "status" | "onTheWayAt"
> {
  location: string | null;
  photoKey: string | null;
  /** The word of its badge; null: its step says more. */
  badge: BookingStatus | "missed" | null;
  name: string;
  worth: string | null;
  step: Pick<NextStep, "brief" | "isAsked" | "isUrgent"> & { action: StepAction | null; link: StepLink | null };
}

/** A booking as the query of a side's own list reads it. */
export interface ListedRow extends StepFacts, Pick<Booking, "id" | "reference" | "serviceType" | "title" | "isMissed"> {
  client: Named & { id: string; phone: string | null };
  plumber: (Participant & { phone: string | null }) | null;
  location: string | null;
  underWay: number | null;
  /** Its place among the open ones (L5). */
  openOrder: number;
}
type Row = Omit<ListedRow, "openOrder" | "underWay"> & Pick<StepFacts, "underWay">;

export type OnlineStepOf<Listed> = (row: Listed) => OnlineStep;

/** A row as its reader's list shows it at this instant. `onlineStepOf` null: nothing can be paid online. */
export function listBooking<Listed extends Row>(
  row: Listed,
  reader: "client" | "plumber",
  now: Instant,
  onlineStepOf: OnlineStepOf<Listed> | null = null,
): ListedBooking {
  const { id, reference, status, startsAt, onTheWayAt, serviceType, location, title, isMissed, client, plumber } = row;
  const online = onlineStepOf?.(row) ?? { payable: null };
  const next = linkedStep({ ...row, ...online }, reader, now);
  const other = reader === "plumber" ? client : plumber;
  return {
    id,
    reference,
    startsAt,
    serviceType,
    // Each side's card shows one of the two.
    location: reader === "plumber" ? location : null,
    photoKey: reader === "client" && plumber ? plumber.photoKey : null,
    title,
    status,
    onTheWayAt,
    badge: isMissed ? "missed" : saysMore(row, next, now) ? null : status,
    name: other ? fullName(other) : NO_PLUMBER_YET,
    worth: reader === "plumber" ? worthOf(row) : null,
    step: {
      brief: next.brief,
      isAsked: next.isAsked,
      ...(next.isUrgent && { isUrgent: true }),
      action: next.primary,
      link: next.links.primary,
    },
  };
}

/** True where the step's few words say more than the status: how the day goes, or that our office decides. */
const saysMore = (row: StepFacts, next: NextStep, now: Instant): boolean =>
  row.status === "completed"
    ? next.brief !== null && WITH_OFFICE.includes(moneyState(row, now))
    : tellsDay(next) || row.frozenAt !== null;

const WITH_OFFICE: readonly ReturnType<typeof moneyState>[] = ["frozen", "disputed", "denied"];

export const urgentFirst = (listed: readonly ListedBooking[]): ListedBooking[] =>
  [...listed].sort((a, b) => Number(b.step.isUrgent ?? false) - Number(a.step.isUrgent ?? false));

type Worth = Pick<StepFacts, "status" | "fee" | "due" | "paidAmount" | "openPayment" | "frozenAt"> &
  Parameters<typeof unsettledPart>[0];

/**
 * The amount of a job for its plumber: the final one, with whether it is due or paid, or of it what is due while the rest
 * is not agreed on; the agreed price, or the visit fee; null: it was cancelled or refused.
 */
export function worthOf(booking: Worth): string | null {
  const { status, finalAmount, agreedPrice, fee, due, paidAmount, openPayment, frozenAt } = booking;
  if (isCalledOff(status)) return null;
  const unsettled = unsettledPart(booking);
  // The part that is not agreed on is in the step's few words: a card has room for one amount.
  if (unsettled > 0) return sayDue(Math.max(0, due - (openPayment?.amount ?? 0)), unsettled, formatMoney)[0] ?? null;
  if (finalAmount !== null && (openPayment || frozenAt !== null)) return formatMoney(finalAmount);
  if (due > 0) return `${formatMoney(due)} due`;
  if (finalAmount !== null) return paidAmount > 0 ? `${formatMoney(finalAmount)} paid` : formatMoney(finalAmount);
  if (agreedPrice !== null) return `${formatMoney(agreedPrice)} agreed`;
  return fee === null ? null : `${formatMoney(fee)} visit fee`;
}
