import type { ReactNode } from "react";
import { DEFAULT_TITLE, NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { serviceAndTime } from "~/domain/bookings/booking-words";
import type { ListedBooking } from "~/domain/bookings/next-step/next-step";
import { pageFor } from "~/domain/bookings/next-step/step-links";
import { type Instant, unbroken } from "~/domain/time/harare";
import { fullName } from "~/domain/values/user";
import { Avatar } from "../accounts/avatar";
import { Link } from "../shell/elements";
import { BookingName } from "./booking-when";
import { StatusBadge } from "./status-badge";

interface Props {
  booking: ListedBooking;
  side: "client" | "plumber";
  now: Instant;
  children?: ReactNode;
}

/** A card on a phone is at most 120 pixels high, so its buttons are small. */
export const CARD_BUTTON = "min-h-11 px-3 py-1 text-sm";

export function BookingCard({ booking, side, now, children }: Props) {
  const { status, isMissed, title, location, plumber, step } = booking;
  const name = side === "plumber" ? fullName(booking.client) : plumber ? fullName(plumber) : NO_PLUMBER_YET;
  return (
    <li className="card relative grid content-start px-3 py-2 leading-tight hover:border-brand-600">
      <h2 className="text-base leading-tight">
        <BookingName booking={booking} now={now} />
      </h2>
      <div className="flex flex-wrap items-center gap-x-3">
        {side === "client" && (
          <>
            <Avatar photoKey={plumber?.photoKey ?? null} size={24} />
            <span className="min-w-0 wrap-anywhere">{name}</span>
          </>
        )}
        <StatusBadge status={isMissed ? "missed" : status} isSmall />
        {side === "plumber" && (
          <span dir="auto" className="flex-1 truncate text-xs text-ink-3">
            {title ?? DEFAULT_TITLE}
          </span>
        )}
        <Link to={pageFor(side, booking)} className="ml-auto text-sm font-semibold after:absolute after:inset-0">
          View<span className="sr-only"> {serviceAndTime(booking, now)}</span>
        </Link>
      </div>
      {side === "plumber" && (
        <p className="text-sm leading-tight wrap-anywhere">{[name, location].filter(Boolean).join(", ")}</p>
      )}
      {(step.brief !== null || children) && (
        <div className="flex flex-wrap items-center gap-x-2 text-sm">
          {/* Large letters have the buttons below, before a word breaks. */}
          <p className={`flex-[1_1_6rem] ${step.isAsked ? "font-semibold text-copper-700" : "text-ink-2"}`}>
            {step.brief && unbroken(step.brief)}
          </p>
          {children && <div className="relative ml-auto flex flex-wrap justify-end gap-2">{children}</div>}
        </div>
      )}
    </li>
  );
}

export function ClientsCard({ booking, now }: Pick<Props, "booking" | "now">) {
  const { step, status } = booking;
  const cancel = { label: "Cancel", path: `${pageFor("client", booking)}/cancel` };
  const link = step.link ?? (status === "pending" ? cancel : null);
  return (
    <BookingCard booking={booking} side="client" now={now}>
      {link && (
        <Link to={link.path} className={`button button-quiet ${CARD_BUTTON}`} preventScrollReset={step.link === null}>
          {link.label}
          <span className="sr-only"> {serviceAndTime(booking, now)}</span>
        </Link>
      )}
    </BookingCard>
  );
}
