import { isOpen, type BookingView } from "~/domain/bookings/booking";
import {
  availableProposalActions,
  availableTransitions,
  isReportable,
  upcomingTransitions,
  type BookingTransition,
} from "~/domain/bookings/booking-machine";
import { availableSteps, JOB_STEPS, type JobStepName, type MissedVisitClaim } from "~/domain/bookings/job-steps";
import type { Instant } from "~/domain/time/harare";
import { telephoneLink } from "~/domain/values/phone";
import type { MoneySection } from "../money/describe-money";
import { MoneyNext } from "../money/booking-money";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { StepButton, StepEntry } from "./step-button";
import { STEP_LABELS } from "./step-labels";
import { CommonEntries, MenuLink, TicketMenu } from "./ticket-menu";
import { UpcomingTransitions } from "./upcoming-transitions";

interface Props {
  job: BookingView & { missedVisit: MissedVisitClaim };
  money: MoneySection | null;
  now: Instant;
  shareUrl: string;
}

/** The next step of a job for its plumber, with at most one beside it. */
function nextSteps(job: BookingView, now: Instant): (BookingTransition | JobStepName)[] {
  const transitions = availableTransitions(job, "plumber", now);
  const steps = availableSteps({ ...job, missedVisit: "none" }, "plumber", now);
  if (transitions.includes("confirm")) return ["confirm", "refuse"];
  if (steps.includes("on-the-way") && now < job.startsAt) return ["on-the-way"];
  return (["start", "complete"] as const).filter((transition) => transitions.includes(transition));
}

/** What a plumber can do about a job: the next step, and the rest in a menu. */
export function PlumberActions({ job, money, now, shareUrl }: Props) {
  const page = `/plumber-dashboard/jobs/${job.id}`;
  const proposals = availableProposalActions({ ...job, plumber: true }, "plumber");
  const answers = proposals.includes("accept");
  const shown = answers ? [] : nextSteps(job, now);
  const rest = [...availableSteps(job, "plumber", now), ...availableTransitions(job, "plumber", now)].filter(
    (step) => !shown.includes(step),
  );
  return (
    <>
      {answers ? (
        <Link to={`${page}/reschedule`} className="button" preventScrollReset>
          Answer the new time
        </Link>
      ) : shown.length > 0 ? (
        <NextSteps job={job} now={now} />
      ) : money?.next ? (
        <MoneyNext next={money.next} page={page} />
      ) : (
        <Reach job={job} />
      )}
      <TicketMenu>
        {proposals.length > 0 && !answers && (
          <MenuLink to={`${page}/reschedule`} dialog>
            <Icon name="clock" /> Suggest a new time
          </MenuLink>
        )}
        {isReportable(job.status) && (
          <MenuLink to={`${page}/report`} dialog>
            <Icon name="notebook-pen" /> {job.report ? "Edit the report" : "Write the report"}
          </MenuLink>
        )}
        <CommonEntries reference={job.reference} shareUrl={shareUrl} isOpen={isOpen(job.status)} />
        {rest.map((step) => (
          <StepEntry key={step} step={step} page={page} />
        ))}
      </TicketMenu>
    </>
  );
}

/** While nothing is to be done: a message, or a call where the client reads no messages (B29). */
function Reach({ job: { client, isByPhone } }: Pick<Props, "job">) {
  if (isByPhone)
    return client.phone ? (
      <a href={telephoneLink(client.phone)} className="button button-quiet">
        <Icon name="phone" /> Call {client.firstName}
      </a>
    ) : null;
  return (
    <Link to={`/plumber-dashboard/messages/${client.id}`} className="button button-quiet">
      <Icon name="message-circle" /> Message {client.firstName}
    </Link>
  );
}

/** The buttons of the next step, for the job's page and the dashboard. */
export const NextSteps = ({ job, now }: { job: BookingView; now: Instant }) =>
  nextSteps(job, now).map((step, index) => (
    <StepButton
      key={step}
      step={step}
      page={`/plumber-dashboard/jobs/${job.id}`}
      className={index === 0 ? "" : "button-quiet"}
    />
  ));

/** From when on the plumber of a confirmed job can say that they are on the way, while that is later. */
function onTheWayLater({ status, startsAt }: BookingView, now: Instant) {
  const from = startsAt + JOB_STEPS["on-the-way"].notBefore;
  return status === "confirmed" && from > now ? { name: STEP_LABELS["on-the-way"].button, from } : null;
}

/** What happens next, for the plumber: what is asked, or what they can do later, from when on. */
export const PlumberNext = ({ job, money, now }: Omit<Props, "shareUrl">) => {
  const [next] = nextSteps(job, now);
  return (
    <>
      {job.status === "pending" && (
        <p>
          {job.client.firstName} wants to book you{job.location && ` in ${job.location}`}. Please answer soon.
        </p>
      )}
      {next === "on-the-way" && <p>Tap On the way when you set off: {job.client.firstName} is told at once.</p>}
      {next === "complete" && <p>When you're done, mark it completed and enter the amount to pay.</p>}
      {!next && (
        <UpcomingTransitions before={onTheWayLater(job, now)} transitions={upcomingTransitions(job, "plumber", now)} />
      )}
      {money?.state && <p>{money.state}</p>}
    </>
  );
};
