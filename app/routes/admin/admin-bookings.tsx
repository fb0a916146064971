import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData, useSearchParams } from "@remix-run/react";
import { brand } from "~/brand";
import { fullName } from "~/domain/values/user";
import { BOOKING_STATUSES } from "~/domain/bookings/booking";
import { bookingQuery } from "~/domain/admin/booking-filter";
import { listAdminBookings } from "~/domain/admin/admin-bookings.server";
import { findUser } from "~/domain/admin/users.server";
import { CITIES, cityKey } from "~/domain/values/cities";
import { roleLoader } from "~/http/guards";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { BookingRows } from "~/ui/admin/booking-rows";
import { FilterLinks } from "~/ui/admin/filter-links";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Link } from "~/ui/shell/link";
import { MoreLink } from "~/ui/elements/more-link";

export const meta: MetaFunction = () => [{ title: `Bookings – ${brand.name}` }];

export const loader = roleLoader("admin", async ({ context, url }) => {
  const filter = bookingQuery.parse(Object.fromEntries(url.searchParams));
  const userId = filter.client ?? filter.plumber;
  const [page, user] = await Promise.all([
    listAdminBookings(context.db, filter, url.searchParams.get("cursor")),
    userId ? findUser(context.db, userId) : null,
  ]);
  return { ...page, filter, user: user && fullName(user) };
});

export default function AdminBookings() {
  const { bookings, next, filter, user } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const rest = new URLSearchParams(query);
  for (const name of ["day", "cursor"]) rest.delete(name);
  const withoutDay = `?${rest}`;
  const words = (status: string) => status.charAt(0).toUpperCase() + status.slice(1);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Bookings</h1>
        <Link to="/admin-dashboard/bookings/new" className="button">
          New booking
        </Link>
      </div>
      {!filter.client && (
        <FilterLinks
          name="status"
          label="Status"
          chosen={filter.status}
          choices={[
            { value: null, label: "All" },
            ...BOOKING_STATUSES.map((status) => ({ value: status, label: words(status) })),
          ]}
        />
      )}
      {user ? (
        <p className="flex flex-wrap items-center gap-3">
          {filter.client ? "Bookings" : "Jobs"} of <b>{user}</b>
          <Link to="/admin-dashboard/bookings" className="button-link">
            All bookings
          </Link>
        </p>
      ) : (
        <FilterLinks
          name="city"
          label="City"
          chosen={filter.city}
          choices={[
            { value: null, label: "All cities" },
            ...CITIES.map((city) => ({ value: cityKey(city), label: city })),
          ]}
        />
      )}
      <Form className="flex flex-wrap items-end gap-2">
        {filter.status && <input type="hidden" name="status" value={filter.status} />}
        {filter.city && <input type="hidden" name="city" value={filter.city} />}
        {filter.plumber && <input type="hidden" name="plumber" value={filter.plumber} />}
        <label className="field">
          <span className="font-semibold">Day</span>
          <input key={filter.day} type="date" name="day" defaultValue={filter.day ?? ""} className="input" />
        </label>
        <button className="button button-quiet">Show</button>
        {filter.day && (
          <Link to={withoutDay} className="button-link">
            All days
          </Link>
        )}
      </Form>
      {bookings.length === 0 ? (
        <EmptyState illustration={noBookings} text="No bookings found." />
      ) : (
        <BookingRows bookings={bookings} />
      )}
      <MoreLink next={next} label="Earlier bookings" />
    </div>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch bookings" home="/admin-dashboard" />;
}
