import { fullName } from "~/domain/values/user";
import { DEFAULT_TITLE, type BookingSummary } from "~/domain/bookings/booking";
import type { Instant } from "~/domain/time/harare";
import type { ReactNode } from "react";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { BookingName } from "./booking-name";
import { ProposedTime } from "./proposed-time";
import { StatusBadge } from "./status-badge";

/** A plumber's job in a list (B19), with a link to its page. */
export function JobCard({ job, now, children }: { job: BookingSummary; now: Instant; children?: ReactNode }) {
  return (
    <li className="card grid content-start gap-2 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">
          <BookingName booking={job} now={now} />
        </h2>
        <StatusBadge status={job.status} />
      </div>
      <p className="text-sm text-ink-3 wrap-anywhere">{job.title ?? DEFAULT_TITLE}</p>
      <p className="flex items-center gap-1.5 wrap-anywhere">
        <Icon name="user" className="text-brand-600" /> {fullName(job.client)}
      </p>
      <ProposedTime booking={job} side="plumber" />
      {job.location && (
        <p className="flex gap-1.5 text-ink-2">
          <Icon name="map-pin" className="mt-1 text-brand-600" /> {job.location}
        </p>
      )}
      <div className="flex flex-wrap gap-2 pt-1">
        <Link to={`/plumber-dashboard/jobs/${job.id}`} className="button button-quiet">
          View
        </Link>
        {children}
      </div>
    </li>
  );
}
