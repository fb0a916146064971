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
  const [, dashboard = ""] = page.split("/");
  const other = dashboard === "client-dashboard" ? plumber : client;
  const link = (to: string, label: string | null | undefined) => (
    <Link to={to} className={`button ${className}`}>
      {label}
    </Link>
  );
  // The section of the page where it is answered.
  const answer = (label: string) => (
    <a href="#money" className={`button ${className}`}>
      {label}
    </a>
  );
  switch (action) {
    case "confirm":
    case "refuse":
    case "on-the-way":
    case "start":
    case "complete":
      return <StepButton step={action} page={page} className={className} />;
    case "answer-time":
      return (
        <Link to={`${page}/reschedule`} className={`button ${className}`} preventScrollReset>
          Answer the new time
        </Link>
      );
    case "answer-quote":
      return answer("Answer the quote");
    case "answer-final":
      return answer("Agree or disagree");
    case "answer-payment":
      return answer("Confirm or deny");
    case "pay":
      return link(`${page}/pay`, pay);
    case "record-payment":
      return link(`${page}/money/record-payment`, "Record a payment");
    case "quote":
      return link(`${page}/quote`, "Write a quote");
    case "review":
      return link("/client-dashboard/reviews", "Leave a review");
    case "book-again":
      return plumber && link(`/appointment/${plumber.id}`, "Book again");
    case "ask-another":
      return link("/plumbers", "Ask another plumber");
    case "directions":
      return location && <Directions location={location} pin={pin} className={`w-full ${className}`} />;
    case "call-client":
    case "call-plumber":
    case "message":
      // Without a phone there is the chat.
      return other?.phone && action !== "message" ? (
        <a href={telephoneLink(other.phone)} className={`button ${className}`}>
          <Icon name="phone" /> Call {other.firstName}
        </a>
      ) : (
        other && (
          <Link to={`/${dashboard}/messages/${other.id}`} className={`button ${className}`}>
            <Icon name="message-circle" /> Message {other.firstName}
          </Link>
        )
      );
    case "find-plumber":
    case "decide":
      // The office's.
      return null;
  }
}
