import type { ReactNode } from "react";
import { isAccepted, isOpen, type BookingView } from "~/domain/bookings/booking";
import { availableProposalActions, availableTransitions } from "~/domain/bookings/booking-machine";
import { availableSteps, type MissedVisitClaim } from "~/domain/bookings/job-steps";
import type { NextStep } from "~/domain/bookings/next-step/next-step";
import type { Instant } from "~/domain/time/harare";
import { Icon } from "../elements/icon";
import { StepControls } from "./next-step";
import { StepEntry } from "./step-button";
import { CommonEntries, MenuLink, TicketMenu } from "./ticket-menu";

interface Props {
  job: BookingView & { missedVisit: MissedVisitClaim };
  step: NextStep;
  /** The buttons of a question about money, where that is the next step. */
  answers: ReactNode;
  now: Instant;
  shareUrl: string;
}

/** What a plumber can do about a job: the next step, and the rest in a menu. */
export function PlumberActions({ job, step, answers, now, shareUrl }: Props) {
  const page = `/plumber-dashboard/jobs/${job.id}`;
  const isShown = (action: string) => action === step.primary || action === step.beside;
  const canPropose = availableProposalActions(job, "plumber").length > 0;
  const rest = [...availableSteps(job, "plumber", now), ...availableTransitions(job, "plumber", now)];
  return (
    <>
      <StepControls step={step} answers={answers} booking={job} page={page} />
      <TicketMenu>
        {canPropose && !isShown("answer-time") && (
          <MenuLink to={`${page}/reschedule`} dialog>
            <Icon name="clock" /> Suggest a new time
          </MenuLink>
        )}
        {isAccepted(job.status) && (
          <MenuLink to={`${page}/report`} dialog>
            <Icon name="notebook-pen" /> {job.report ? "Edit the report" : "Write the report"}
          </MenuLink>
        )}
        <CommonEntries reference={job.reference} shareUrl={shareUrl} isOpen={isOpen(job.status)} />
        {rest
          .filter((one) => !isShown(one))
          .map((one) => (
            <StepEntry key={one} step={one} page={page} />
          ))}
      </TicketMenu>
    </>
  );
}
