import type { BookingStatus } from "~/domain/bookings/booking";
import { formatTime, type MinuteOfDay } from "~/domain/time/harare";
import { Link } from "../shell/link";

interface Row {
  id: string;
  name: string;
  jobs: { id: string; reference: string; status: BookingStatus; minute: MinuteOfDay; client: string }[];
}

const LAST_HOUR = 20;

/** A day's jobs, a row for each plumber and a column for each hour; jobs outside opening hours add columns. */
export function DayBoard({ rows }: { rows: Row[] }) {
  const hours = rows.flatMap(({ jobs }) => jobs.map(({ minute }) => Math.floor(minute / 60)));
  const first = Math.min(10, ...hours);
  const columns = Array.from({ length: Math.max(LAST_HOUR, ...hours) - first + 1 }, (_, at) => first + at);
  return (
    <section className="card overflow-x-auto" tabIndex={0} aria-label="Jobs by plumber and hour">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 bg-surface p-3 text-left">
              Plumber
            </th>
            {columns.map((hour) => (
              <th key={hour} scope="col" className="min-w-24 p-3 text-left font-semibold whitespace-nowrap text-ink-2">
                {formatTime(hour * 60)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-t border-line align-top">
              <th scope="row" className="sticky left-0 min-w-28 max-w-36 bg-surface p-3 text-left font-semibold">
                <span className="line-clamp-3 wrap-break-word">
                  {row.id ? <Link to={`/admin-dashboard/bookings?plumber=${row.id}`}>{row.name}</Link> : row.name}
                </span>
              </th>
              {columns.map((hour) => (
                <td key={hour} className="p-1">
                  {row.jobs
                    .filter(({ minute }) => Math.floor(minute / 60) === hour)
                    .map((job) => (
                      <Link
                        key={job.id}
                        to={`/admin-dashboard/bookings/${job.id}`}
                        className={`badge badge-${job.status} mb-1 !grid !gap-0 !rounded-lg no-underline`}
                      >
                        <span>{formatTime(job.minute)}</span>
                        <span className="max-w-32 truncate font-normal">{job.client}</span>
                        <span className="font-normal">{job.status}</span>
                      </Link>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
