import { brand } from "~/brand";
import { telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { fullName } from "~/domain/values/user";
import type { Plumber } from "~/domain/plumbers/plumber";
import { formatDate, formatTime, type Instant } from "~/domain/time/harare";
import { bookableDates, STARTS_OF_A_DAY } from "~/domain/time/slots";
import { formatMoney } from "~/domain/values/money";
import { Icon } from "../elements/icon";
import { SubmitButton } from "../forms/submit-button";

/**
 * The plumber, the fee and the choice, always in view; on phones the only bar, so that it has the calls too (W10). CSS
 * shows the words of the chosen day and time.
 */
export function BookingBar({ plumber, now }: { plumber: Plumber; now: Instant }) {
  // All in one element: each would be one more of thirty on the page.
  const words = Object.fromEntries([
    ...bookableDates(now).map((date, index) => [`data-d${index}`, formatDate(date, "short")]),
    ...STARTS_OF_A_DAY.map((minute, index) => [`data-t${index}`, formatTime(minute)]),
  ]);
  return (
    <div className="booking-bar">
      <p className="min-w-0 flex-1 leading-snug">
        <span className="block truncate text-ink-2 max-sm:hidden">{fullName(plumber)}</span>
        <span className="block max-sm:text-sm">
          <span className="max-sm:hidden">
            <span className="sr-only">Visit fee </span>
            <b className="tabular-nums">{formatMoney(plumber.feeCents)}</b> <span aria-hidden="true">·</span>{" "}
          </span>
          <span className="chosen" {...words} />
        </span>
      </p>
      <a href={telephoneLink(brand.phone)} className="bar-icon" aria-label="Call our office">
        <Icon name="phone" /> Office
      </a>
      <a href={whatsAppLink(brand.whatsApp)} className="bar-icon" aria-label="WhatsApp our office">
        <Icon name="whatsapp" /> Office
      </a>
      <SubmitButton busy="Booking..." className="book">
        <span className="whitespace-nowrap sm:hidden">Book, {formatMoney(plumber.feeCents)}</span>
        <span className="max-sm:hidden">Book an appointment</span>
      </SubmitButton>
    </div>
  );
}
