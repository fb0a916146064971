import { type AuditEntry, describeChanges, type SubjectKind } from "~/domain/audit-log/audit-log";
import { formatInstant } from "~/domain/time/harare";
import { Link } from "../shell/elements";

export function AuditList({ entries, title = "Audit log" }: { entries: AuditEntry[]; title?: string }) {
  return (
    <section className="card grid gap-4 p-4 sm:p-6">
      <h2>{title}</h2>
      <ol className="grid gap-4">
        {entries.map((entry) => {
          const subject = entry.subject ?? entry.subjectId;
          const changes = describeChanges(entry);
          const { page, isOwn } = subjectOf(entry);
          return (
            <li key={entry.id} className="grid gap-1 leading-snug">
              <p className="wrap-anywhere">
                <b>{entry.adminName}</b> {entry.words} {isOwn ? <Link to={page}>{subject}</Link> : subject}
              </p>
              {changes && <p className="text-sm wrap-anywhere text-ink-2">{changes}</p>}
              {entry.reason && (
                <p dir="auto" className="wrap-anywhere text-ink-2">
                  “{entry.reason}”
                </p>
              )}
              <p className="text-sm text-ink-3 tabular-nums">{formatInstant(entry.at)}</p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const PAGES: Record<SubjectKind, string> = {
  booking: "bookings/",
  user: "people/",
  enquiry: "inbox/",
  registration: "registrations",
  review: "reviews",
  notice: "system",
  setting: "settings",
  export: "system",
  ledger: "books",
};

/** The subject of a log entry: its name, and the page that shows it (its own), or that has such things. */
export function subjectOf({ subjectKind, subjectId, subject }: AuditEntry) {
  const isPayout = subjectKind === "ledger" && subject !== null;
  const path = isPayout ? "payouts/" : PAGES[subjectKind];
  return {
    name: isPayout ? `Payout ${subject}` : subject || (subjectKind === "setting" ? "Settings" : subjectId),
    isOwn: PAGES[subjectKind].endsWith("/"),
    page: `/admin-dashboard/${path}${path.endsWith("/") ? subjectId : ""}`,
  };
}
