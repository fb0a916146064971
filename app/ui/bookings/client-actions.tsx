import { isOpen, type BookingView } from "~/domain/bookings/booking";
import { canReschedule, availableProposalActions, availableTransitions } from "~/domain/bookings/booking-machine";
import { availableSteps, type MissedVisitClaim } from "~/domain/bookings/job-steps";
import type { Instant } from "~/domain/time/harare";
import type { MoneySection } from "../money/describe-money";
import { MoneyNext } from "../money/booking-money";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { StepButton, StepEntry } from "./step-button";
import { CommonEntries, MenuLink, TicketMenu } from "./ticket-menu";

interface Props {
  booking: BookingView & { missedVisit: MissedVisitClaim };
  money: MoneySection | null;
  now: Instant;
  shareUrl: string;
}

/** What a client can do about a booking: the next step, and the rest in a menu. */
export function ClientActions({ booking, money, now, shareUrl }: Props) {
  const { id, plumber, status } = booking;
  const page = `/client-dashboard/bookings/${id}`;
  const proposals = availableProposalActions(booking, "client");
  const answers = proposals.includes("accept");
  const reviews = status === "completed" && plumber !== null && booking.reviewedAt === null;
  const canBookAgain = !isOpen(status) && plumber !== null;
  const pays = money?.next ?? null;
  const steps = availableSteps(booking, "client", now);
  const missed = !answers && !pays && steps.find((step) => step === "plumber-did-not-come");
  const inMenu = steps.filter((step) => step !== missed);
  return (
    <>
      {answers ? (
        <Link to={`${page}/reschedule`} className="button" preventScrollReset>
          Answer the new time
        </Link>
      ) : pays ? (
        <MoneyNext next={pays} page={page} />
      ) : missed ? (
        <StepButton step={missed} page={page} className="button-quiet" />
      ) : reviews ? (
        <Link to="/client-dashboard/reviews" className="button">
          Leave a review
        </Link>
      ) : status === "refused" ? (
        <Link to="/plumbers" className="button">
          Find another plumber
        </Link>
      ) : canBookAgain ? (
        <Link to={`/appointment/${plumber.id}`} className="button">
          Book again
        </Link>
      ) : (
        plumber && (
          <Link to={`/client-dashboard/messages/${plumber.id}`} className="button button-quiet">
            <Icon name="message-circle" /> Message {plumber.firstName}
          </Link>
        )
      )}
      <TicketMenu>
        {reviews && pays && (
          <MenuLink to="/client-dashboard/reviews">
            <Icon name="star" /> Leave a review
          </MenuLink>
        )}
        {canBookAgain && (reviews || pays || status === "refused") && (
          <MenuLink to={`/appointment/${plumber.id}`}>
            <Icon name="calendar" /> Book again
          </MenuLink>
        )}
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
        {isOpen(status) && (
          <MenuLink to={`${page}/pin`} dialog>
            <Icon name="map-pin" /> Place on the map
          </MenuLink>
        )}
        <CommonEntries reference={booking.reference} shareUrl={shareUrl} isOpen={isOpen(status)} />
        {inMenu.map((step) => (
          <StepEntry key={step} step={step} page={page} />
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
