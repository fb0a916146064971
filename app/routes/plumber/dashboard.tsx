import { Form, useLoaderData, useOutletContext, useRouteLoaderData } from "@remix-run/react";
import { nextStep } from "~/domain/bookings/next-step/next-step";
import { stepFacts } from "~/domain/bookings/next-step/step-facts";
import { findNextVisit, nextVisitOf } from "~/domain/bookings/queries/booking-lists.server";
import { listOpenJobs } from "~/domain/bookings/queries/job-lists.server";
import { findOnlineMoney } from "~/domain/online-payments/online-payment-views.server";
import { onlineStep } from "~/domain/online-payments/payable";
import { onboardingSteps } from "~/domain/plumbers/onboarding";
import { findOwnProfile } from "~/domain/plumbers/plumber-profiles.server";
import { RECENT_REVIEWS } from "~/domain/reviews/review";
import { listReviewsOf } from "~/domain/reviews/review-views.server";
import { requirePart } from "~/domain/values/key-cursor";
import { fullName } from "~/domain/values/user";
import { describeStanding } from "~/domain/vetting/standing";
import { plumberLoader } from "~/http/guards";
import { findPushOffer } from "~/http/push-offer.server";
import type { loader as rootLoader } from "~/root";
import { JobCard } from "~/ui/bookings/job-card";
import { NextVisit } from "~/ui/bookings/next-visit";
import { TRANSITION_LABELS } from "~/ui/bookings/transition-labels";
import { EmptyState } from "~/ui/elements/empty-state";
import { Figure } from "~/ui/elements/figure";
import { Icon } from "~/ui/elements/icon";
import { SubmitButton } from "~/ui/forms/submit-button";
import noJobs from "~/ui/illustrations/no-jobs.svg?url";
import { PushOffer } from "~/ui/notices/push-offer";
import { OwnCard, type OwnCardFacts } from "~/ui/plumbers/own-card";
import { StandingNotice } from "~/ui/plumbers/standing";
import { WorkFigures } from "~/ui/plumbers/work-figures";
import { ReviewList } from "~/ui/reviews/review-list";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { Link } from "~/ui/shell/link";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Dashboard", "jobs");

const JOBS_ON_DASHBOARD = 6;

export const loader = plumberLoader(async ({ context, request, viewer }) => {
  const plumber = { ...viewer, role: "plumber" } as const;
  const [profile, list, jobs, next, online, offer] = await Promise.all([
    findOwnProfile(context.db, viewer.id),
    listReviewsOf(context.db, viewer.id, { before: null, limit: RECENT_REVIEWS }),
    listOpenJobs(context.db, viewer.id, JOBS_ON_DASHBOARD, context.now),
    findNextVisit(context.db, plumber, context.now),
    context.paymentProvider && findOnlineMoney(context.db, viewer, nextVisitOf(context.db, plumber)),
    findPushOffer(context, request),
  ]);
  if (!profile) return null;
  const steps = onboardingSteps(profile, context.now);
  return {
    profile,
    standing: describeStanding(profile),
    done: steps.filter(({ isDone }) => isDone).length,
    steps,
    page: profile.listed ? `${context.origin}/appointment/${viewer.id}` : null,
    reviews: requirePart(list).items.map(({ client, ...review }) => ({
      ...review,
      name: fullName(client) || "Unknown Client",
      photoKey: client.photoKey,
    })),
    next,
    step: next && nextStep(stepFacts(next, onlineStep(next, online)), "plumber", context.now),
    pushKey: profile.listed ? offer : null,
    jobs: jobs.filter(({ id }) => id !== next?.id),
    now: context.now,
  };
});

export default function Dashboard() {
  const { profile, standing, steps, done, page, reviews, next, step, pushKey, jobs, now } =
    useLoaderData<typeof loader>();
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user;
  const card = useOutletContext<OwnCardFacts | null>();
  return (
    <div className="grid gap-8">
      <h1>Welcome, {user?.firstName}</h1>
      {standing && (
        <StandingNotice standing={standing}>
          <Link to="/plumber-dashboard/papers" className="button-link">
            {standing.link}
          </Link>
        </StandingNotice>
      )}
      {done < steps.length && <OnboardingList steps={steps} done={done} />}
      {next && step && <NextVisit booking={next} side="plumber" step={step} now={now} />}
      <section className="grid gap-4">
        <h2>Your open jobs</h2>
        {jobs.length > 0 ? (
          <ul className="grid gap-4 md:grid-cols-2">
            {jobs.map((job) => (
              <JobCard key={job.id} job={job} now={now}>
                {job.step.action === "confirm" && (
                  <>
                    <Form method="post" action={`/plumber-dashboard/jobs/${job.id}`}>
                      <SubmitButton name="intent" value="confirm" busy={TRANSITION_LABELS.confirm.busy}>
                        {TRANSITION_LABELS.confirm.button}
                      </SubmitButton>
                    </Form>
                    <Link to={`/plumber-dashboard/jobs/${job.id}/refuse`} className="button button-quiet">
                      {TRANSITION_LABELS.refuse.button}
                    </Link>
                  </>
                )}
              </JobCard>
            ))}
          </ul>
        ) : (
          <EmptyState illustration={noJobs} text={next ? "No other open jobs." : "No open jobs."} />
        )}
      </section>
      {pushKey && (
        <PushOffer publicKey={pushKey} dashboard="/plumber-dashboard">
          Get a notification on this device as soon as a request comes in.
        </PushOffer>
      )}
      {page && user && <SharePage url={page} name={fullName(user)} />}
      {card && (
        <div className="xl:hidden">
          <OwnCard card={card} />
        </div>
      )}
      <section className="grid gap-4">
        <h2>Your figures</h2>
        <dl className="grid grid-cols-2 gap-3 lg:grid-cols-5 xl:grid-cols-3 2xl:grid-cols-5">
          <WorkFigures work={profile} />
          <Figure label="Total Reviews" value={profile.ratingCount} icon="users" />
        </dl>
      </section>
      <section className="grid gap-4">
        <h2>Recent reviews</h2>
        {reviews.length > 0 ? <ReviewList reviews={reviews} /> : <p className="text-ink-2">No recent reviews yet.</p>}
      </section>
    </div>
  );
}

interface Step {
  label: string;
  to: string;
  isDone: boolean;
}

/** What a plumber's start still needs, until all of it is done (D22). */
function OnboardingList({ steps, done }: { steps: Step[]; done: number }) {
  return (
    <section className="card grid gap-3 p-5" aria-labelledby="onboarding">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="onboarding">Get your first clients</h2>
        <p className="text-ink-2 tabular-nums">
          {done} of {steps.length} done
        </p>
      </div>
      <progress value={done} max={steps.length} aria-labelledby="onboarding" className="w-full accent-brand-600" />
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

/** A plumber's public page, to look at and to share (D22). */
function SharePage({ url, name }: { url: string; name: string }) {
  return (
    <section className="card grid gap-3 p-5" aria-labelledby="own-page">
      <div>
        <h2 id="own-page">Share your page</h2>
        <p className="wrap-anywhere text-ink-2">{url}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(`${name}, plumber. Book me here: ${url}`)}`}
          target="_blank"
          rel="noopener"
          className="button button-quiet"
        >
          <Icon name="whatsapp" /> WhatsApp
        </a>
        <a href={url} className="button-link">
          See your page
        </a>
      </div>
    </section>
  );
}
