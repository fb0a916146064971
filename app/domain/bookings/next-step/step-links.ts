import type { OnlineStep, StepAction, StepFacts } from "./step-facts";
import { brand } from "~/brand";
import type { PaymentPurpose } from "~/db/money-words";
import { unsettledPart } from "../final-amount";
import { dayAndTime } from "./step-words";
import { formatMoney } from "../../values/money";
import { telephoneLink } from "../../values/phone";

export interface StepLink {
  label: string;
  path: string;
  /** Opens over the page. Absent: a page of its own, which begins at its top. */
  dialog?: true;
}

type Linked = "openQuote" | "finalAmount" | "finalAnswer" | "fee" | "agreedPrice" | "openPayment" | "instead";

export interface LinkedBooking
  extends
    Pick<StepFacts, Linked | "proposedStart" | "paidAmount" | "deniedBy" | "uncheckedPayment">,
    Partial<OnlineStep> {
  id: string;
  client: LinkedSide;
  plumber: LinkedSide | null;
}

/** `phone` absent or null: the other side doesn't see it. */
interface LinkedSide {
  id: string;
  firstName: string;
  phone?: string | null;
}

export const pageFor = (reader: "client" | "plumber", { id }: { id: string }): string =>
  reader === "client" ? `/client-dashboard/bookings/${id}` : `/plumber-dashboard/jobs/${id}`;

export const againPage = (bookingId: string, plumber: { id: string }): string =>
  `/appointment/${plumber.id}?again=${bookingId}#book`;

/** Where a notice of a request leads: answering without signing in (N16). */
export const answerPath = (token: string) => `/answer?token=${token}`;

export const reviewPage = ({ id }: { id: string }): string => `/client-dashboard/reviews?job=${id}`;

/** A plumber's link to record what they were paid, on tickets and in lists alike. */
export const recordLink = (page: string): StepLink => ({
  label: "Record a payment",
  path: `${page}/money/record-payment`,
});

const amountOf = (cents: number | null | undefined): string => (cents == null ? "" : ` ${formatMoney(cents)}`);

/** The question about a recorded payment, on tickets and in lists alike. */
export function askPayment(payment: StepFacts["openPayment"], reader: "client" | "plumber"): string {
  const amount = amountOf(payment?.amount);
  if (payment?.recordedBy === reader) return `Take back${amount}`;
  return `Did you ${reader === "client" ? "pay" : "get"}${amount}?`;
}

/** The label of a side's step, and the page where it is taken (B30); null: one press takes it. */
export function stepLink(action: StepAction, booking: LinkedBooking, reader: "client" | "plumber"): StepLink | null {
  const { client, plumber, openPayment, proposedStart } = booking;
  const page = pageFor(reader, booking);
  const other = reader === "client" ? plumber : client;
  switch (action) {
    case "answer-time":
      return {
        label: proposedStart === null ? "Answer the new time" : `Move to ${dayAndTime(proposedStart)}?`,
        path: `${page}/reschedule`,
        dialog: true,
      };
    case "answer-quote":
      return { label: `Accept or decline${amountOf(booking.openQuote?.total)}`, path: page };
    case "answer-final":
      return { label: agreeLabel(booking), path: page };
    case "answer-payment":
      return { label: askPayment(openPayment, reader), path: page };
    case "pay":
      return { label: payLabel(booking) ?? "Pay", path: `${page}/pay` };
    case "record-payment":
      return reader === "client"
        ? { label: "I paid cash", path: `${page}/money/record-payment?method=cash` }
        : recordLink(page);
    case "complete":
      return { label: "Mark Completed", path: `${page}/finish` };
    case "plumber-did-not-come":
      return plumber && { label: didNotCome(plumber.firstName), path: `${page}/step/${action}`, dialog: true };
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
    case "call-client":
    case "call-plumber":
      return other?.phone
        ? { label: `Call ${other.firstName}`, path: telephoneLink(other.phone) }
        : stepLink("message", booking, reader);
    case "message":
      return other && { label: `Message ${other.firstName}`, path: `/${reader}-dashboard/messages/${other.id}` };
    case "call-office":
      return { label: "Call our office", path: telephoneLink(brand.phone) };
    default:
      return null;
  }
}

/** Has at most `longest` letters: a long name would leave no room for the call beside it on a narrow phone. */
export function didNotCome(plumber: string, longest = 24): string {
  const said = `${plumber} didn't come`;
  return said.length > longest ? "Nobody came" : said;
}

const PAID_PART: Record<Exclude<PaymentPurpose, "fee">, string> = {
  deposit: "the deposit, ",
  rest: "the rest, ",
  price: "now, ",
};

type Paying = Partial<OnlineStep> & Pick<StepFacts, "paidAmount" | "deniedBy" | "uncheckedPayment">;

export const SEE_PAYMENT = "See the payment";

/** A client looks at a payment online, and doesn't make one, while one is under way or has to be checked. */
export const seesPayment = ({ underWay, uncheckedPayment }: { underWay?: unknown; uncheckedPayment: unknown }) =>
  underWay != null || uncheckedPayment !== null;

export const agreeLabel = (booking: Parameters<typeof unsettledPart>[0]): string =>
  `Agree to${amountOf(unsettledPart(booking))} more?`;

/** A client whose own payment was denied pays a second time, and knows it. */
export const shortPayLabel = (amount: number, deniedBy: StepFacts["deniedBy"]): string =>
  `Pay ${deniedBy === "plumber" ? "again, " : ""}${formatMoney(amount)}`;

/** The label of the client's link to the pay page; null: nothing can be paid online. */
export function payLabel(booking: Paying): string | null {
  const { payable, paidAmount, deniedBy } = booking;
  if (seesPayment(booking)) return SEE_PAYMENT;
  if (!payable) return null;
  const { amount, purpose } = payable;
  if (purpose === "deposit" && paidAmount > 0) return `Pay the rest of the deposit, ${formatMoney(amount)}`;
  if (deniedBy || purpose === "fee" || (purpose === "rest" && paidAmount === 0)) return shortPayLabel(amount, deniedBy);
  return `Pay ${PAID_PART[purpose]}${formatMoney(amount)}`;
}
