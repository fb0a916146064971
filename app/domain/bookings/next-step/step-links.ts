import type { StepAction, StepFacts } from "./step-facts";
import { unsettledPart } from "../final-amount";
import { formatMoney } from "../../values/money";

export interface StepLink {
  label: string;
  path: string;
}

type Linked = "openQuote" | "finalAmount" | "finalAnswer" | "fee" | "agreedPrice" | "openPayment" | "instead";

export interface LinkedBooking extends Pick<StepFacts, Linked> {
  id: string;
  client: { id: string; firstName: string };
  plumber: { id: string; firstName: string } | null;
}

export const pageFor = (reader: "client" | "plumber", { id }: { id: string }): string =>
  reader === "client" ? `/client-dashboard/bookings/${id}` : `/plumber-dashboard/jobs/${id}`;

export const againPage = (bookingId: string, plumber: { id: string }): string =>
  `/appointment/${plumber.id}?again=${bookingId}#book`;

/** Where a notice of a request leads: answering without signing in (N16). */
export const answerPath = (token: string) => `/answer?token=${token}`;

export const reviewPage = ({ id }: { id: string }): string => `/client-dashboard/reviews?job=${id}`;

const amountOf = (cents: number | null | undefined): string => (cents == null ? "" : ` ${formatMoney(cents)}`);

/** Where a side answers a step (B30); null: a button of the booking's page takes it, or the phone does. */
export function stepLink(action: StepAction, booking: LinkedBooking, reader: "client" | "plumber"): StepLink | null {
  const { client, plumber } = booking;
  const page = pageFor(reader, booking);
  const other = reader === "client" ? plumber : client;
  switch (action) {
    case "answer-time":
      return { label: "Accept or decline the new time", path: `${page}/reschedule` };
    case "answer-quote":
      return { label: `Accept or decline${amountOf(booking.openQuote?.total)}`, path: page };
    case "answer-final":
      return { label: `Answer:${amountOf(unsettledPart(booking))} more`, path: page };
    case "answer-payment": {
      const { openPayment } = booking;
      const verb = openPayment?.recordedBy === reader ? "Take back" : "Confirm or deny";
      return { label: `${verb}${amountOf(openPayment?.amount)}`, path: page };
    }
    case "pay":
      return { label: "Pay", path: `${page}/pay` };
    case "record-payment":
      return reader === "client"
        ? { label: "I paid cash", path: `${page}/money/record-payment?method=cash` }
        : { label: "Record a payment", path: `${page}/money/record-payment` };
    case "complete":
      return { label: "Mark Completed", path: `${page}/finish` };
    case "review":
      return { label: "Leave a review", path: reviewPage(booking) };
    case "book-again":
      return plumber && { label: "Book again", path: againPage(booking.id, plumber) };
    case "ask-another":
      return { label: "Ask another plumber", path: `${page}/ask-another` };
    case "see-instead":
      return booking.instead
        ? { label: `See ${booking.instead.firstName}'s booking`, path: pageFor(reader, booking.instead) }
        : null;
    case "message":
      return other && { label: `Message ${other.firstName}`, path: `/${reader}-dashboard/messages/${other.id}` };
    default:
      return null;
  }
}
