import type { BookingView } from "~/domain/bookings/booking";
import { timeUntil } from "~/domain/bookings/booking-words";
import type { NextStep } from "~/domain/next-steps/next-step";
import type { Instant } from "~/domain/time/harare";
import { fullName } from "~/domain/values/user";
import { PhoneLinks } from "../accounts/phone-links";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { BookingName } from "./booking-name";
import { Directions } from "./directions";
import { JobLine } from "./job-line";
import { StepControls, StepWords } from "./next-step";

/** The job that is running or comes next: how to get there, whom to call, and the one next step. */
export function NextJob({ job, step, now }: { job: BookingView; step: NextStep; now: Instant }) {
  const page = `/plumber-dashboard/jobs/${job.id}`;
  return (
    <section className="card ticket grid gap-4 p-4 sm:p-6">
      <header>
        <p className="text-ink-3">
          {job.status === "in-progress" ? "You're working on" : `Your next job, ${timeUntil(job.startsAt, now)}`}
        </p>
        <h2 className="text-h1">
          <Link to={page} className="text-ink">
            <BookingName booking={job} now={now} />
          </Link>
        </h2>
      </header>
      <JobLine booking={job} />
      <StepWords step={step} />
      <p className="flex items-center gap-1.5 text-lg wrap-anywhere">
        <Icon name="user" className="text-brand-600" /> {fullName(job.client)}
      </p>
      {job.location && (
        <p className="flex gap-1.5 text-lg wrap-anywhere">
          <Icon name="map-pin" className="mt-1 text-brand-600" /> {job.location}
        </p>
      )}
      {job.notes && <p className="line-clamp-3 text-ink-2">{job.notes}</p>}
      <div className="flex flex-wrap gap-2">
        {job.location && step.primary !== "directions" && (
          <Directions location={job.location} pin={job.pin} className="button-quiet" />
        )}
        {job.client.phone && <PhoneLinks phone={job.client.phone} className="button button-quiet" label="Call" />}
      </div>
      <div className="ticket-actions">
        <StepControls step={step} booking={job} page={page} />
        <Link to={page} className="button button-quiet">
          View
        </Link>
      </div>
    </section>
  );
}
