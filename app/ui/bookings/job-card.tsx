import type { ReactNode } from "react";
import { DEFAULT_TITLE } from "~/domain/bookings/booking";
import { nameBooking } from "~/domain/bookings/booking-words";
import type { ListedBooking } from "~/domain/bookings/next-step/listed-booking";
import type { Instant } from "~/domain/time/harare";
import { fullName } from "~/domain/values/user";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { BookingName } from "./booking-name";
import { StatusBadge } from "./status-badge";
import { StepBrief } from "./step-brief";

/** A plumber's job in a list (B19), with what is next and a link to its page. */
export function JobCard({ job, now, children }: { job: ListedBooking; now: Instant; children?: ReactNode }) {
  return (
    <li className="card grid content-start gap-2 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">
          <BookingName booking={job} now={now} />
        </h2>
        <StatusBadge status={job.isMissed ? "missed" : job.status} />
      </div>
      <p className="text-sm text-ink-3 wrap-anywhere">{job.title ?? DEFAULT_TITLE}</p>
      <p className="flex items-center gap-1.5 wrap-anywhere">
        <Icon name="user" className="text-brand-600" /> {fullName(job.client)}
      </p>
      {job.location && (
        <p className="flex gap-1.5 text-ink-2">
          <Icon name="map-pin" className="mt-1 text-brand-600" /> {job.location}
        </p>
      )}
      <StepBrief step={job.step} />
      <div className="mt-auto flex flex-wrap gap-2 pt-1">
        <Link to={`/plumber-dashboard/jobs/${job.id}`} className="button button-quiet">
          View<span className="sr-only"> {nameBooking(job, now)}</span>
        </Link>
        {children}
      </div>
    </li>
  );
}
