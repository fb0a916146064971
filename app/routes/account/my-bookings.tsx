import { useLoaderData } from "@remix-run/react";
import type { OfficeBookingRow } from "~/domain/admin/bookings/office-row";
import { onlineStepOfRow } from "~/domain/escrow/online-payment";
import { listOwnBookings } from "~/domain/bookings/queries/booking-lists.server";
import { readBookingQuery } from "~/domain/admin/lists/office-lists";
import { listAdminBookings } from "~/domain/admin/bookings/admin-bookings.server";
import { signedInLoader } from "~/http/guards";
import { BookingCard } from "~/ui/bookings/booking-card";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { EmptyState, MoreLink, QuietLink, TallLink } from "~/ui/shell/elements";
import { described } from "~/ui/shell/public-page";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { BookingWhen } from "../../ui/bookings/booking-when";
import { StatusBadge } from "../../ui/bookings/status-badge";

export const meta = described({
  title: "My Bookings",
  description: "Your bookings, with their status, date, time and address.",
});

/** A user's bookings, by role (W1). */
export const loader = signedInLoader(async ({ context: { db, now, paymentProvider }, viewer: { id, role }, url }) => {
  const cursor = url.searchParams.get("cursor");
  if (role === "admin") {
    const { rows: adminBookings, next } = await listAdminBookings(db, readBookingQuery(""), cursor, now);
    return { bookings: [], role, adminBookings, next, now };
  }
  const online = role === "client" && paymentProvider ? onlineStepOfRow : null;
  const { bookings, next } = await listOwnBookings(db, { id, role }, "all", cursor, now, online);
  return { bookings, role, adminBookings: [], next, now };
});

export default function MyBookings() {
  const { bookings, role, adminBookings, next, now } = useLoaderData<typeof loader>();
  return (
    <div className="page py-8">
      <h1 className="mb-4">My Bookings</h1>
      <ul className="grid gap-2 md:grid-cols-2 xl:grid-cols-3">
        {bookings.map((booking) => (
          <BookingCard key={booking.id} booking={booking} side={role === "client" ? "client" : "plumber"} now={now} />
        ))}
      </ul>
      {adminBookings.length > 0 && <BookingRows bookings={adminBookings} />}
      {bookings.length + adminBookings.length === 0 && (
        <EmptyState illustration={noBookings} text="No bookings found.">
          <QuietLink to="/plumbers">Our Plumbers</QuietLink>
        </EmptyState>
      )}
      <MoreLink next={next} label="More bookings" />
    </div>
  );
}

/** A list of bookings for the office: three lines each on phones, one on wide screens. */
function BookingRows({ bookings }: { bookings: OfficeBookingRow[] }) {
  return (
    <ul className="card divide-y divide-line">
      {bookings.map((booking) => (
        <li
          key={booking.id}
          data-row
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 p-4 xl:grid-cols-[7rem_1fr_18rem_8rem]"
        >
          <TallLink
            to={`/admin-dashboard/bookings/${booking.id}`}
            data-row-link
            className="font-semibold"
            label={booking.reference}
          />
          <span className="grid justify-items-end gap-2 xl:order-last xl:justify-items-start">
            <StatusBadge status={booking.status} />
          </span>
          <span className="col-span-2 wrap-anywhere xl:col-span-1">
            {booking.client}
            {booking.plumber ? (
              <>
                {" "}
                <span className="text-ink-3">with</span> {booking.plumber}
              </>
            ) : (
              <>
                , <b>{NO_PLUMBER_YET.toLowerCase()}</b>
              </>
            )}
          </span>
          <span className="col-span-2 xl:col-span-1">
            <BookingWhen startsAt={booking.startsAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
