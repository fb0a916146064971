import { Fragment } from "react";
import type { AuditEntry } from "~/domain/audit-log/audit-log";
import { fullName, type Role } from "~/domain/values/user";
import type { BookingSummary } from "~/domain/bookings/booking";
import type { Consent } from "~/domain/admin/caller";
import type { AccountAction, UserSummary } from "~/domain/admin/user-summary";
import type { PlumberStats } from "~/domain/admin/plumber-stats";
import { averageRating, completionRate, countReviews } from "~/domain/plumbers/plumber";
import { formatInstant } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { Avatar } from "../accounts/avatar";
import { Figure } from "../elements/figure";
import { Link } from "../shell/link";
import { Notice } from "../elements/notice";
import { AuditList } from "./audit-list";
import { BookingRows } from "./booking-rows";
import { ContactLinks } from "./contact-links";
import { UserMarks, UserRows } from "./user-rows";

interface Trade {
  speciality: string;
  experience: string;
  about: string;
  feeCents: number;
  listed: boolean;
  paused: boolean;
  ratingSum: number;
  ratingCount: number;
  jobsTotal: number;
  jobsCompleted: number;
}

interface Props {
  user: UserSummary & {
    role: Role;
    addressLine1: string | null;
    addressLine2: string | null;
    suspendedReason: string | null;
    isErased: boolean;
    awaitsApproval: boolean;
    trade: Trade | null;
  };
  /** The available actions with their labels. */
  actions: { action: AccountAction; label: string }[];
  record: PlumberStats | null;
  bookings: BookingSummary[];
  duplicates: UserSummary[];
  log: AuditEntry[];
  consents: Consent[];
  /** Of their latest 100 cancelled bookings, how many they cancelled late themselves (B26). */
  lateCancellations: number;
}

/** A user as the office sees them, with the actions on their account. */
export function UserCard({ user, actions, record, bookings, duplicates, log, consents, lateCancellations }: Props) {
  const { trade } = user;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar photoKey={user.photoKey} size={72} />
        <div className="min-w-0">
          <h1>{fullName(user)}</h1>
          <UserMarks user={user} />
        </div>
      </div>
      {user.isSuspended && (
        <Notice kind="danger">Suspended{user.suspendedReason ? `: ${user.suspendedReason}` : "."}</Notice>
      )}
      {user.isSuspended && trade && (
        <p>
          <Link to="/admin-dashboard/dispatch#stranded">Reassign their open jobs</Link>
        </p>
      )}
      {user.awaitsApproval && <Notice kind="info">This plumber is waiting for approval and isn't listed yet.</Notice>}
      {actions.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {user.role === "client" && !user.isSuspended && (
            <Link to={`/admin-dashboard/bookings/new?client=${user.id}`} className="button">
              New booking
            </Link>
          )}
          {actions.map(({ action, label }) => (
            <Link
              key={action}
              to={`/admin-dashboard/people/${user.id}/${action}`}
              className="button button-quiet"
              preventScrollReset
            >
              {label}
            </Link>
          ))}
        </div>
      )}
      {trade && record && (
        <dl className="grid grid-cols-2 gap-3 lg:grid-cols-3">
          <Figure
            label="Acceptance rate"
            value={record.acceptance === null ? "–" : `${record.acceptance}%`}
            icon="check"
          />
          <Figure
            label="Usual response time"
            value={record.minutesToAnswer === null ? "–" : inWords(record.minutesToAnswer)}
            icon="clock"
          />
          <Figure
            label="Completion Rate"
            value={`${completionRate(trade.jobsCompleted, trade.jobsTotal)}%`}
            icon="gauge"
          />
          <Figure
            label="Completion rate (excluding client cancellations)"
            value={record.completionWithoutClients === null ? "–" : `${record.completionWithoutClients}%`}
            icon="circle-check"
          />
          <Figure
            label={`Average rating (${countReviews(trade.ratingCount)})`}
            value={averageRating(trade) ?? "New"}
            icon="star"
          />
          <Figure label="Total Jobs" value={trade.jobsTotal} icon="briefcase" />
        </dl>
      )}
      {record && (
        <p className="text-sm text-ink-3">
          Acceptance rate, usual response time and completion rate cover the latest 100 jobs.
        </p>
      )}
      <section className="card grid gap-4 p-5">
        <h2>Account</h2>
        {!user.isErased && <ContactLinks id={user.id} email={user.email} phone={user.phone} />}
        <dl className="facts">
          <dt>Signed up</dt>
          <dd>{formatInstant(user.createdAt)}</dd>
          <dt>Late cancellations</dt>
          <dd>{lateCancellations}</dd>
          {consents.map(({ words, adminName, at }) => (
            <Fragment key={at}>
              <dt>Agreed to text messages</dt>
              <dd>
                “{words}”{" "}
                <span className="text-ink-3">
                  ({adminName}, {formatInstant(at)})
                </span>
              </dd>
            </Fragment>
          ))}
          <dt>Address</dt>
          <dd>{[user.addressLine1, user.addressLine2].filter(Boolean).join(", ") || "N/A"}</dd>
          {trade && (
            <>
              <dt>Speciality</dt>
              <dd>{trade.speciality}</dd>
              <dt>Experience</dt>
              <dd>{trade.experience || "N/A"}</dd>
              <dt>Fee</dt>
              <dd>{formatMoney(trade.feeCents)}</dd>
              <dt>In the directory</dt>
              <dd>{trade.listed ? (trade.paused ? "Yes, not taking jobs at the moment" : "Yes") : "No"}</dd>
              <dt>About</dt>
              <dd className="whitespace-pre-line">{trade.about || "N/A"}</dd>
            </>
          )}
        </dl>
      </section>
      {duplicates.length > 0 && (
        <section className="grid gap-3">
          <h2>Possible duplicates</h2>
          <UserRows users={duplicates} />
        </section>
      )}
      {bookings.length > 0 && (
        <section className="grid gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2>{trade ? "Jobs" : "Bookings"}</h2>
            <Link to={`/admin-dashboard/bookings?${trade ? "plumber" : "client"}=${user.id}`}>
              {trade ? "All jobs" : "All bookings"}
            </Link>
          </div>
          <BookingRows bookings={bookings} />
        </section>
      )}
      {log.length > 0 && <AuditList entries={log} />}
    </div>
  );
}

/** Minutes in words: "5 min", "2 h". */
function inWords(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}
