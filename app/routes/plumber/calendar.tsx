import { useLoaderData } from "@remix-run/react";
import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import { fullName } from "~/domain/values/user";
import { listJobsBetween } from "~/domain/bookings/queries/job-lists.server";
import { endCalendarFeed, renewCalendarFeed } from "~/domain/bookings/calendar/calendar-feed.server";
import { findAvailability } from "~/domain/plumbers/plumber-profiles.server";
import { weekdayBit } from "~/domain/time/availability";
import { addDays, dateAt, formatDate, instantOf, parseDate, timeAt } from "~/domain/time/harare";
import { plumberAction, plumberLoader } from "~/http/guards";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { ProblemSummary } from "~/ui/forms/form";
import { StatusBadge } from "~/ui/bookings/status-badge";
import { Chip, Icon, Link, Notice, SubmitButton, TextLink, useLastActionData } from "~/ui/shell/elements";
import { Form } from "~/ui/forms/owned-form";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Calendar", "jobs");

const PAGE = "/plumber-dashboard/calendar";

export const loader = plumberLoader(async ({ context, viewer, url }) => {
  const today = dateAt(context.now);
  const first = parseDate(url.searchParams.get("week") ?? "") ?? today;
  const [jobs, hours] = await Promise.all([
    listJobsBetween(context.db, viewer.id, instantOf(first, 0), instantOf(addDays(first, 7), 0)),
    findAvailability(context.db, viewer.id),
  ]);
  const days = Array.from({ length: 7 }, (_, day) => addDays(first, day));
  return {
    today,
    first,
    days: days.map((date) => ({ date, isOff: hours !== null && (hours.daysOff & weekdayBit(date)) > 0 })),
    jobs: jobs.map(({ id, startsAt, status, onTheWayAt, isMissed, client, title, serviceType, suburb }) => {
      const about = [title ?? serviceType ?? DEFAULT_SERVICE, suburb].filter(Boolean).join(", ");
      const isOnTheWay = status === "confirmed" && onTheWayAt !== null;
      return {
        id,
        startsAt,
        status: isMissed ? ("missed" as const) : status,
        isOnTheWay,
        client: fullName(client),
        about,
      };
    }),
  };
});

export const action = plumberAction("That didn't work", async ({ context, user, button, refused }) => {
  if (button(["newFeed", "endFeed"]).verb === "endFeed") {
    await endCalendarFeed(context, await user);
    return { feed: null };
  }
  const made = await renewCalendarFeed(context, await user);
  return made.ok ? { feed: made.address } : refused(made);
});

export default function Calendar() {
  const { today, first, days, jobs } = useLoaderData<typeof loader>();
  const answer = useLastActionData<{ feed?: string | null; message?: string | null }>();
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h1>Calendar</h1>
        <TextLink to="/plumber-dashboard/availability" icon="clock" label="Availability" />
      </div>
      <nav aria-label="Weeks" className="mb-4 flex flex-wrap items-center gap-2">
        <Chip to={`${PAGE}?week=${addDays(first, -7)}`}>
          <Icon name="arrow-left" label="Previous week" />
        </Chip>
        <Chip to={PAGE} isChosen={first === today} label="From today" />
        <Chip to={`${PAGE}?week=${addDays(first, 7)}`}>
          Next week <Icon name="chevron-right" />
        </Chip>
      </nav>
      {jobs.length === 0 && <p className="mb-4 text-ink-2">No jobs this week. Your calendar will appear here.</p>}
      <ol className="grid gap-2 md:grid-cols-2 xl:grid-cols-7">
        {days.map(({ date, isOff }) => (
          <li
            key={date}
            className={`card grid content-start gap-2 p-2 ${date === today ? "border-brand-600 bg-brand-50" : ""}`}
          >
            <h2 className="text-base">
              {date === today ? `Today, ${formatDate(date, "label")}` : formatDate(date, "short")}
            </h2>
            {isOff && <p className="text-sm text-ink-3">Day off</p>}
            <ul className="grid gap-2 empty:hidden">
              {jobs
                .filter(({ startsAt }) => dateAt(startsAt) === date)
                .map((job) => (
                  <li key={job.id} className="relative grid gap-1 border-t border-line py-2 text-sm leading-snug">
                    <Link
                      to={`/plumber-dashboard/jobs/${job.id}`}
                      className="font-bold text-ink no-underline after:absolute after:inset-0 wrap-anywhere"
                    >
                      {timeAt(job.startsAt)} {job.client}
                    </Link>
                    {job.about && (
                      <span dir="auto" className="text-ink-2 wrap-anywhere">
                        {job.about}
                      </span>
                    )}
                    <span className="justify-self-start">
                      {job.isOnTheWay ? (
                        <b className="text-brand-700">On the way</b>
                      ) : (
                        <StatusBadge status={job.status} isSmall />
                      )}
                    </span>
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
      <details className="card group mt-4 px-4" open={answer !== undefined || undefined}>
        <summary className="flex min-h-12 items-center justify-between font-semibold">
          Sync with your phone's calendar
        </summary>
        <div className="grid gap-3 pb-4">
          <p>
            A private link that adds jobs to your calendar. It shows clients and addresses, but no phone numbers and no
            emails. A new link replaces the old one.
          </p>
          <div role="status">
            {answer?.feed && (
              <label className="field">
                <span className="font-semibold">Copy it now. It's shown only once.</span>
                <input className="input" readOnly value={answer.feed} />
              </label>
            )}
          </div>
          <ProblemSummary message={answer?.message} />
          {answer?.feed === null && <Notice kind="success">The link is turned off.</Notice>}
          <Form method="post" className="flex flex-wrap gap-3">
            <SubmitButton value="newFeed" busy="Creating..." className="button-quiet" label="Create a new link" />
            <SubmitButton value="endFeed" busy="Turning off..." className="button-quiet" label="Turn off" />
          </Form>
        </div>
      </details>
    </>
  );
}
