import { useLoaderData } from "@remix-run/react";
import { fullName } from "~/domain/values/user";
import { listJobsBetween } from "~/domain/bookings/queries/job-lists.server";
import { isOpen } from "~/domain/bookings/booking";
import { hoursForm } from "~/domain/plumbers/hours-form";
import { findAvailability, setAvailability } from "~/domain/plumbers/plumber-profiles.server";
import { hoursAnswers, isWithinHours, JOB_LENGTHS, SLOT_MINUTES, WEEKDAYS } from "~/domain/time/availability";
import { DAY, formatInstant, formatTime } from "~/domain/time/harare";
import { DAY_STARTS } from "~/domain/time/slots";
import { keepUnchanged } from "~/http/forms";
import { plumberAction, plumberLoader } from "~/http/guards";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { ProblemSummary } from "~/ui/forms/form";
import { DrawnForm, useDrawnReply } from "~/ui/forms/drawn-form";
import { Link, Notice, SubmitButton, TextLink } from "~/ui/shell/elements";
import { SelectField } from "~/ui/forms/field";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Availability", "availability");

const PAGE = "/plumber-dashboard/availability";

export const loader = plumberLoader(async ({ context: { db, now }, viewer }) => {
  const [availability, ahead] = await Promise.all([
    findAvailability(db, viewer.id),
    listJobsBetween(db, viewer.id, now, now + 90 * DAY),
  ]);
  if (!availability) return null;
  const hours = { ...availability, paused: false };
  const outside = ahead
    .filter(({ status, startsAt }) => isOpen(status) && !isWithinHours(hours, startsAt))
    .map(({ id, startsAt, client }) => ({ id, startsAt, client: fullName(client) }));
  return { availability, outside };
});

export const action = plumberAction("Failed to save your hours", async (args) => {
  const { context, viewer, user, form, read, goTo } = args;
  const [plumber, stored] = await Promise.all([user, findAvailability(context.db, viewer.id)]);
  if (!stored) return null;
  keepUnchanged(form, hoursAnswers(stored));
  await setAvailability(context, plumber, read(hoursForm));
  return goTo(PAGE, "hoursSaved");
});

const ENDS = DAY_STARTS.map((start) => start + SLOT_MINUTES);
const timeChoice = (minute: number) => [String(minute), formatTime(minute)] as const;

export default function AvailabilityPage() {
  const { availability, outside } = useLoaderData<typeof loader>();
  const drawn = useDrawnReply("hours", ["opensAt", "closesAt", "jobMinutes"], hoursAnswers(availability));
  const { fields, all, message, values } = drawn;
  const isTicked = (name: string) => values[name] === "on";
  return (
    <div className="grid max-w-2xl gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1>Availability</h1>
        <TextLink to="/plumber-dashboard/calendar" icon="calendar" label="Calendar" />
      </div>
      {outside.length > 0 && (
        <Notice kind="info">
          {outside.length === 1 ? "One job is" : `${outside.length} jobs are`} outside these hours and will still take
          place:
          <ul>
            {outside.slice(0, 5).map((job) => (
              <li key={job.id}>
                <Link to={`/plumber-dashboard/jobs/${job.id}`} className="inline-flex min-h-11 items-center">
                  {formatInstant(job.startsAt)}, {job.client}
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <ProblemSummary message={message} fields={all} />
      <DrawnForm reply={drawn} method="post" className="card grid gap-5 p-5">
        <div className="grid grid-cols-2 gap-4">
          <SelectField meta={fields.opensAt} label="From" choices={DAY_STARTS.map(timeChoice)} />
          <SelectField meta={fields.closesAt} label="To" choices={ENDS.map(timeChoice)} />
        </div>
        <SelectField
          meta={fields.jobMinutes}
          label="Time per job"
          choices={JOB_LENGTHS.map((length) => [String(length), `${length} minutes`])}
        />
        <fieldset>
          <legend className="legend">Days off</legend>
          <div className="grid grid-cols-2 sm:grid-cols-4">
            {WEEKDAYS.map((day) => (
              <label key={day} className="check">
                <input type="checkbox" name={day} defaultChecked={isTicked(day)} /> {day}
              </label>
            ))}
          </div>
        </fieldset>
        <label className="check">
          <input type="checkbox" name="paused" defaultChecked={isTicked("paused")} /> Take a break: no new bookings for
          now
        </label>
        <SubmitButton busy="Saving..." className="justify-self-start" label="Save" />
      </DrawnForm>
      <p className="text-ink-2">Clients see closed times as taken. The jobs you already have stay.</p>
    </div>
  );
}
