import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { sharesPhones } from "~/domain/bookings/booking";
import { BOOKING_TRANSITION_NAMES } from "~/domain/bookings/booking-machine";
import { findBookingFor, listHistory } from "~/domain/bookings/queries/booking-details.server";
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
  const [job, history] = await Promise.all([findBookingFor(db, viewer, id), listHistory(db, viewer, id)]);
  if (!job) throw notFound();
  const completedAt = history.find(({ to }) => to === "completed")?.at ?? null;
  const { email: _, phone, ...client } = job.client;
  const { plumber: __, ...details } = job;
  return {
    job: { ...details, client },
    history,
    now,
    phone: sharesPhones(job.status, completedAt, now) ? phone : null,
  };
});

export const action = roleAction(
  "plumber",
  (args) => makeTransition(args, requireButton(args.form, BOOKING_TRANSITION_NAMES).verb),
  transitionFailed,
);

export default function Job() {
  const { job, history, phone, now } = useLoaderData<typeof loader>();
  const message = useLastActionData<{ message?: string }>()?.message ?? null;
  return (
    <>
      <JobDetails job={job} history={history} phone={phone} message={message} now={now} />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch job" missing="Job not found." home="/plumber-dashboard/jobs" />;
}
