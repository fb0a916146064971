import type { ReactNode } from "react";
import type { NextStep, StepAction } from "~/domain/bookings/next-step/step-facts";
import type { BookingView } from "~/domain/bookings/booking-views";
import { brand } from "~/brand";
import { isUnderWay, NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { stepLink, type LinkedBooking, type StepLink, pageFor } from "~/domain/bookings/next-step/step-links";
import { unbroken, type Instant } from "~/domain/time/harare";
import { telephoneLink } from "~/domain/values/phone";
import { excerptOf } from "~/domain/values/text";
import { type Contact, OtherSide, Directions } from "./other-side";
import { describeStep, FINISH } from "./transition-labels";
import { ButtonLink, Icon, Link, QuietLink, SubmitButton } from "../shell/elements";

import { timeUntil } from "~/domain/bookings/booking-words";
import { BookingName } from "./booking-when";
import { JobLine } from "./job-line";
import { Form } from "~/ui/forms/owned-form";

export const StepWords = ({ step: { sentence, hint } }: { step: NextStep }) => (
  <>
    <p className="text-lg">{unbroken(sentence)}</p>
    {hint && (
      <p className="flex gap-2 text-ink-2">
        <Icon name="clock" className="mt-1 flex-none text-brand-600" /> {unbroken(hint)}
      </p>
    )}
  </>
);

type StepBooking = LinkedBooking & Pick<BookingView, "location" | "pin"> & { client: Contact; plumber: Contact | null };

interface ControlProps {
  booking: StepBooking;
  page: string;
  /** The label of a client's link to pay online; null: nothing can be paid. */
  pay?: string | null;
}

/** The primary action and the one beside it. `answers`: the buttons of a question about money, as the primary action. */
export const StepControls = ({
  step: { primary, beside },
  answers,
  ...rest
}: ControlProps & { step: NextStep; answers?: ReactNode }) => (
  <>
    {answers ?? (primary && <StepControl action={primary} className="" {...rest} />)}
    {beside && <StepControl action={beside} className="button-quiet" {...rest} />}
  </>
);

function StepControl({
  action,
  booking,
  page,
  className,
  pay,
}: ControlProps & { action: StepAction; className: string }) {
  const { client, plumber, location, pin } = booking;
  const side = page.startsWith("/client-dashboard") ? "client" : "plumber";
  const other = side === "client" ? plumber : client;
  switch (action) {
    case "confirm":
    case "refuse":
    case "on-the-way":
    case "start":
    case "complete":
    case "plumber-did-not-come": {
      const { button, busy, form } = describeStep(action);
      const label = action === "plumber-did-not-come" ? `${plumber?.firstName} didn't come` : button;
      return form ? (
        <ButtonLink to={`${page}/${form}`} className={className} preventScrollReset={form !== FINISH} label={label} />
      ) : (
        <Form method="post" action={page}>
          <SubmitButton value={action} busy={busy} className={className} label={label} />
        </Form>
      );
    }
    case "directions":
      return location && <Directions location={location} pin={pin} className={`w-full ${className}`} />;
    case "call-client":
    case "call-plumber":
      // Without a phone, the chat.
      return other?.phone ? (
        <a href={telephoneLink(other.phone)} className={`button wrap-anywhere ${className}`}>
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

interface NextVisitProps extends Omit<ControlProps, "page"> {
  booking: StepBooking &
    Parameters<typeof JobLine>[0]["booking"] &
    Pick<BookingView, "startsAt" | "serviceType" | "notes" | "isByPhone">;
  side: "client" | "plumber";
  step: NextStep;
  now: Instant;
}

export function NextVisit({ booking, side, step, pay, now }: NextVisitProps) {
  const { client, plumber, location, notes, pin, isByPhone } = booking;
  const page = pageFor(side, booking);
  const other = side === "client" ? plumber : client;
  return (
    <section className="card ticket grid gap-4">
      <header>
        <p className="text-ink-3">{titleOf(side, booking, now)}</p>
        <h2 className="text-h1">
          <Link to={page} className="text-ink">
            <BookingName booking={booking} now={now} />
          </Link>
        </h2>
      </header>
      <JobLine booking={booking} />
      <StepWords step={step} />
      {other ? (
        <OtherSide other={other} side={side} isByPhone={side === "plumber" && isByPhone} />
      ) : (
        <p>{NO_PLUMBER_YET}</p>
      )}
      {location && (
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1 text-lg leading-snug wrap-anywhere">{location}</p>
          {side === "plumber" && <Directions location={location} pin={pin} className="button-quiet w-11 px-0" isIcon />}
        </div>
      )}
      {side === "plumber" && notes && (
        <p dir="auto" className="text-ink-2 wrap-anywhere">
          {excerptOf(notes, 140)}
        </p>
      )}
      <div className="ticket-actions">
        <StepControls step={step} booking={booking} page={page} pay={pay} />
        <QuietLink to={page}>View</QuietLink>
      </div>
    </section>
  );
}

function titleOf(side: NextVisitProps["side"], { status, startsAt }: NextVisitProps["booking"], now: Instant): string {
  if (isUnderWay(status)) return side === "client" ? "Your plumber is at work" : "You're working on";
  const what = side === "client" ? "appointment" : "job";
  return `Your ${startsAt > now ? "next " : ""}${what}, ${timeUntil(startsAt, now)}`;
}
