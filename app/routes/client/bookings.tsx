import { useLoaderData } from "@remix-run/react";
import { parseBookingFilter } from "~/domain/bookings/booking";
import { listOwnBookings } from "~/domain/bookings/queries/booking-lists.server";
import { onlineStepOfRow } from "~/domain/online-payments/payable";
import { clientLoader } from "~/http/guards";
import { clientPage } from "~/ui/shell/dashboard-page";
import { OwnBookings, ClientsCard } from "~/ui/bookings/booking-card";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Link } from "~/ui/shell/link";
import { MoreLink } from "~/ui/elements/more-link";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage("Bookings", "bookings", "bookings");

export const loader = clientLoader(async ({ context, viewer, url }) => {
  const filter = parseBookingFilter(url.searchParams.get("show"));
  const owner = { id: viewer.id, role: "client" } as const;
  const cursor = url.searchParams.get("cursor");
  const online = context.paymentProvider && onlineStepOfRow;
  const page = await listOwnBookings(context.db, owner, filter, cursor, context.now, online);
  return { ...page, filter, now: context.now };
});

export default function Bookings() {
  const { bookings, next, filter, now } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1>Bookings</h1>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Link to="/client-dashboard/saved" className="button-link">
            Saved plumbers
          </Link>
          <Link to="/plumbers" className="button">
            Book a plumber
          </Link>
        </div>
      </div>
      <OwnBookings
        bookings={bookings}
        filter={filter}
        page="/client-dashboard/bookings"
        card={(booking) => <ClientsCard key={booking.id} booking={booking} now={now} />}
      />
      {bookings.length === 0 && (
        <EmptyState illustration={noBookings} text="No bookings found.">
          <Link to="/plumbers" className="button">
            Find a plumber
          </Link>
        </EmptyState>
      )}
      <MoreLink next={next} label="More bookings" />
    </>
  );
}
