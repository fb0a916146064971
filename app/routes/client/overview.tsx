import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { fullName } from "~/domain/values/user";
import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import { linkedStep, listBooking } from "~/domain/bookings/next-step/next-step";
import { reviewPage } from "~/domain/bookings/next-step/step-links";
import { listOverview, type OverviewRow, countOpen } from "~/domain/bookings/queries/booking-lists.server";
import { onlineStep, onlineStepOfRow } from "~/domain/escrow/online-payment";
import { countDue } from "~/domain/money/money-lists.server";
import { readSetting } from "~/domain/settings/settings.server";
import { dateAt, formatDate, formatInstant, type Instant } from "~/domain/time/harare";
import { clientLoader } from "~/http/guards";
import { useFeedState } from "~/realtime/use-feed";
import type { loader as rootLoader } from "~/root";
import { clientPage } from "~/ui/shell/dashboard-page";
import { BookingCard } from "~/ui/bookings/booking-card";
import { NextVisit } from "~/ui/bookings/next-step";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { ButtonLink, EmptyState, Figure, Link, QuietLink, TextLink } from "~/ui/shell/elements";
import { listReviewable } from "~/domain/reviews/review-views.server";
import type { FeeMode } from "~/domain/settings/usual-settings";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage("Overview", "bookings");

export const loader = clientLoader(async ({ context: { db, now, paymentProvider }, viewer }) => {
  const [figures, { next, others, hasMore }, fee, reviewable, outstanding] = await Promise.all([
    countOpen(db, viewer, now),
    listOverview(db, viewer, now),
    paymentProvider && readSetting(db, "fee-mode"),
    listReviewable(db, viewer.id, null),
    countDue(db, viewer),
  ]);
  return {
    ...figures,
    first: next && firstCard(next, fee, now),
    others: others.map((row) => listBooking(row, "client", now, fee && onlineStepOfRow)),
    hasMore,
    reviewable,
    outstanding,
    now,
  };
});

/** The first card, of an open booking. `payable` null: nothing can be paid online. */
function firstCard(row: OverviewRow, payable: { feeMode: FeeMode } | null, now: Instant) {
  const { id, status, startsAt, serviceType, location, onTheWayAt, isMissed, client, plumber } = row;
  const online = onlineStep(
    row,
    payable && { ...payable, underWay: row.underWay === null ? null : { amount: row.underWay } },
  );
  return {
    booking: {
      id,
      status,
      startsAt,
      serviceType,
      location,
      onTheWayAt,
      isMissed,
      client: { ...client, photoKey: null },
      plumber,
      closedFrom: null,
      isPaid: false,
      isOnlyCalled: false,
      notes: null,
      pin: null,
    },
    step: linkedStep({ ...row, ...online }, "client", now),
  };
}

export default function Overview() {
  const { active, upcoming, first, others, hasMore, reviewable, outstanding, now } = useLoaderData<typeof loader>();
  const { unread } = useFeedState();
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user;
  return (
    <div className="grid gap-8">
      <h1>Welcome, {user?.firstName}</h1>
      {first ? (
        <NextVisit {...first} side="client" now={now} />
      ) : (
        <EmptyState illustration={noBookings} text="Nothing coming up.">
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to="/plumbers">Find a plumber</ButtonLink>
            <QuietLink to="/client-dashboard/book">Let our office find one</QuietLink>
          </div>
        </EmptyState>
      )}
      {others.length > 0 && (
        <section className="grid gap-4">
          <h2>Your other bookings</h2>
          <ul className="grid gap-2 md:grid-cols-2 2xl:grid-cols-3">
            {others.map((booking) => (
              <BookingCard key={booking.id} booking={booking} side="client" now={now} />
            ))}
          </ul>
          {hasMore && <TextLink to="/client-dashboard/bookings" label="All bookings" />}
        </section>
      )}
      {reviewable.length > 0 && (
        <section className="grid gap-4">
          <h2>Jobs to review</h2>
          <ul className="grid gap-3 md:grid-cols-2">
            {reviewable.map((booking) => (
              <li key={booking.id} className="card grid content-between justify-items-start gap-3 p-4">
                <p className="min-w-0 wrap-anywhere">
                  <b>{fullName(booking.plumber)}</b>
                  <br />
                  <span className="text-ink-2">
                    {booking.serviceType ?? DEFAULT_SERVICE}, {formatDate(dateAt(booking.startsAt), "short")}
                  </span>
                </p>
                <QuietLink to={reviewPage(booking)}>
                  Leave a review
                  <span className="sr-only">
                    {" "}
                    of {fullName(booking.plumber)}, {formatInstant(booking.startsAt)}
                  </span>
                </QuietLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 lg:grid-cols-4">
        <LinkedFigure to="bookings?show=upcoming" label="Active Bookings" value={active} icon="calendar-check" />
        <LinkedFigure to="bookings?show=upcoming" label="Upcoming Appointments" value={upcoming} icon="clock" />
        <LinkedFigure to="messages" label="Unread Messages" value={unread.total} icon="message-circle" />
        <LinkedFigure to="payments" label="Outstanding Payments" value={outstanding} icon="wallet" />
      </dl>
    </div>
  );
}

const LinkedFigure = ({ to, label, ...figure }: ComponentProps<typeof Figure> & { to: string }) => (
  <Figure
    {...figure}
    label={
      <Link to={`/client-dashboard/${to}`} className="whole">
        {label}
      </Link>
    }
  />
);
