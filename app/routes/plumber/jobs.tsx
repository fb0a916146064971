import { useLoaderData } from "@remix-run/react";
import { parseBookingFilter } from "~/domain/bookings/booking";
import { listOwnBookings } from "~/domain/bookings/queries/booking-lists.server";
import { plumberLoader } from "~/http/guards";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { OwnBookings, BookingCard } from "~/ui/bookings/booking-card";
import noJobs from "~/ui/illustrations/no-jobs.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("My Jobs", "jobs");

export const loader = plumberLoader(async ({ context, viewer, url }) => {
  const filter = parseBookingFilter(url.searchParams.get("show"));
  const owner = { id: viewer.id, role: "plumber" } as const;
  const page = await listOwnBookings(context.db, owner, filter, url.searchParams.get("cursor"), context.now);
  return { ...page, filter, now: context.now };
});

export default function Jobs() {
  const { bookings, next, filter, now } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="mb-5">My Jobs</h1>
      <OwnBookings
        bookings={bookings}
        filter={filter}
        page="/plumber-dashboard/jobs"
        card={(job) => <BookingCard key={job.id} booking={job} side="plumber" now={now} />}
      />
      {bookings.length === 0 && <EmptyState illustration={noJobs} text="No jobs yet." />}
      <MoreLink next={next} label="More jobs" />
    </>
  );
}
