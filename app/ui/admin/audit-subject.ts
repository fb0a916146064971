import type { AuditEntry, SubjectKind } from "~/domain/audit-log/audit-log";

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

/** What an entry of the log is about: its name, and the page that shows it, or that has such things. */
export function subjectOf({ subjectKind, subjectId, subject }: AuditEntry): { name: string; page: string } {
  const isPayout = subjectKind === "ledger" && subject !== null;
  return {
    name: subject || (subjectKind === "setting" ? "Settings" : subjectId),
    page: isPayout ? `/admin-dashboard/payouts/${subjectId}` : PAGES[subjectKind](subjectId),
  };
}
