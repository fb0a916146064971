import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { fullName } from "~/domain/values/user";
import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import { nextStep } from "~/domain/bookings/next-step/next-step";
import { stepFacts } from "~/domain/bookings/next-step/step-facts";
import { countOpen, findNextVisit, nextVisitOf } from "~/domain/bookings/queries/booking-lists.server";
import { findOnlineMoney } from "~/domain/online-payments/online-payment-views.server";
import { onlineStep } from "~/domain/online-payments/payable";
import { countDue } from "~/domain/money/money-lists.server";
import { listReviewable } from "~/domain/reviews/reviews.server";
import { dateAt, formatDate, formatInstant } from "~/domain/time/harare";
import { findAtHand } from "~/http/at-hand.server";
import { clientLoader } from "~/http/guards";
import { useFeedState } from "~/realtime/use-feed";
import type { loader as rootLoader } from "~/root";
import { clientPage } from "~/ui/shell/dashboard-page";
import { BookingCard } from "~/ui/bookings/booking-card";
import { NextVisit } from "~/ui/bookings/next-visit";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { payLabel } from "~/ui/money/describe-money";
import { EmptyState } from "~/ui/elements/empty-state";
import { Figure } from "~/ui/elements/figure";
import { Link } from "~/ui/shell/link";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage("Overview", "bookings");

const AT_HAND_SHOWN = 5;

export const loader = clientLoader(async (args) => {
  const {
    context: { db, now, paymentProvider },
    viewer,
  } = args;
  const client = { id: viewer.id, role: "client" } as const;
  const [figures, next, online, atHand, reviewable, outstanding] = await Promise.all([
    countOpen(db, client, now),
    findNextVisit(db, client, now),
    paymentProvider && findOnlineMoney(db, client, nextVisitOf(db, client)),
    findAtHand(args, "client"),
    listReviewable(db, client.id, null),
    countDue(db, client),
  ]);
  const toPay = next && onlineStep(next, online);
  return {
    ...figures,
    next,
    step: next && nextStep(stepFacts(next, toPay ?? undefined), "client", now),
    pay: next && toPay && payLabel({ ...toPay, paidAmount: next.paidAmount }),
    atHand: atHand.filter(({ id }) => id !== next?.id).slice(0, AT_HAND_SHOWN),
    reviewable,
    outstanding,
    now,
  };
});

export default function Overview() {
  const { active, upcoming, next, step, pay, atHand, reviewable, outstanding, now } = useLoaderData<typeof loader>();
  const { unread } = useFeedState();
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user;
  return (
    <div className="grid gap-8">
      <h1>Welcome, {user?.firstName}</h1>
      {next && step ? (
        <NextVisit booking={next} side="client" step={step} pay={pay} now={now} />
      ) : (
        <EmptyState illustration={noBookings} text="Nothing coming up.">
          <div className="flex flex-wrap justify-center gap-3">
            <Link to="/plumbers" className="button">
              Find a plumber
            </Link>
            <Link to="/client-dashboard/book" className="button button-quiet">
              Let our office find one
            </Link>
          </div>
        </EmptyState>
      )}
      {atHand.length > 0 && (
        <section className="grid gap-4">
          <h2>Your other bookings</h2>
          <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
            {atHand.map((booking) => (
              <BookingCard key={booking.id} booking={booking} now={now} />
            ))}
          </ul>
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
                    {booking.serviceType ?? DEFAULT_SERVICE}, {formatDate(dateAt(booking.startsAt))}
                  </span>
                </p>
                <Link to="/client-dashboard/reviews" className="button button-quiet">
                  Leave a review
                  <span className="sr-only">
                    {" "}
                    of {fullName(booking.plumber)}, {formatInstant(booking.startsAt)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure label="Active Bookings" value={active} icon="calendar-check" />
        <Figure label="Upcoming Appointments" value={upcoming} icon="clock" />
        <Figure label="Unread Messages" value={unread.total} icon="message-circle" />
        <Figure label="Outstanding Payments" value={outstanding} icon="wallet" />
      </dl>
    </div>
  );
}
