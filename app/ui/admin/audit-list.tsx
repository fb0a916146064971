import { describeChanges, type AuditEntry, type SubjectKind } from "~/domain/audit-log/audit-log";
import { formatInstant } from "~/domain/time/harare";
import { Link } from "../shell/link";

const LINKED: readonly SubjectKind[] = ["booking", "user", "enquiry"];

export function AuditList({ entries, title = "Audit log" }: { entries: AuditEntry[]; title?: string }) {
  return (
    <section className="card grid gap-4 p-5">
      <h2>{title}</h2>
      <ol className="grid gap-4">
        {entries.map((entry) => {
          const subject = entry.subject ?? entry.subjectId;
          const changes = describeChanges(entry);
          return (
            <li key={entry.id} className="grid gap-1 leading-snug">
              <p className="wrap-anywhere">
                <b>{entry.adminName}</b> {entry.words}{" "}
                {LINKED.includes(entry.subjectKind) ? <Link to={subjectOf(entry).page}>{subject}</Link> : subject}
              </p>
              {changes && <p className="text-sm wrap-anywhere text-ink-2">{changes}</p>}
              {entry.reason && <p className="wrap-anywhere text-ink-2">“{entry.reason}”</p>}
              <p className="text-sm text-ink-3 tabular-nums">{formatInstant(entry.at)}</p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const PAGES: Record<SubjectKind, (id: string) => string> = {
  booking: (id) => `/admin-dashboard/bookings/${id}`,
  user: (id) => `/admin-dashboard/people/${id}`,
  enquiry: (id) => `/admin-dashboard/inbox/${id}`,
  registration: () => "/admin-dashboard/registrations",
  review: () => "/admin-dashboard/reviews",
  notice: () => "/admin-dashboard/system",
  setting: () => "/admin-dashboard/settings",
  export: () => "/admin-dashboard/system",
  ledger: () => "/admin-dashboard/books",
};

/** The subject of a log entry: its name, and the page that shows it, or that has such things. */
export function subjectOf({ subjectKind, subjectId, subject }: AuditEntry): { name: string; page: string } {
  const isPayout = subjectKind === "ledger" && subject !== null;
  return {
    name: subject || (subjectKind === "setting" ? "Settings" : subjectId),
    page: isPayout ? `/admin-dashboard/payouts/${subjectId}` : PAGES[subjectKind](subjectId),
  };
}
