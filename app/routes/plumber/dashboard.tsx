import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { findPlumberDay } from "~/domain/bookings/queries/job-lists.server";
import { onboardingSteps } from "~/domain/plumbers/onboarding";
import { findOwnProfile } from "~/domain/plumbers/plumber-profiles.server";
import { listRecentReviews } from "~/domain/reviews/review-views.server";
import { authorOf } from "~/domain/reviews/review";
import { describeStanding } from "~/domain/vetting/vetting";
import { plumberLoader } from "~/http/guards";
import type { loader as rootLoader } from "~/root";
import { BookingCard } from "~/ui/bookings/booking-card";
import { NextVisit } from "~/ui/bookings/next-step";
import { EmptyState, Figure, Icon, Link, TextLink } from "~/ui/shell/elements";
import noJobs from "~/ui/illustrations/no-jobs.svg?url";
import { StandingNotice } from "~/ui/plumbers/standing";
import { WorkFigures } from "~/ui/plumbers/work-figures";
import { ReviewList } from "~/ui/reviews/review-list";
import { plumberPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Dashboard", "jobs");

export const loader = plumberLoader(async ({ context: { db, now }, viewer }) => {
  const [profile, reviews, day] = await Promise.all([
    findOwnProfile(db, viewer.id),
    listRecentReviews(db, viewer.id),
    findPlumberDay(db, viewer.id, now),
  ]);
  if (!profile) return null;
  const steps = onboardingSteps(profile, now);
  const { jobsTotal, jobsCompleted, ratingSum, ratingCount } = profile;
  return {
    work: { jobsTotal, jobsCompleted, ratingSum, ratingCount },
    standing: describeStanding(profile),
    steps: steps.every(({ isDone }) => isDone) ? [] : steps,
    reviews: reviews.map(({ client, ...review }) => ({ ...review, name: authorOf(client) })),
    ...day,
    now,
  };
});

export default function Dashboard() {
  const { work, standing, steps, reviews, next, step, waiting, today, now } = useLoaderData<typeof loader>();
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user;
  const lists = Object.entries({ "Waiting for you": waiting, "Later today": today });
  return (
    <div className="grid gap-6">
      <h1>Welcome, {user?.firstName}</h1>
      {standing && (
        <StandingNotice standing={standing}>
          <TextLink to="/plumber-dashboard/papers" label={standing.link} />
        </StandingNotice>
      )}
      <OnboardingList steps={steps} />
      {next && step && <NextVisit booking={next} side="plumber" step={step} now={now} />}
      {lists.map(
        ([title, jobs]) =>
          jobs.length > 0 && (
            <section key={title} className="grid gap-3" aria-label={title}>
              <h2>{title}</h2>
              <ul className="grid gap-2 md:grid-cols-2">
                {jobs.map((job) => (
                  <BookingCard
                    key={job.id}
                    booking={job}
                    side="plumber"
                    isPrimary={!next && job === waiting[0]}
                    now={now}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
      {!next && waiting.length === 0 && <EmptyState illustration={noJobs} text="No open jobs." />}
      <p>
        <Link to="/plumber-dashboard/jobs">All jobs</Link>
      </p>
      <details className="card group px-4">
        <summary className="flex min-h-12 items-center justify-between font-semibold">
          Your figures and latest reviews
        </summary>
        <div className="grid gap-4 pb-4">
          <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 lg:grid-cols-3">
            <WorkFigures work={work} />
            <Figure label="Total Reviews" value={work.ratingCount} icon="users" />
          </dl>
          {reviews.length > 0 ? <ReviewList reviews={reviews} /> : <p className="text-ink-2">No recent reviews yet.</p>}
          <p>
            <Link to="/plumber-dashboard/card">Your card, and the link to your page</Link>
          </p>
        </div>
      </details>
    </div>
  );
}

function OnboardingList({ steps }: { steps: { label: string; to: string; isDone: boolean }[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <section className="card grid gap-3 p-5" aria-labelledby="onboarding">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="onboarding">Get your first clients</h2>
        <p className="text-ink-2 tabular-nums">
          {done} of {steps.length} done
        </p>
      </div>
      <progress value={done} max={steps.length} aria-labelledby="onboarding" className="w-full" />
      <ul className="grid">
        {steps.map(({ label, to, isDone }) => (
          <li key={label}>
            {isDone ? (
              <span className="flex min-h-11 items-center gap-3 text-ink-2">
                <Icon name="circle-check" label="Done:" className="text-success" /> {label}
              </span>
            ) : (
              <Link to={to} className="flex min-h-11 items-center gap-3 font-semibold">
                <span className="grid size-5 flex-none rounded-full border-2 border-field-line" /> {label}
                <Icon name="chevron-right" className="ml-auto" />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
