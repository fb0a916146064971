import type { ReactNode } from "react";
import { DEFAULT_TITLE } from "~/domain/bookings/booking";
import { serviceAndTime } from "~/domain/bookings/booking-words";
import type { ListedBooking } from "~/domain/bookings/next-step/next-step";
import { pageFor } from "~/domain/bookings/next-step/step-links";
import { type Instant, unbroken } from "~/domain/time/harare";
import { Avatar } from "../accounts/avatar";
import { Icon, Link } from "../shell/elements";
import { BookingName } from "./booking-when";
import { Outcome } from "./next-step";
import { StatusBadge } from "./status-badge";
import { TRANSITION_LABELS } from "./transition-labels";

interface Props {
  booking: ListedBooking;
  side: "client" | "plumber";
  now: Instant;
  /** True for the one card of a screen whose outcome is filled. */
  isPrimary?: boolean;
  /** Stands beside the outcome, instead of the way to say no. */
  children?: ReactNode;
}

/** A card on a phone is at most 144 pixels high, so its buttons are small. */
export const CARD_BUTTON = "min-h-11 px-2 py-1 text-sm";
const QUIET = `button-quiet ${CARD_BUTTON}`;
/** The way to say no: it has no frame, so that nobody takes it for the other one. */
const NO = `${QUIET} border-transparent`;

export function BookingCard({ booking, side, now, isPrimary = false, children }: Props) {
  const { badge, title, name, location, worth, step } = booking;
  const page = pageFor(side, booking);
  const which = <span className="sr-only"> {serviceAndTime(booking, now)}</span>;
  const { action } = step;
  const outcome = action && (
    <Outcome action={action} link={step.link} page={page} className={isPrimary ? CARD_BUTTON : QUIET} which={which} />
  );
  const isClient = side === "client";
  const view = (
    <Link to={page} className="flex-none text-ink-3 after:absolute after:inset-0">
      <Icon name="chevron-right" className="size-5" />
      <span className="sr-only">View</span>
      {which}
    </Link>
  );
  const brief = step.brief && (
    <p
      className={`flex-[1_1_6rem] text-sm leading-tight ${step.isUrgent ? "font-semibold text-copper-700" : "text-ink-2"}`}
    >
      {unbroken(step.brief)}
    </p>
  );
  return (
    <li className="card relative grid content-start gap-y-1 p-3 leading-tight hover:border-brand-600">
      <div className="flex items-center gap-x-2">
        <h2 className="min-w-0 flex-1 text-base leading-tight">
          <BookingName booking={booking} now={now} />
        </h2>
        {isClient && view}
      </div>
      {!isClient && (
        <>
          <div className="flex flex-wrap items-center gap-x-2">
            <p className="flex-[1_1_6rem]">{badge && <StatusBadge status={badge} isSmall />}</p>
            {worth && <b className="flex-none text-sm tabular-nums">{worth}</b>}
            {view}
          </div>
          <p className="text-sm leading-tight wrap-anywhere">
            <bdi>{title ?? DEFAULT_TITLE}</bdi>, {[name, location].filter(Boolean).join(", ")}
          </p>
        </>
      )}
      {/* Large letters have the buttons below, before a word breaks. */}
      <div className="flex flex-wrap items-center gap-x-2 empty:hidden">
        {isClient ? (
          <div className="flex flex-[1_1_12rem] items-start gap-x-2 text-sm">
            <Avatar photoKey={booking.photoKey} size={24} />
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
              <span className="wrap-anywhere">{name}</span>
              {badge && <StatusBadge status={badge} isSmall />}
              {brief}
            </div>
          </div>
        ) : (
          brief
        )}
        <div className="relative ml-auto flex flex-wrap justify-end gap-3 pt-1 empty:hidden">
          {outcome}
          {children}
          {action === "confirm" && !children && (
            <Outcome action="refuse" link={null} page={page} className={NO} which={which} />
          )}
          {side === "client" && badge === "pending" && !children && (
            <Link to={`${page}/cancel`} className={`button ${NO}`} preventScrollReset>
              {TRANSITION_LABELS.cancel.button}
              {which}
            </Link>
          )}
        </div>
      </div>
    </li>
  );
}
