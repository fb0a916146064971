import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { summariseClient } from "~/domain/bookings/booking-lists.server";
import { areaPage } from "~/http/guards";
import { useFeedState } from "~/realtime/use-feed";
import type { loader as rootLoader } from "~/root";
import { AreaProblem } from "~/ui/area-problem";
import { BookingCard } from "~/ui/bookings/booking-card";
import noBookings from "~/ui/drawings/no-bookings.svg?url";
import { EmptyState } from "~/ui/empty-state";
import { Figure } from "~/ui/figure";
import { Link } from "~/ui/link";

export const meta: MetaFunction = () => [{ title: `Overview – ${brand.name}` }];

export const loader = areaPage("client", ({ context, viewer }) => summariseClient(context.db, viewer.id, context.now));

export default function Overview() {
  const { active, upcoming, next } = useLoaderData<typeof loader>();
  const { unread } = useFeedState();
  const member = useRouteLoaderData<typeof rootLoader>("root")?.member;
  return (
    <div className="grid gap-8">
      <h1>Welcome, {member?.name}</h1>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure label="Active Bookings" value={active} icon="calendar-check" />
        <Figure label="Upcoming Appointments" value={upcoming} icon="clock" />
        <Figure label="Unread Messages" value={unread.inAll} icon="message-circle" />
        <Figure label="Outstanding Payments" value={0} icon="wallet" />
      </dl>
      <section className="grid gap-4">
        <h2>Your next appointment</h2>
        {next ? (
          <ul className="max-w-xl">
            <BookingCard booking={next} />
          </ul>
        ) : (
          <EmptyState drawing={noBookings} text="Nothing is booked yet.">
            <Link to="/plumbers" className="button">
              Find a plumber
            </Link>
          </EmptyState>
        )}
      </section>
    </div>
  );
}

export function ErrorBoundary() {
  return <AreaProblem failed="Failed to fetch bookings" home="/client-dashboard" />;
}
