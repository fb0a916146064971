import type { ReactNode } from "react";
import { brand } from "~/brand";
import type { BookingView } from "~/domain/bookings/booking";
import type { NextStep, StepAction } from "~/domain/bookings/next-step/next-step";
import { stepLink, type LinkedBooking, type StepLink } from "~/domain/bookings/next-step/step-links";
import { unbroken } from "~/domain/time/harare";
import { telephoneLink } from "~/domain/values/phone";
import type { Contact } from "./other-side";
import { Directions } from "./directions";
import { StepButton } from "./step-button";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";

/** What is asked of the reader, or how it stands, and what becomes possible next (B30). */
export const StepWords = ({ step: { sentence, hint } }: { step: NextStep }) => (
  <>
    <p className="text-lg">{unbroken(sentence)}</p>
    {hint && (
      <p className="flex gap-1.5 text-ink-2">
        <Icon name="clock" className="mt-1 flex-none text-brand-600" /> {unbroken(hint)}
      </p>
    )}
  </>
);

/** What the controls of a step need of its booking. */
export type StepBooking = LinkedBooking &
  Pick<BookingView, "location" | "pin" | "instead"> & {
    client: Contact;
    plumber: Contact | null;
  };

interface Props {
  step: NextStep;
  booking: StepBooking;
  page: string;
  pay?: string | null;
  /** The buttons of a question about money, where that is the next step: they are its primary action. */
  answers?: ReactNode;
}

/** The primary action, and the one beside it, which stands alone where nothing is asked. */
export const StepControls = ({ step: { primary, beside }, answers, ...rest }: Props) => (
  <>
    {answers ?? (primary && <StepControl action={primary} className="" {...rest} />)}
    {beside && <StepControl action={beside} className="button-quiet" {...rest} />}
  </>
);

interface StepControlProps {
  action: StepAction;
  booking: StepBooking;
  /** The booking's page for its side. */
  page: string;
  className: string;
  /** What the way to pay online says. */
  pay?: string | null;
}

/** The control of what a side can do next (B30). */
function StepControl({ action, booking, page, className, pay }: StepControlProps) {
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
    case "call-office":
      return (
        <a href={telephoneLink(brand.phone)} className={`button ${className}`}>
          <Icon name="phone" /> Call our office
        </a>
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
