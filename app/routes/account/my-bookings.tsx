import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { listBookingsOfClient, listJobsOfPlumber } from "~/domain/bookings/booking-lists.server";
import { parseCursor } from "~/domain/bookings/list-cursor";
import { memberPage } from "~/http/guards";
import { redirectTo } from "~/http/redirects";
import { BookingCard } from "~/ui/bookings/booking-card";
import { JobCard } from "~/ui/bookings/job-card";
import noBookings from "~/ui/drawings/no-bookings.svg?url";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { MoreLink } from "~/ui/more-link";

export const meta: MetaFunction = () => [{ title: `My Bookings – ${brand.name}` }];

/** A person's bookings, by role (product.md 32). */
export const loader = memberPage(async ({ context: { db, now }, viewer: { id, role }, url }) => {
  if (role === "admin") throw redirectTo("/admin-dashboard/bookings");
  const cursor = parseCursor(url.searchParams.get("after"));
  if (role === "client") return { ...(await listBookingsOfClient(db, id, "all", cursor, now)), jobs: [] };
  const { bookings: jobs, next } = await listJobsOfPlumber(db, id, cursor, now);
  return { bookings: [], jobs, next };
});

export default function MyBookings() {
  const { bookings, jobs, next } = useLoaderData<typeof loader>();
  return (
    <div className="page py-8">
      <h1 className="mb-5">My Bookings</h1>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {bookings.map((booking) => (
          <BookingCard key={booking.id} booking={booking} />
        ))}
        {jobs.map((job) => (
          <JobCard key={job.id} job={job} />
        ))}
      </ul>
      {bookings.length + jobs.length === 0 && (
        <EmptyState drawing={noBookings} text="No bookings found.">
          <Link to="/plumbers" className="button button-quiet">
            Our Plumbers
          </Link>
        </EmptyState>
      )}
      <MoreLink next={next} label="More bookings" />
    </div>
  );
}
