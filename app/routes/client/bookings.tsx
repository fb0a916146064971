import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { listBookingsOfClient } from "~/domain/bookings/booking-lists.server";
import { parseCursor } from "~/domain/bookings/list-cursor";
import { areaPage } from "~/http/guards";
import { AreaProblem } from "~/ui/area-problem";
import { BookingCard } from "~/ui/bookings/booking-card";
import noBookings from "~/ui/drawings/no-bookings.svg?url";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { MoreLink } from "~/ui/more-link";

export const meta: MetaFunction = () => [{ title: `Bookings – ${brand.name}` }];

export { alwaysRevalidate as shouldRevalidate } from "~/ui/always-revalidate";

export const loader = areaPage("client", ({ context, viewer, url }) =>
  listBookingsOfClient(context.db, viewer.id, parseCursor(url.searchParams.get("after")), context.now),
);

export default function Bookings() {
  const { bookings, next } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1>Bookings</h1>
        <Link to="/plumbers" className="button">
          Book a plumber
        </Link>
      </div>
      {bookings.length > 0 ? (
        <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
          {bookings.map((booking) => (
            <BookingCard key={booking.id} booking={booking} />
          ))}
        </ul>
      ) : (
        <EmptyState drawing={noBookings} text="No bookings found.">
          <Link to="/plumbers" className="button">
            Find a plumber
          </Link>
        </EmptyState>
      )}
      <MoreLink next={next} label="Earlier bookings" />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <AreaProblem failed="Failed to fetch bookings" missing="Booking not found." home="/client-dashboard/bookings" />;
}
