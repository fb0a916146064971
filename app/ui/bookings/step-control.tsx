import type { BookingView } from "~/domain/bookings/booking";
import type { StepAction } from "~/domain/bookings/next-step/next-step";
import { stepLink, type StepLink } from "~/domain/bookings/next-step/step-links";
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
  const side = page.startsWith("/client-dashboard") ? "client" : "plumber";
  const other = side === "client" ? plumber : client;
  switch (action) {
    case "confirm":
    case "refuse":
    case "on-the-way":
    case "start":
    case "complete":
      return <StepButton step={action} page={page} className={className} />;
    case "plumber-did-not-come":
      return <StepButton step={action} page={page} className={className} label={`${plumber?.firstName} didn't come`} />;
    case "directions":
      return location && <Directions location={location} pin={pin} className={`w-full ${className}`} />;
    case "call-client":
    case "call-plumber":
      // Without a phone there is the chat.
      return other?.phone ? (
        <a href={telephoneLink(other.phone)} className={`button ${className}`}>
          <Icon name="phone" /> Call {other.firstName}
        </a>
      ) : (
        <StepAnchor link={stepLink("message", booking, side)} className={className} />
      );
    case "pay":
      return <StepAnchor link={{ label: pay ?? "Pay", path: `${page}/pay` }} className={className} />;
    default:
      return <StepAnchor link={stepLink(action, booking, side)} className={className} />;
  }
}

const StepAnchor = ({ link, className }: { link: StepLink | null; className: string }) =>
  link && (
    <Link to={link.path} className={`button ${className}`} preventScrollReset={link.path.endsWith("/reschedule")}>
      {link.label}
    </Link>
  );
