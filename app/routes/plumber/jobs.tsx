import { useLoaderData } from "@remix-run/react";
import { isOpen, parseBookingFilter } from "~/domain/bookings/booking";
import { listOwnBookings } from "~/domain/bookings/queries/booking-lists.server";
import { plumberLoader } from "~/http/guards";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { BOOKING_FILTER_LABELS, BookingFilters } from "~/ui/bookings/booking-filters";
import { JobCard } from "~/ui/bookings/job-card";
import noJobs from "~/ui/illustrations/no-jobs.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("My Jobs", "jobs");

export const loader = plumberLoader(async ({ context, viewer, url }) => {
  const filter = parseBookingFilter(url.searchParams.get("show"));
  const owner = { id: viewer.id, role: "plumber" } as const;
  const page = await listOwnBookings(context.db, owner, filter, url.searchParams.get("cursor"), context.now);
  return {
    filter,
    missed: page.bookings.filter(({ isMissed }) => isMissed),
    ahead: page.bookings.filter(({ status, isMissed }) => isOpen(status) && !isMissed),
    past: page.bookings.filter(({ status, isMissed }) => !isOpen(status) && !isMissed),
    next: page.next,
    now: context.now,
  };
});

export default function Jobs() {
  const { filter, missed, ahead, past, next, now } = useLoaderData<typeof loader>();
  const isEmpty = missed.length + ahead.length + past.length === 0;
  return (
    <>
      <h1 className="mb-5">My Jobs</h1>
      <BookingFilters page="/plumber-dashboard/jobs" chosen={filter} />
      {isEmpty && <EmptyState illustration={noJobs} text="No jobs yet." />}
      {[
        { title: "Missed", jobs: missed },
        { title: "Upcoming", jobs: ahead },
        { title: filter === "all" ? "Past and cancelled" : BOOKING_FILTER_LABELS[filter], jobs: past },
      ].map(
        ({ title, jobs }) =>
          jobs.length > 0 && (
            <section key={title} aria-label={title} className="mb-8">
              <h2 className="mb-3 text-ink-2">{title}</h2>
              <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
                {jobs.map((job) => (
                  <JobCard key={job.id} job={job} now={now} />
                ))}
              </ul>
            </section>
          ),
      )}
      <MoreLink next={next} label="More jobs" />
    </>
  );
}
