import { isUnderWay, NO_PLUMBER_YET, type BookingView } from "~/domain/bookings/booking";
import { timeUntil } from "~/domain/bookings/booking-words";
import type { NextStep } from "~/domain/bookings/next-step/next-step";
import { pageFor } from "~/domain/bookings/next-step/step-links";
import type { Instant } from "~/domain/time/harare";
import { Link } from "../shell/link";
import { BookingName } from "./booking-name";
import { Directions } from "./directions";
import { JobLine } from "./job-line";
import { OtherSide, type Contact } from "./other-side";
import { StepControls, StepWords, type StepBooking } from "./next-step";

interface Props {
  booking: StepBooking &
    Parameters<typeof JobLine>[0]["booking"] &
    Pick<BookingView, "startsAt" | "serviceType" | "notes" | "isByPhone"> & {
      client: Contact;
      plumber: Contact | null;
    };
  side: "client" | "plumber";
  step: NextStep;
  /** What a client's way to pay online says; null: nothing can be paid. */
  pay?: string | null;
  now: Instant;
}

/** The visit that is running or comes first, on top of a dashboard: who, where, and the one next step. */
export function NextVisit({ booking, side, step, pay, now }: Props) {
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
      {side === "plumber" && notes && <p className="line-clamp-3 text-ink-2">{notes}</p>}
      <div className="ticket-actions">
        <StepControls step={step} booking={booking} page={page} pay={pay} />
        <Link to={page} className="button button-quiet">
          View
        </Link>
      </div>
    </section>
  );
}

function titleOf(side: Props["side"], { status, startsAt }: Props["booking"], now: Instant): string {
  if (isUnderWay(status)) return side === "client" ? "Your plumber is at work" : "You're working on";
  const what = side === "client" ? "appointment" : "job";
  return `Your ${startsAt > now ? "next " : ""}${what}, ${timeUntil(startsAt, now)}`;
}
