import type { ComponentProps, ReactNode } from "react";
import { Form } from "@remix-run/react";
import type { Call, Dispute } from "~/domain/admin/desk/desk";
import type { AuditEntry } from "~/domain/audit-log/audit-log";
import {
  DEFAULT_TITLE,
  isToCome,
  NO_PLUMBER_YET,
  NO_REPORT,
  TITLE_LENGTH,
  type BookingView,
  type KnownParticipant,
} from "~/domain/bookings/booking";
import type { HistoryLine } from "~/domain/bookings/booking-event";
import { upcomingTransitions } from "~/domain/bookings/booking-machine";
import type { NextStep } from "~/domain/bookings/next-step/next-step";
import type { PrivatePhoto } from "~/domain/photos/photo";
import { fullName } from "~/domain/values/user";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { BOOKED_BY_PHONE } from "../bookings/other-side";
import { BookingHistory } from "../bookings/ticket";
import { BookingName, ProposedTime, UpcomingTransitions } from "../bookings/booking-when";
import { JobLine } from "../bookings/job-line";
import { TextField } from "../forms/field";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { Link } from "../shell/link";
import { askedPoint, BookingMoneySection, HeldMoneySection } from "../money/booking-money";
import type { HeldSection } from "../money/describe-held";
import type { MoneySection } from "../money/describe-money";
import { JobPhotosSection } from "../photos/job-photos";
import { AuditList } from "./audit-list";
import { CallCard } from "./call-card";
import { BookingFacts } from "./booking-facts";
import { ContactLinks } from "./contact-links";
import { DisputeCard } from "./dispute-card";
import { OfficeActions } from "./office-actions";
import { PreferredPlumber } from "./preferred-plumber";
import { SentNotices } from "./sent-notices";

interface Props {
  booking: BookingView;
  /** Of its two sides; null without a plumber. */
  conversationId: string | null;
  history: HistoryLine[];
  photos: PrivatePhoto[];
  step: NextStep;
  money: MoneySection | null;
  held: HeldSection | null;
  notices: ComponentProps<typeof SentNotices>["notices"];
  /** What the client is to be told on the phone; null: nothing. */
  call: Call | null;
  disputes: Dispute[];
  /** When the plumber was reminded, where it is too early to do so again. */
  remindedAt: Instant | null;
  auditEntries: AuditEntry[];
  now: Instant;
}

/** A booking as the office sees it, with a button for each transition that the machine allows. */
export function AdminBooking({
  booking,
  conversationId,
  history,
  photos,
  step,
  money,
  held,
  notices,
  call,
  disputes,
  remindedAt,
  auditEntries,
  now,
}: Props) {
  const { fields, message } = useFormReply("title", ["title"], { title: booking.title ?? "" });
  const page = `/admin-dashboard/bookings/${booking.id}`;
  const { asked, words, answers } = askedPoint(money, step, page);
  return (
    <div className="grid gap-6">
      <header className="grid gap-1">
        <p className="text-ink-3 tabular-nums">{booking.reference}</p>
        <h1>
          <BookingName booking={booking} now={now} />
        </h1>
        {booking.title && <p className="text-ink-2">{booking.title}</p>}
      </header>
      <JobLine booking={booking} />
      {words}
      <ProblemSummary message={message} />
      {disputes.map((dispute) => (
        <DisputeCard key={dispute.id} dispute={dispute} now={now} />
      ))}
      {call && <CallCard call={call} now={now} isOnBooking isFirst={step.primary === null} />}
      <OfficeActions booking={booking} step={step} answers={answers} conversationId={conversationId} now={now} />
      <UpcomingTransitions transitions={upcomingTransitions(booking, "admin", now)} />
      <ProposedTime booking={booking} />
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
              <div className="min-w-60 flex-1">
                <TextField
                  meta={fields.title}
                  label="Title"
                  optional
                  maxLength={TITLE_LENGTH}
                  placeholder={DEFAULT_TITLE}
                />
              </div>
              <SubmitButton busy="Saving..." className="button-quiet">
                Save title
              </SubmitButton>
            </Form>
          </section>
          <BookingMoneySection money={money} asked={asked} page={page} />
          <HeldMoneySection held={held} page={page} />
          <JobPhotosSection photos={photos} status={booking.status} role="admin" page={page} />
        </div>
        <div className="grid gap-6">
          <Side label="Client" participant={booking.client} readsMessages={!booking.isByPhone}>
            {booking.isByPhone && <p className="text-ink-2">{BOOKED_BY_PHONE}</p>}
          </Side>
          {booking.plumber ? (
            <Side label="Plumber" participant={booking.plumber} />
          ) : (
            <div className="card grid gap-3 p-5 text-ink-2">
              <p>Plumber: {NO_PLUMBER_YET}</p>
              {isToCome(booking.status) && <PreferredPlumber booking={booking} />}
            </div>
          )}
          <SentNotices
            notices={notices}
            canRemind={booking.status === "pending" && booking.plumber !== null}
            remindedAt={remindedAt}
          />
          <BookingHistory history={history} />
          {auditEntries.length > 0 && <AuditList entries={auditEntries} />}
        </div>
      </div>
    </div>
  );
}

function Side({
  label,
  participant,
  readsMessages = true,
  children,
}: {
  label: string;
  participant: KnownParticipant;
  readsMessages?: boolean;
  children?: ReactNode;
}) {
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
      <ContactLinks id={readsMessages ? participant.id : null} email={participant.email} phone={participant.phone} />
      {children}
    </section>
  );
}
