import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { fullName } from "~/domain/accounts/user";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { listNewestBookings } from "~/domain/bookings/booking-lists.server";
import { areaPage } from "~/http/guards";
import type { loader as rootLoader } from "~/root";
import { AreaProblem } from "~/ui/area-problem";
import { BookingWhen } from "~/ui/bookings/booking-when";
import { StatusBadge } from "~/ui/bookings/status-badge";
import desk from "~/ui/drawings/desk.svg?url";
import { EmptyState } from "~/ui/empty-state";

export const meta: MetaFunction = () => [{ title: `Desk – ${brand.name}` }];

export const loader = areaPage("admin", async ({ context }) => ({ bookings: await listNewestBookings(context.db, 30) }));

export default function Desk() {
  const { bookings } = useLoaderData<typeof loader>();
  const member = useRouteLoaderData<typeof rootLoader>("root")?.member;
  return (
    <div className="grid gap-6">
      <h1>Welcome, {member?.name}</h1>
      <h2>Newest bookings</h2>
      {bookings.length === 0 ? (
        <EmptyState drawing={desk} text="No bookings found." />
      ) : (
        <ul className="card divide-y divide-line">
          {bookings.map((booking) => (
            <li key={booking.id} className="grid gap-1 p-4 lg:grid-cols-[7rem_1fr_1fr_15rem_8rem] lg:items-center lg:gap-4">
              <span className="text-sm text-ink-3">{booking.reference}</span>
              <span className="wrap-anywhere">
                <small className="block text-ink-3">Client</small>
                {fullName(booking.client)}
              </span>
              <span className="wrap-anywhere">
                <small className="block text-ink-3">Plumber</small>
                {booking.plumber ? fullName(booking.plumber) : NO_PLUMBER_YET}
              </span>
              <BookingWhen startsAt={booking.startsAt} />
              <span>
                <StatusBadge status={booking.status} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <AreaProblem failed="Failed to fetch bookings" home="/admin-dashboard" />;
}
