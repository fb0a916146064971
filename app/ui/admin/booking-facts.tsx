import { DEFAULT_SERVICE, type Booking } from "~/domain/bookings/booking";
import { BookingWhen } from "../bookings/booking-when";

/** What a client asked for, as rows of a `facts` list. */
export const BookingFacts = ({
  booking: { startsAt, serviceType, location, notes },
}: {
  booking: Pick<Booking, "startsAt" | "serviceType" | "location" | "notes">;
}) => (
  <>
    <dt>When</dt>
    <dd>
      <BookingWhen startsAt={startsAt} />
    </dd>
    <dt>Service</dt>
    <dd>{serviceType ?? DEFAULT_SERVICE}</dd>
    <dt>Where</dt>
    <dd>{location ?? "N/A"}</dd>
    <dt>Notes</dt>
    <dd className="whitespace-pre-line">{notes ?? "N/A"}</dd>
  </>
);
