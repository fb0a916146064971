import type { AuditEntry, Change } from "~/domain/audit-log/audit-log";
import { formatInstant } from "~/domain/time/harare";
import { Link } from "../shell/link";

const PAGES: Partial<Record<AuditEntry["subjectKind"], string>> = {
  booking: "/admin-dashboard/bookings",
  user: "/admin-dashboard/people",
  enquiry: "/admin-dashboard/inbox",
};

const say = (change: Change) =>
  Object.entries(change)
    .map(([name, value]) => `${name}: ${value ?? "–"}`)
    .join(", ");

/** Entries of the audit log, newest first. */
export function AuditList({ entries, title = "Audit log" }: { entries: AuditEntry[]; title?: string | null }) {
  return (
    <section className="card grid gap-4 p-5">
      {title && <h2>{title}</h2>}
      <ol className="grid gap-4">
        {entries.map((entry) => {
          const page = PAGES[entry.subjectKind];
          const subject = entry.subject ?? entry.subjectId;
          return (
            <li key={entry.id} className="grid gap-0.5 leading-snug">
              <p className="wrap-anywhere">
                <b>{entry.adminName}</b> {entry.words}{" "}
                {page ? <Link to={`${page}/${entry.subjectId}`}>{subject}</Link> : subject}
              </p>
              {(entry.before ?? entry.after) && (
                <p className="text-sm wrap-anywhere text-ink-2">
                  {[entry.before, entry.after].flatMap((change) => (change ? [say(change)] : [])).join(" → ")}
                </p>
              )}
              {entry.reason && <p className="wrap-anywhere text-ink-2">“{entry.reason}”</p>}
              <p className="text-sm text-ink-3 tabular-nums">{formatInstant(entry.at)}</p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
