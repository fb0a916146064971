import { Form } from "@remix-run/react";
import { isOpen, type BookingView } from "~/domain/bookings/booking";
import {
  availableProposalActions,
  availableTransitions,
  isReportable,
  upcomingTransitions,
  type BookingTransition,
} from "~/domain/bookings/booking-machine";
import { availableSteps, type JobStepName } from "~/domain/bookings/job-steps";
import type { Instant } from "~/domain/time/harare";
import { Icon } from "../elements/icon";
import { SubmitButton } from "../forms/submit-button";
import { Link } from "../shell/link";
import { STEP_LABELS } from "./step-labels";
import { CommonEntries, MenuLink, TicketMenu } from "./ticket-menu";
import { TRANSITION_LABELS } from "./transition-labels";
import { UpcomingTransitions } from "./upcoming-transitions";

interface Props {
  job: BookingView;
  now: Instant;
  shareUrl: string;
}

/** The one next step of a job for its plumber, with at most one beside it. */
function nextSteps(job: BookingView, now: Instant): (BookingTransition | JobStepName)[] {
  const transitions = availableTransitions(job, "plumber", now);
  const steps = availableSteps(job, "plumber", now);
  if (transitions.includes("confirm")) return ["confirm", "refuse"];
  const setsOff = steps.includes("on-the-way") && now < job.startsAt;
  if (setsOff) return transitions.includes("start") ? ["on-the-way", "start"] : ["on-the-way"];
  if (transitions.includes("start")) return transitions.includes("complete") ? ["start", "complete"] : ["start"];
  if (transitions.includes("complete")) return ["complete"];
  return [];
}

/** What a plumber can do about a job: the next step, and the rest in a menu. */
export function PlumberActions({ job, now, shareUrl }: Props) {
  const page = `/plumber-dashboard/jobs/${job.id}`;
  const shown = nextSteps(job, now);
  const proposals = availableProposalActions({ ...job, plumber: true }, "plumber");
  const answers = proposals.includes("accept");
  const rest = availableTransitions(job, "plumber", now).filter(
    (transition) => !shown.includes(transition) || (answers && shown.length > 1),
  );
  const restSteps = availableSteps(job, "plumber", now).filter((step) => !shown.includes(step));
  return (
    <>
      {answers && (
        <Link to={`${page}/reschedule`} className="button" preventScrollReset>
          Answer suggestion
        </Link>
      )}
      {!(answers && shown.length > 1) && <NextSteps job={job} now={now} quiet={answers} />}
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
        {[...restSteps, ...rest].map((step) => (
          <li key={step} className="px-4 py-1">
            <Step step={step} page={page} className="button-quiet w-full" />
          </li>
        ))}
      </TicketMenu>
    </>
  );
}

/** The buttons of the next step, for the job's page and the dashboard. */
export function NextSteps({ job, now, quiet = false }: Pick<Props, "job" | "now"> & { quiet?: boolean }) {
  const page = `/plumber-dashboard/jobs/${job.id}`;
  return nextSteps(job, now).map((step, index) => (
    <Step key={step} step={step} page={page} className={index === 0 && !quiet ? "" : "button-quiet"} />
  ));
}

const MINUTES = [10, 15, 20, 30, 45, 60, 90];

function Step({ step, page, className }: { step: BookingTransition | JobStepName; page: string; className: string }) {
  if (step in STEP_LABELS) {
    const { button, busy } = STEP_LABELS[step as JobStepName];
    return (
      <Form method="post" action={page} className="flex flex-wrap items-center gap-2">
        <SubmitButton name="intent" value={step} busy={busy} className={className}>
          {button}
        </SubmitButton>
        {step === "on-the-way" && (
          <label className="flex items-center gap-2">
            <span className="text-ink-2">there in</span>
            <select name="minutes" className="input w-auto" defaultValue="">
              <option value="">no time given</option>
              {MINUTES.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {minutes} minutes
                </option>
              ))}
            </select>
          </label>
        )}
      </Form>
    );
  }
  const transition = step as BookingTransition;
  const { button, busy, question } = TRANSITION_LABELS[transition];
  // Finishing asks what is to be paid (M3).
  const form = transition === "complete" ? "finish" : question && transition;
  return form ? (
    <Link to={`${page}/${form}`} className={`button ${className}`} preventScrollReset={form !== "finish"}>
      {button}
    </Link>
  ) : (
    <Form method="post" action={page}>
      <SubmitButton name="intent" value={transition} busy={busy} className={className}>
        {button}
      </SubmitButton>
    </Form>
  );
}

/** What the plumber can do later, and from when on. */
export const PlumberNext = ({ job, now }: Pick<Props, "job" | "now">) => (
  <UpcomingTransitions transitions={upcomingTransitions(job, "plumber", now)} />
);
