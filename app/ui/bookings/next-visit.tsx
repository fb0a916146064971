import { NO_PLUMBER_YET, type BookingView } from "~/domain/bookings/booking";
import { timeUntil } from "~/domain/bookings/booking-words";
import type { NextStep } from "~/domain/bookings/next-step/next-step";
import { pageFor } from "~/domain/bookings/next-step/step-links";
import type { Instant } from "~/domain/time/harare";
import { fullName } from "~/domain/values/user";
import { Avatar } from "../accounts/avatar";
import { PhoneLinks } from "../accounts/phone-links";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { BookingName } from "./booking-name";
import { Directions } from "./directions";
import { JobLine } from "./job-line";
import { StepControls, StepWords } from "./next-step";

interface Props {
  booking: BookingView;
  side: "client" | "plumber";
  step: NextStep;
  now: Instant;
}

/** The visit that is running or comes first, on top of a dashboard: who, where, and the one next step. */
export function NextVisit({ booking, side, step, now }: Props) {
  const { client, plumber, location, notes, pin } = booking;
  const page = pageFor(side, booking);
  const other = side === "client" ? plumber : client;
  const hasDirections = side === "plumber" && location !== null && step.primary !== "directions";
  const phone = step.primary?.startsWith("call-") ? null : other?.phone;
  return (
    <section className="card ticket grid gap-4 p-4 sm:p-6">
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
      <p className="flex items-center gap-2 text-lg wrap-anywhere">
        {side === "client" ? (
          <Avatar photoKey={plumber?.photoKey ?? null} size={40} />
        ) : (
          <Icon name="user" className="text-brand-600" />
        )}
        {other ? fullName(other) : NO_PLUMBER_YET}
      </p>
      {location && (
        <p className="flex gap-1.5 text-lg wrap-anywhere">
          <Icon name="map-pin" className="mt-1 text-brand-600" /> {location}
        </p>
      )}
      {side === "plumber" && notes && <p className="line-clamp-3 text-ink-2">{notes}</p>}
      {(hasDirections || phone) && (
        <div className="flex flex-wrap gap-2">
          {hasDirections && <Directions location={location} pin={pin} className="button-quiet" />}
          {phone && <PhoneLinks phone={phone} className="button button-quiet" label="Call" />}
        </div>
      )}
      <div className="ticket-actions">
        <StepControls step={step} booking={booking} page={page} />
        <Link to={page} className="button button-quiet">
          View
        </Link>
      </div>
    </section>
  );
}

function titleOf(side: Props["side"], { status, startsAt }: BookingView, now: Instant): string {
  if (status === "in-progress") return side === "client" ? "Your plumber is at work" : "You're working on";
  const what = side === "client" ? "appointment" : "job";
  return `Your ${startsAt > now ? "next " : ""}${what}, ${timeUntil(startsAt, now)}`;
}
