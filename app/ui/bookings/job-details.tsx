import { Form } from "@remix-run/react";
import { fullName } from "~/domain/values/user";
import { DEFAULT_SERVICE, DEFAULT_TITLE, NO_REPORT, type BookingView } from "~/domain/bookings/booking";
import {
  isReportable,
  availableTransitions,
  availableProposalActions,
  upcomingTransitions,
  type BookingEvent,
} from "~/domain/bookings/booking-machine";
import type { Instant } from "~/domain/time/harare";
import { Avatar } from "../accounts/avatar";
import { SubmitButton } from "../forms/submit-button";
import { PhoneLinks } from "../accounts/phone-links";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { Notice } from "../elements/notice";
import { BookingHistory } from "./booking-history";
import { BookingWhen } from "./booking-when";
import { TRANSITION_LABELS } from "./transition-labels";
import { ProposedTime } from "./proposed-time";
import { StatusBadge } from "./status-badge";
import { UpcomingTransitions } from "./upcoming-transitions";

interface Props {
  job: BookingView;
  history: BookingEvent[];
  /** Why the last action was refused. */
  message: string | null;
  now: Instant;
}

/** A job's page (B19), with a button for each transition that the machine allows. */
export function JobDetails({ job, history, message, now }: Props) {
  const { phone } = job.client;
  return (
    <div className="grid gap-6">
      <div>
        <Link to="/plumber-dashboard/jobs" className="button-link">
          <Icon name="arrow-left" /> Back
        </Link>
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="wrap-anywhere">{job.title ?? DEFAULT_TITLE}</h1>
          <StatusBadge status={job.status} />
        </div>
        <p className="text-ink-3">{job.reference}</p>
      </div>
      {message && <Notice kind="danger">{message}</Notice>}
      <ProposedTime booking={job} side="plumber" />
      <TransitionButtons job={job} now={now} />
      <UpcomingTransitions transitions={upcomingTransitions(job, "plumber", now)} />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <section className="card grid gap-5 p-5">
          <div className="flex items-center gap-3">
            <Avatar photoKey={job.client.photoKey} size={56} />
            <p className="min-w-0 text-lg font-bold wrap-anywhere">{fullName(job.client) || "N/A"}</p>
          </div>
          <p className="flex flex-wrap gap-2">
            <Link to={`/plumber-dashboard/messages/${job.client.id}`} className="button button-quiet">
              <Icon name="message-circle" /> Message
            </Link>
          </p>
          {phone && (
            <p className="flex flex-wrap gap-2">
              <PhoneLinks phone={phone} className="button button-quiet" />
            </p>
          )}
          <dl className="facts">
            <dt>When</dt>
            <dd>
              <BookingWhen startsAt={job.startsAt} />
            </dd>
            <dt>Service</dt>
            <dd>{job.serviceType ?? DEFAULT_SERVICE}</dd>
            <dt>Where</dt>
            <dd>
              {job.location ? (
                <a href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(job.location)}`}>
                  {job.location}
                </a>
              ) : (
                "N/A"
              )}
            </dd>
            <dt>Notes</dt>
            <dd className="whitespace-pre-line">{job.notes ?? "N/A"}</dd>
            <dt>Report</dt>
            <dd className="whitespace-pre-line">{job.report ?? NO_REPORT}</dd>
          </dl>
          {isReportable(job.status) && (
            <p>
              <Link to={`/plumber-dashboard/jobs/${job.id}/report`} className="button button-quiet" preventScrollReset>
                <Icon name="notebook-pen" /> {job.report ? "Edit the report" : "Write the report"}
              </Link>
            </p>
          )}
        </section>
        <BookingHistory history={history} />
      </div>
    </div>
  );
}

function TransitionButtons({ job, now }: Pick<Props, "job" | "now">) {
  const transitions = availableTransitions(job, "plumber", now);
  const talk = availableProposalActions({ ...job, plumber: true }, "plumber");
  if (transitions.length + talk.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {transitions.map((transition) =>
        TRANSITION_LABELS[transition].question ? (
          <Link
            key={transition}
            to={`/plumber-dashboard/jobs/${job.id}/${transition}`}
            className="button button-quiet"
            preventScrollReset
          >
            {TRANSITION_LABELS[transition].button}
          </Link>
        ) : (
          <Form key={transition} method="post">
            <SubmitButton
              name="intent"
              value={transition}
              busy={TRANSITION_LABELS[transition].busy}
              className={transition === "start" && transitions.includes("complete") ? "button-quiet" : ""}
            >
              {TRANSITION_LABELS[transition].button}
            </SubmitButton>
          </Form>
        ),
      )}
      {talk.length > 0 && (
        <Link to={`/plumber-dashboard/jobs/${job.id}/reschedule`} className="button button-quiet" preventScrollReset>
          {job.proposedBy === "client" ? "Answer suggestion" : "Suggest a new time"}
        </Link>
      )}
    </div>
  );
}
