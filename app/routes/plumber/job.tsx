import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { BOOKING_TRANSITION_NAMES } from "~/domain/bookings/booking-machine";
import { listHistory } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { makeTransition, transitionFailed } from "~/http/booking-transition.server";
import { requireButton } from "~/http/pressed-button";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { JobDetails } from "~/ui/bookings/job-details";
import { useLastActionData } from "~/ui/elements/use-sticky-value";

export const meta: MetaFunction = () => [{ title: `Job Details – ${brand.name}` }];

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

export const loader = roleLoader("plumber", async ({ context, viewer, params }) => {
  const { db, now } = context;
  const id = param(params, "id");
  const [job, history] = await Promise.all([findBookingView(db, viewer, id, now), listHistory(db, viewer, id)]);
  if (!job) throw notFound();
  return { job, history, now };
});

export const action = roleAction(
  "plumber",
  (args) => makeTransition(args, requireButton(args.form, BOOKING_TRANSITION_NAMES).verb),
  transitionFailed,
);

export default function Job() {
  const { job, history, now } = useLoaderData<typeof loader>();
  const message = useLastActionData<{ message?: string }>()?.message ?? null;
  return (
    <>
      <JobDetails job={job} history={history} message={message} now={now} />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch job" missing="Job not found." home="/plumber-dashboard/jobs" />;
}
