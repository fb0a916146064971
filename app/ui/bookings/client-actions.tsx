import type { ReactNode } from "react";
import { isOpen, type BookingView } from "~/domain/bookings/booking";
import { availableProposalActions, availableTransitions, canReschedule } from "~/domain/bookings/booking-machine";
import { availableSteps, type MissedVisitClaim } from "~/domain/bookings/job-steps";
import type { NextStep } from "~/domain/bookings/next-step/next-step";
import { againPage, reviewPage } from "~/domain/bookings/next-step/step-links";
import type { Instant } from "~/domain/time/harare";
import { Icon } from "../elements/icon";
import { StepControls } from "./next-step";
import { StepEntry } from "./step-button";
import { CommonEntries, MenuLink, TicketMenu } from "./ticket-menu";

interface Props {
  booking: BookingView & { missedVisit: MissedVisitClaim };
  step: NextStep;
  /** The buttons of a question about money, where that is the next step. */
  answers: ReactNode;
  /** What the way to pay online says; null: nothing can be paid. */
  pay: string | null;
  now: Instant;
  shareUrl: string;
}

/** What a client can do about a booking: the next step, and the rest in a menu. */
export function ClientActions({ booking, step, answers, pay, now, shareUrl }: Props) {
  const { id, plumber, status } = booking;
  const page = `/client-dashboard/bookings/${id}`;
  const isShown = (action: string) => action === step.primary || action === step.beside;
  const canPropose = availableProposalActions(booking, "client").includes("propose");
  return (
    <>
      <StepControls step={step} answers={answers} booking={booking} page={page} pay={pay} />
      <TicketMenu>
        {status === "completed" && plumber && booking.reviewedAt === null && !isShown("review") && (
          <MenuLink to={reviewPage(booking)}>
            <Icon name="star" /> Leave a review
          </MenuLink>
        )}
        {!isOpen(status) && plumber && !isShown("book-again") && (
          <MenuLink to={againPage(id, plumber)}>
            <Icon name="calendar" /> Book again
          </MenuLink>
        )}
        {canPropose && !isShown("answer-time") && (
          <MenuLink to={`${page}/reschedule`} dialog>
            <Icon name="clock" /> Suggest a new time
          </MenuLink>
        )}
        {canReschedule(booking, "client") && (
          <MenuLink to={`${page}/reschedule`} dialog>
            <Icon name="clock" /> Change the time
          </MenuLink>
        )}
        {isOpen(status) && (
          <MenuLink to={`${page}/pin`} dialog>
            <Icon name="map-pin" /> Place on the map
          </MenuLink>
        )}
        <CommonEntries reference={booking.reference} shareUrl={shareUrl} isOpen={isOpen(status)} />
        {availableSteps(booking, "client", now)
          .filter((one) => !isShown(one))
          .map((one) => (
            <StepEntry key={one} step={one} page={page} />
          ))}
        {availableTransitions(booking, "client", now).includes("cancel") && (
          <MenuLink to={`${page}/cancel`} dialog>
            <Icon name="circle-x" /> Cancel the booking
          </MenuLink>
        )}
      </TicketMenu>
    </>
  );
}
