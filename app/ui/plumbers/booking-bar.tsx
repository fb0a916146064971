import { fullName } from "~/domain/values/user";
import type { Plumber } from "~/domain/plumbers/plumber";
import { formatDate, formatTime, type Instant } from "~/domain/time/harare";
import { bookableDates, STARTS_OF_A_DAY } from "~/domain/time/slots";
import { formatMoney } from "~/domain/values/money";
import { SubmitButton } from "../forms/submit-button";

/** The plumber, the fee and the choice, always in view. CSS shows the words of the chosen day and time. */
export function BookingBar({ plumber, now }: { plumber: Plumber; now: Instant }) {
  return (
    <div className="booking-bar">
      <p className="min-w-0 leading-snug">
        <span className="block wrap-anywhere text-ink-2">{fullName(plumber)}</span>
        <span className="block">
          <span className="sr-only">Appointment fee </span>
          <b className="tabular-nums">{formatMoney(plumber.feeCents)}</b> <span aria-hidden="true">·</span>{" "}
          {bookableDates(now).map((date, index) => (
            <span key={date} className={`chosen chosen-day-${index}`}>
              {formatDate(date, "short")}{" "}
            </span>
          ))}
          {STARTS_OF_A_DAY.map((minute, index) => (
            <span key={minute} className={`chosen chosen-time-${index}`}>
              {formatTime(minute)}
            </span>
          ))}
        </span>
      </p>
      <SubmitButton busy="Booking..." className="book">
        <span className="whitespace-nowrap sm:hidden">Book, {formatMoney(plumber.feeCents)}</span>
        <span className="max-sm:hidden">Book an appointment</span>
      </SubmitButton>
    </div>
  );
}
