import type { ReactNode } from "react";
import { DEFAULT_SERVICE, DEFAULT_TITLE, isAgreed, NO_REPORT } from "~/domain/bookings/booking";
import type { BookingView, Replacement } from "~/domain/bookings/booking-views";
import type { HistoryLine } from "~/domain/bookings/booking-history";
import { countdown } from "~/domain/bookings/booking-words";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { BackLink, Notice } from "../shell/elements";
import { fullName } from "~/domain/values/user";
import { BookingName, BookingWhen } from "./booking-when";
import { Directions, OtherSide } from "./other-side";
import { JobLine } from "./job-line";
import { replacementFacts } from "./replacements";

interface Props {
  booking: Parameters<typeof JobLine>[0]["booking"] &
    Pick<
      BookingView,
      | "reference"
      | "startsAt"
      | "serviceType"
      | "title"
      | "notes"
      | "report"
      | "location"
      | "pin"
      | "client"
      | "plumber"
      | "isOnlyCalled"
    >;
  side: "client" | "plumber";
  history: HistoryLine[];
  replacements: Replacement[];
  message: string | null;
  now: Instant;
  actions: ReactNode;
  next: ReactNode;
  children?: ReactNode;
}

const LIST = {
  client: { to: "/client-dashboard/bookings", label: "Bookings" },
  plumber: { to: "/plumber-dashboard/jobs", label: "Back", "aria-label": "Back to your jobs" },
};

export function Ticket({ booking, side, history, replacements, message, now, actions, next, children }: Props) {
  const other = side === "client" ? booking.plumber : booking.client;
  const isToAnswer = side === "plumber" && booking.status === "pending";
  const title = booking.title ?? (side === "plumber" ? DEFAULT_TITLE : null);
  return (
    <article className={`grid w-full gap-2 max-sm:-mt-4 sm:gap-5 ${side === "client" ? "ticket-page" : "max-w-3xl"}`}>
      <BackLink {...LIST[side]} className="print:hidden" />
      <section className="card ticket grid gap-3 sm:gap-5">
        <header>
          <p className="text-sm text-ink-3 wrap-anywhere">
            <span className="tabular-nums">{booking.reference}</span>
            {title && (
              <>
                {" · "}
                <bdi>{title}</bdi>
              </>
            )}
          </p>
          <h1>
            <span className="print:hidden">
              <BookingName booking={booking} now={now} className="inline-block" />
            </span>
            <span className="hidden print:inline">
              {formatInstant(booking.startsAt)}, {booking.serviceType ?? DEFAULT_SERVICE}
            </span>
          </h1>
        </header>
        <JobLine booking={booking} />
        {message && <Notice kind="danger">{message}</Notice>}
        <div className="grid gap-3">
          {next}
          <div className="ticket-actions">{actions}</div>
        </div>
        <div className="perforation" />
        <dl className="grid gap-4 sm:grid-cols-2 sm:gap-5 print:gap-2">
          <div>
            <dt className="text-sm text-ink-3">{side === "client" ? "Plumber" : "Client"}</dt>
            <dd>
              {other ? (
                <OtherSide other={other} side={side} isOnlyCalled={side === "plumber" && booking.isOnlyCalled} />
              ) : (
                "To be assigned"
              )}
            </dd>
          </div>
          <div>
            <dt className="text-sm text-ink-3">Where</dt>
            <dd className="flex items-center gap-2">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {booking.location ?? "No address given"}
                {isToAnswer && (
                  <span className="block text-sm text-ink-3">You'll see the street once you confirm.</span>
                )}
              </span>
              {booking.location && side === "plumber" && isAgreed(booking.status) && (
                <Directions location={booking.location} pin={booking.pin} className="button-quiet w-11 px-0" isIcon />
              )}
            </dd>
          </div>
          <div>
            <dt className="text-sm text-ink-3">When</dt>
            <dd>
              <BookingWhen startsAt={booking.startsAt} />
              <span className="block text-ink-2 print:hidden">{countdown(booking, now)}</span>
            </dd>
          </div>
          {!isToAnswer && (
            <div className="print:col-span-2">
              <dt className="text-sm text-ink-3">What</dt>
              <dd>
                {booking.serviceType ?? DEFAULT_SERVICE}
                {booking.notes && (
                  <span dir="auto" className="block whitespace-pre-line text-ink-2">
                    {booking.notes}
                  </span>
                )}
              </dd>
            </div>
          )}
          {replacementFacts(replacements, LIST[side].to).map(([label, link], at) => (
            <div key={at} className="print:hidden">
              <dt className="text-sm text-ink-3">{label}</dt>
              <dd>{link}</dd>
            </div>
          ))}
          {(side === "plumber" || booking.report || booking.status === "completed") && (
            <div className="col-span-full">
              <dt className="text-sm text-ink-3">Report</dt>
              <dd dir="auto" className={`whitespace-pre-line ${booking.report ? "" : "text-sm text-ink-3"}`}>
                {booking.report ?? NO_REPORT}
              </dd>
            </div>
          )}
        </dl>
      </section>
      <div className="grid gap-2 sm:gap-5">
        {children}
        <BookingHistory history={history} />
      </div>
      <p className="hidden text-sm print:block">
        Printed {formatInstant(now)}
        {booking[side] && `, for ${fullName(booking[side])}`}
      </p>
    </article>
  );
}

/** The latest lines are printed, without their reasons: a ticket takes one page of A4 (B24). */
const PRINTED_LINES = 8;

export function BookingHistory({ history }: { history: HistoryLine[] }) {
  const unprinted = Math.max(0, history.length - PRINTED_LINES);
  return (
    <section className="card long grid gap-4 p-4 sm:p-6 print:block">
      <h2>History</h2>
      {unprinted > 0 && <p className="hidden print:block">{unprinted} earlier entries are on the site.</p>}
      <ol className="grid gap-3 border-l-2 border-brand-100 pl-4 print:block">
        {history.map(({ who, words, reason, at }, index) => (
          <li key={`${at} ${words}`} className={`leading-snug ${index < unprinted ? "print:hidden" : ""}`}>
            <p className="wrap-anywhere print:inline">
              <b>{who}</b> {words}
              {reason && (
                <span className="text-ink-2 print:hidden">
                  : <bdi>“{reason}”</bdi>
                </span>
              )}
            </p>
            <p className="text-sm text-ink-3 tabular-nums print:inline"> {formatInstant(at)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
