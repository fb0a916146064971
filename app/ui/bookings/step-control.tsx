import type { BookingView } from "~/domain/bookings/booking";
import type { StepAction } from "~/domain/next-steps/next-step";
import { telephoneLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { Directions } from "./directions";
import { StepButton } from "./step-button";

interface Props {
  action: StepAction;
  booking: BookingView;
  /** The booking's page for its side. */
  page: string;
  className: string;
  /** What the way to pay online says. */
  pay?: string | null;
}

/** The control of what a side can do next (B30). */
export function StepControl({ action, booking, page, className, pay }: Props) {
  const { client, plumber, location, pin } = booking;
  const isClient = page.startsWith("/client-dashboard");
  const other = isClient ? plumber : client;
  const button = `button ${className}`;
  switch (action) {
    case "confirm":
    case "refuse":
    case "on-the-way":
    case "start":
    case "complete":
    case "plumber-did-not-come":
    case "nobody-was-there":
      return <StepButton step={action} page={page} className={className} />;
    case "answer-time":
      return (
        <Link to={`${page}/reschedule`} className={button} preventScrollReset>
          Answer the new time
        </Link>
      );
    case "answer-quote":
    case "answer-final":
    case "answer-payment":
      return (
        <a href="#money" className={button}>
          {ANSWERS[action]}
        </a>
      );
    case "pay":
      return (
        <Link to={`${page}/pay`} className={button}>
          {pay}
        </Link>
      );
    case "record-payment":
      return (
        <Link to={`${page}/money/record-payment`} className={button}>
          Record a payment
        </Link>
      );
    case "quote":
      return (
        <Link to={`${page}/quote`} className={button}>
          Write a quote
        </Link>
      );
    case "directions":
      return location && <Directions location={location} pin={pin} className={`w-full ${className}`} />;
    case "call-client":
    case "call-plumber":
      return other?.phone ? (
        <a href={telephoneLink(other.phone)} className={button}>
          <Icon name="phone" /> Call {other.firstName}
        </a>
      ) : null;
    case "message":
      return (
        other && (
          <Link to={`/${isClient ? "client" : "plumber"}-dashboard/messages/${other.id}`} className={button}>
            <Icon name="message-circle" /> Message {other.firstName}
          </Link>
        )
      );
    case "review":
      return (
        <Link to="/client-dashboard/reviews" className={button}>
          Leave a review
        </Link>
      );
    case "book-again":
      return (
        plumber && (
          <Link to={`/appointment/${plumber.id}`} className={button}>
            Book again
          </Link>
        )
      );
    case "ask-another":
      return (
        <Link to="/plumbers" className={button}>
          Ask another plumber
        </Link>
      );
    case "find-plumber":
    case "decide":
      // The office's.
      return null;
  }
}

const ANSWERS = {
  "answer-quote": "Answer the quote",
  "answer-final": "Agree or disagree",
  "answer-payment": "Confirm or deny",
};
