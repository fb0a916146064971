import { Form } from "@remix-run/react";
import type { AuditEntry } from "~/domain/audit-log/audit-log";
import {
  DEFAULT_TITLE,
  NO_PLUMBER_YET,
  NO_REPORT,
  type BookingView,
  type KnownParticipant,
} from "~/domain/bookings/booking";
import type { BookingEvent } from "~/domain/bookings/booking-event";
import {
  isAssignable,
  availableTransitions,
  canReschedule,
  upcomingTransitions,
} from "~/domain/bookings/booking-machine";
import type { PrivatePhoto } from "~/domain/photos/private-photo";
import { fullName } from "~/domain/values/user";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { BookingHistory } from "../bookings/booking-history";
import { JobLine } from "../bookings/job-line";
import { TRANSITION_LABELS } from "../bookings/transition-labels";
import { ProposedTime } from "../bookings/proposed-time";
import { StatusBadge } from "../bookings/status-badge";
import { UpcomingTransitions } from "../bookings/upcoming-transitions";
import { TextField } from "../forms/field";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { Link } from "../shell/link";
import { BookingMoneySection } from "../money/booking-money";
import type { MoneySection } from "../money/describe-money";
import { JobPhotosSection } from "../photos/job-photos-section";
import { AuditList } from "./audit-list";
import { BookingFacts } from "./booking-facts";
import { ContactLinks } from "./contact-links";
import { PreferredPlumber } from "./preferred-plumber";

interface Props {
  booking: BookingView;
  history: BookingEvent[];
  photos: PrivatePhoto[];
  money: MoneySection | null;
  auditEntries: AuditEntry[];
  now: Instant;
}

/** A booking as the office sees it, with a button for each transition that the machine allows. */
export function AdminBooking({ booking, history, photos, money, auditEntries, now }: Props) {
  const { fields, message } = useFormReply("title", ["title"], { title: booking.title ?? "" });
  const page = `/admin-dashboard/bookings/${booking.id}`;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <h1>{booking.title ?? DEFAULT_TITLE}</h1>
        <StatusBadge status={booking.status} />
        <span className="text-ink-2">{booking.reference}</span>
      </div>
      <JobLine booking={booking} />
      <ProblemSummary message={message} />
      <div className="flex flex-wrap gap-3">
        {isAssignable(booking.status) && (
          <Link
            to={`/admin-dashboard/dispatch/${booking.id}`}
            className={`button ${booking.plumber ? "button-quiet" : ""}`}
          >
            {booking.plumber ? "Reassign" : "Assign"}
          </Link>
        )}
        {canReschedule(booking, "admin") && (
          <Link to={`${page}/reschedule`} className="button button-quiet" preventScrollReset>
            Change the time
          </Link>
        )}
        {availableTransitions(booking, "admin", now).map((transition) => (
          <Link key={transition} to={`${page}/${transition}`} className="button button-quiet" preventScrollReset>
            {TRANSITION_LABELS[transition].button}
          </Link>
        ))}
        {booking.plumber && (
          <Link to={`${page}/chat`} className="button button-quiet">
            Conversation
          </Link>
        )}
      </div>
      <UpcomingTransitions transitions={upcomingTransitions(booking, "admin", now)} />
      <ProposedTime booking={booking} side={null} />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="grid gap-6">
          <section className="card grid gap-5 p-5">
            <h2>The job</h2>
            <dl className="facts">
              <BookingFacts booking={booking} />
              <dt>Report</dt>
              <dd className="whitespace-pre-line">{booking.report ?? NO_REPORT}</dd>
              <dt>Requested</dt>
              <dd>{formatInstant(booking.createdAt)}</dd>
              <dt>Seen</dt>
              <dd>{booking.seenAt ? formatInstant(booking.seenAt) : "Not yet"}</dd>
            </dl>
            <Form method="post" noValidate className="flex flex-wrap items-end gap-3">
              <div className="min-w-52 flex-1">
                <TextField meta={fields.title} label="Title" optional maxLength={60} placeholder={DEFAULT_TITLE} />
              </div>
              <SubmitButton busy="Saving..." className="button-quiet">
                Save title
              </SubmitButton>
            </Form>
          </section>
          <BookingMoneySection money={money} page={page} />
          <JobPhotosSection photos={photos} status={booking.status} role="admin" page={page} />
          <Side label="Client" participant={booking.client} />
          {booking.plumber ? (
            <Side label="Plumber" participant={booking.plumber} />
          ) : (
            <div className="card grid gap-3 p-5 text-ink-2">
              <p>Plumber: {NO_PLUMBER_YET}</p>
              {isAssignable(booking.status) && <PreferredPlumber booking={booking} />}
            </div>
          )}
        </div>
        <div className="grid gap-6">
          <BookingHistory history={history} />
          {auditEntries.length > 0 && <AuditList entries={auditEntries} />}
        </div>
      </div>
    </div>
  );
}

function Side({ label, participant }: { label: string; participant: KnownParticipant }) {
  return (
    <section className="card grid gap-3 p-5">
      <h2>{label}</h2>
      <p>
        <Link
          to={`/admin-dashboard/people/${participant.id}`}
          className="inline-flex min-h-11 items-center font-semibold wrap-anywhere"
        >
          {fullName(participant)}
        </Link>
      </p>
      <ContactLinks id={participant.id} email={participant.email} phone={participant.phone} />
    </section>
  );
}
