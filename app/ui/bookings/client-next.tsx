import type { BookingView } from "~/domain/bookings/booking";
import { formatSpan } from "~/domain/bookings/booking-words";
import { timeAt } from "~/domain/time/harare";
import type { MoneySection } from "../money/describe-money";

interface Props {
  booking: BookingView;
  money: MoneySection | null;
  /** How long the plumber usually takes to answer, in milliseconds; null: not known. */
  answerTime: number | null;
}

/** What happens next, for the client. */
export const ClientNext = (props: Props) => (
  <>
    <StatusNext {...props} />
    {props.money?.state && <p>{props.money.state}</p>}
  </>
);

function StatusNext({ booking, money, answerTime }: Props) {
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
      if (money?.agreed)
        return (
          <p>
            <b>You've agreed on the price.</b> {name} will confirm the time. We'll email you.
          </p>
        );
      return (
        <p>
          <b>Request sent to {name}.</b> {name} will confirm or refuse
          {answerTime !== null && `, usually within ${formatSpan(answerTime)}`}. We'll email you: you don't need to do
          anything.
        </p>
      );
    case "confirmed":
      if (booking.frozenAt !== null) return null;
      return booking.onTheWayAt === null ? (
        <p>{name} has confirmed. Make sure someone is there to open the door.</p>
      ) : (
        <p>
          <b>{name} is on the way</b>
          {booking.expectedAt !== null && booking.expectedAt > booking.onTheWayAt
            ? `, there at about ${timeAt(booking.expectedAt)}.`
            : "."}
        </p>
      );
    case "in-progress":
      return booking.frozenAt === null && <p>{name} is working on it.</p>;
    case "completed":
      return <p>The job is done.{!money?.state && " Thank you for booking with Pombi."}</p>;
    case "refused":
      return <p>{name} can't take this booking. You owe nothing, and other plumbers may be free.</p>;
    default:
      return null;
  }
}
