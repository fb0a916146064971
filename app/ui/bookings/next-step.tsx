import type { ReactNode } from "react";
import type { LinkedStep } from "~/domain/bookings/next-step/next-step";
import type { NextStep, StepAction } from "~/domain/bookings/next-step/step-facts";
import type { BookingView } from "~/domain/bookings/booking-views";
import { isUnderWay, NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { type StepLink, pageFor } from "~/domain/bookings/next-step/step-links";
import { unbroken, type Instant } from "~/domain/time/harare";
import { excerptOf } from "~/domain/values/text";
import { type Contact, OtherSide, Directions } from "./other-side";
import { describeStep } from "./transition-labels";
import { Icon, Link, QuietLink, SubmitButton } from "../shell/elements";
import { countdown } from "~/domain/bookings/booking-words";
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

interface ControlProps {
  booking: Pick<BookingView, "location" | "pin">;
  page: string;
}

/** The primary action and the one beside it. `answers`: the buttons of a question about money, as the primary action. */
export const StepControls = ({
  step: { primary, beside, links },
  answers,
  ...rest
}: ControlProps & { step: LinkedStep; answers?: ReactNode }) => (
  <>
    {answers ?? (primary && <StepControl action={primary} link={links.primary} className="" {...rest} />)}
    {beside && <StepControl action={beside} link={links.beside} className="button-quiet" {...rest} />}
  </>
);

const StepControl = ({ booking: { location, pin }, ...outcome }: ControlProps & OutcomeProps) =>
  outcome.action === "directions" ? (
    location && <Directions location={location} pin={pin} className={`w-full ${outcome.className}`} />
  ) : (
    <Outcome {...outcome} />
  );

interface OutcomeProps {
  action: StepAction;
  /** Null: the action is one of the booking's own page. */
  link: StepLink | null;
  page: string;
  className: string;
  /** The booking, for those who listen to a list. */
  which?: ReactNode;
}

/** The button of a step's outcome, on tickets and cards alike (B30). */
export function Outcome({ action, link, page, className, which }: OutcomeProps) {
  if (link?.path.startsWith("tel:"))
    return (
      <a href={link.path} className={`button wrap-anywhere ${className}`}>
        <Icon name="phone" /> {link.label}
        {which}
      </a>
    );
  if (link) return <OutcomeLink {...link} className={className} which={which} />;
  if (!isTakenHere(action)) return null;
  const { button, busy, form } = describeStep(action);
  return form ? (
    <OutcomeLink path={`${page}/${form}`} label={button} dialog className={className} which={which} />
  ) : (
    <Form method="post" action={page}>
      <SubmitButton value={action} busy={busy} className={className}>
        {button}
        {which}
      </SubmitButton>
    </Form>
  );
}

/** The actions that the booking's own page takes. Every other one has a link, or leads nowhere. */
const TAKEN_HERE = ["confirm", "refuse", "on-the-way", "start"] as const;
const isTakenHere = (action: StepAction): action is (typeof TAKEN_HERE)[number] =>
  TAKEN_HERE.some((one) => one === action);

const OutcomeLink = ({
  path,
  label,
  dialog,
  className,
  which,
}: StepLink & Pick<OutcomeProps, "className" | "which">) => (
  <Link to={path} className={`button ${className}`} preventScrollReset={dialog}>
    {label}
    {which}
  </Link>
);

interface NextVisitProps {
  booking: Parameters<typeof JobLine>[0]["booking"] &
    Pick<
      BookingView,
      "id" | "startsAt" | "onTheWayAt" | "serviceType" | "notes" | "isOnlyCalled" | "location" | "pin"
    > & {
      client: Contact;
      plumber: Contact | null;
    };
  side: "client" | "plumber";
  step: LinkedStep;
  now: Instant;
}

export function NextVisit({ booking, side, step, now }: NextVisitProps) {
  const { client, plumber, location, notes, pin, isOnlyCalled } = booking;
  const page = pageFor(side, booking);
  const other = side === "client" ? plumber : client;
  return (
    <section className="card ticket grid gap-4">
      <header>
        <p className="text-ink-3">{titleOf(side, booking, now)}</p>
        <h2 className="text-h1">
          <Link to={page} className="text-ink">
            <BookingName booking={booking} now={now} className="inline-block underline" />
          </Link>
        </h2>
      </header>
      <JobLine booking={booking} />
      <StepWords step={step} />
      {other ? (
        <OtherSide other={other} side={side} isOnlyCalled={side === "plumber" && isOnlyCalled} />
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
        <StepControls step={step} booking={booking} page={page} />
        <QuietLink to={page}>View</QuietLink>
      </div>
    </section>
  );
}

function titleOf(side: NextVisitProps["side"], booking: NextVisitProps["booking"], now: Instant): string {
  const { status, startsAt } = booking;
  if (isUnderWay(status)) return side === "client" ? "Your plumber is at work" : "You're working on";
  if (status === "pending") return "Your request";
  const what = side === "client" ? "appointment" : "job";
  return [`Your ${startsAt > now ? "next " : ""}${what}`, countdown(booking, now)].filter(Boolean).join(", ");
}
