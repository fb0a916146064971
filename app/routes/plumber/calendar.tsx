import { Form, useLoaderData } from "@remix-run/react";
import { fullName } from "~/domain/values/user";
import { listJobsBetween } from "~/domain/bookings/queries/job-lists.server";
import { endCalendarFeed, renewCalendarFeed } from "~/domain/bookings/calendar/calendar-feed.server";
import { addDays, dateAt, formatDate, instantOf, mondayOf, parseDate, timeAt } from "~/domain/time/harare";
import { plumberAction, plumberLoader } from "~/http/guards";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { StatusBadge } from "~/ui/bookings/status-badge";
import { SubmitButton } from "~/ui/forms/submit-button";
import { Icon } from "~/ui/elements/icon";
import { Link } from "~/ui/shell/link";
import { Notice } from "~/ui/elements/notice";
import { useLastActionData } from "~/ui/elements/use-sticky-value";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Calendar", "jobs");

const PAGE = "/plumber-dashboard/calendar";

export const loader = plumberLoader(async ({ context, viewer, url }) => {
  const today = dateAt(context.now);
  const monday = mondayOf(parseDate(url.searchParams.get("week") ?? "") ?? today);
  const jobs = await listJobsBetween(context.db, viewer.id, instantOf(monday, 0), instantOf(addDays(monday, 7), 0));
  return {
    today,
    monday,
    jobs: jobs.map(({ id, startsAt, status, client, title, serviceType, location }) => ({
      id,
      startsAt,
      status,
      client: fullName(client),
      what: title ?? serviceType,
      location,
    })),
  };
});

/** Renews or ends the secret link of the calendar (B23). */
export const action = plumberAction("That didn't work", async ({ context, user, button }) => {
  const choice = button(["newFeed", "endFeed"]);
  const plumber = await user;
  if (choice.verb === "endFeed") {
    await endCalendarFeed(context, plumber);
    return { feed: null, ended: true };
  }
  return { feed: `${context.origin}/calendar/${await renewCalendarFeed(context, plumber)}.ics`, ended: false };
});

export default function Calendar() {
  const { today, monday, jobs } = useLoaderData<typeof loader>();
  const answer = useLastActionData<{ feed: string | null; ended: boolean }>();
  const days = Array.from({ length: 7 }, (_, day) => addDays(monday, day));
  return (
    <>
      <h1 className="mb-2">Calendar</h1>
      <nav aria-label="Weeks" className="mb-5 flex flex-wrap items-center gap-2">
        <Link to={`${PAGE}?week=${addDays(monday, -7)}`} className="chip">
          <Icon name="arrow-left" /> Previous week
        </Link>
        <Link to={PAGE} className="chip" aria-current={monday === mondayOf(today) ? "true" : undefined}>
          This week
        </Link>
        <Link to={`${PAGE}?week=${addDays(monday, 7)}`} className="chip">
          Next week <Icon name="chevron-right" />
        </Link>
        <Link to="/plumber-dashboard/availability" className="chip">
          <Icon name="clock" /> Availability
        </Link>
      </nav>
      {jobs.length === 0 && <p className="mb-4 text-ink-2">No jobs this week. Your calendar will appear here.</p>}
      <ol className="grid gap-3 md:grid-cols-2 2xl:grid-cols-4">
        {days.map((date) => (
          <li
            key={date}
            className={`card grid content-start gap-2 p-3 ${date === today ? "!border-brand-600 bg-brand-50" : ""}`}
          >
            <h2 className="text-base">
              {formatDate(date, "short")} {date === today && <span className="font-normal text-ink-2">(today)</span>}
            </h2>
            <ul className="grid gap-2">
              {jobs
                .filter(({ startsAt }) => dateAt(startsAt) === date)
                .map((job) => (
                  <li
                    key={job.id}
                    className="relative grid gap-1 rounded-field border border-line bg-surface p-2.5 text-sm leading-snug hover:border-brand-600"
                  >
                    <Link
                      to={`/plumber-dashboard/jobs/${job.id}`}
                      className="font-bold text-ink no-underline after:absolute after:inset-0 wrap-anywhere"
                    >
                      {timeAt(job.startsAt)} {job.client}
                    </Link>
                    {job.what && <span className="wrap-anywhere">{job.what}</span>}
                    {job.location && <span className="text-ink-2 wrap-anywhere">{job.location}</span>}
                    <span className="justify-self-start">
                      <StatusBadge status={job.status} />
                    </span>
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
      <section className="card mt-8 grid max-w-2xl gap-3 p-5">
        <h2>Sync with your phone's calendar</h2>
        <p>
          A secret link that your calendar reads your jobs from. It shows clients and addresses, but no phone numbers
          and no emails. A new link replaces the old one.
        </p>
        <div role="status">
          {answer?.feed && (
            <label className="field">
              <span className="font-semibold">Copy it now. It's shown only once.</span>
              <input className="input" readOnly value={answer.feed} />
            </label>
          )}
        </div>
        {answer?.ended && <Notice kind="success">The link is turned off.</Notice>}
        <Form method="post" className="flex flex-wrap gap-3">
          <SubmitButton name="intent" value="newFeed" busy="Creating..." className="button-quiet">
            Create a new link
          </SubmitButton>
          <SubmitButton name="intent" value="endFeed" busy="Turning off..." className="button-quiet">
            Turn off
          </SubmitButton>
        </Form>
      </section>
    </>
  );
}
