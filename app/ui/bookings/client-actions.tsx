import { Form } from "@remix-run/react";
import { isOpen, type BookingView } from "~/domain/bookings/booking";
import { canReschedule, availableProposalActions, availableTransitions } from "~/domain/bookings/booking-machine";
import { availableSteps } from "~/domain/bookings/job-steps";
import { formatSpan } from "~/domain/bookings/booking-words";
import { timeAt, type Instant } from "~/domain/time/harare";
import { Icon } from "../elements/icon";
import { SubmitButton } from "../forms/submit-button";
import { Link } from "../shell/link";
import { STEP_LABELS } from "./step-labels";
import { CommonEntries, MenuLink, TicketMenu } from "./ticket-menu";

interface Props {
  booking: BookingView;
  now: Instant;
  shareUrl: string;
}

/** What a client can do about a booking: the next step, and the rest in a menu. */
export function ClientActions({ booking, now, shareUrl }: Props) {
  const { id, plumber, status } = booking;
  const page = `/client-dashboard/bookings/${id}`;
  const proposals = availableProposalActions(booking, "client");
  const answers = proposals.includes("accept");
  const reviews = status === "completed" && plumber !== null && booking.reviewedAt === null;
  const canBookAgain = !isOpen(status) && plumber !== null;
  const messages = plumber && `/client-dashboard/messages/${plumber.id}`;
  const steps = availableSteps(booking, "client", now);
  return (
    <>
      {answers && (
        <Link to={`${page}/reschedule`} className="button" preventScrollReset>
          Answer the suggested time
        </Link>
      )}
      {reviews && (
        <Link to="/client-dashboard/reviews" className="button">
          Leave a review
        </Link>
      )}
      {canBookAgain && (
        <Link to={`/appointment/${plumber.id}`} className={`button ${reviews ? "button-quiet" : ""}`}>
          Book again
        </Link>
      )}
      {messages && isOpen(status) && !answers && (
        <Link to={messages} className="button">
          <Icon name="message-circle" /> Message {plumber.firstName}
        </Link>
      )}
      <TicketMenu>
        {proposals.includes("propose") && !answers && (
          <MenuLink to={`${page}/reschedule`} dialog>
            <Icon name="clock" /> Suggest a new time
          </MenuLink>
        )}
        {canReschedule(booking, "client") && (
          <MenuLink to={`${page}/reschedule`} dialog>
            <Icon name="clock" /> Change the time
          </MenuLink>
        )}
        <CommonEntries reference={booking.reference} shareUrl={shareUrl} isOpen={isOpen(status)} />
        {steps.map((step) => (
          <li key={step} className="px-4 py-1">
            <Form method="post">
              <SubmitButton name="intent" value={step} busy={STEP_LABELS[step].busy} className="button-quiet w-full">
                {STEP_LABELS[step].button}
              </SubmitButton>
            </Form>
          </li>
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

/** What happens next, for the client. `answerTime`: how long the plumber usually takes to answer, or null. */
export function ClientNext({ booking, answerTime }: { booking: BookingView; answerTime: number | null }) {
  const { plumber, status } = booking;
  const name = plumber?.firstName ?? "Your plumber";
  switch (status) {
    case "pending":
      if (!plumber)
        return (
          <p>
            {booking.preferredPlumberName
              ? `We're checking your request. You asked for ${booking.preferredPlumberName}.`
              : "Our office is finding you a plumber. We'll email you."}
          </p>
        );
      return (
        <p>
          <b>Request sent to {name}.</b> {name} will confirm or refuse
          {answerTime !== null && `, usually within ${formatSpan(answerTime)}`}. We'll email you.
        </p>
      );
    case "confirmed":
      return booking.onTheWayAt === null ? (
        <p>{name} is coming. Make sure someone is there to open the door.</p>
      ) : (
        <p>
          <b>{name} is on the way</b>
          {booking.expectedAt !== null && booking.expectedAt > booking.onTheWayAt
            ? `, there at about ${timeAt(booking.expectedAt)}.`
            : "."}
        </p>
      );
    case "in-progress":
      return <p>{name} is working on it.</p>;
    case "completed":
      return booking.due > 0 ? <p>The job is done.</p> : <p>The job is done. Thank you for booking with Pombi.</p>;
    default:
      return null;
  }
}
