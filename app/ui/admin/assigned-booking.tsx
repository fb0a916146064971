import { DEFAULT_SERVICE, NO_PLUMBER_YET, type BookingView } from "~/domain/bookings/booking";
import { formatInstant } from "~/domain/time/harare";
import { fullName } from "~/domain/values/user";
import { PhoneLinks } from "../accounts/phone-links";
import { Link } from "../shell/link";
import { Fact } from "./fact";

/** The booking that is being assigned: what, when, where and for whom, in two lines on a wide screen. */
export const AssignedBooking = ({ booking }: { booking: BookingView }) => {
  const { id, reference, startsAt, serviceType, location, notes, client, plumber } = booking;
  return (
    <dl className="card office-facts">
      <Fact label="Booking">
        <Link to={`/admin-dashboard/bookings/${id}`}>{reference}</Link>
      </Fact>
      <Fact label="When">{formatInstant(startsAt)}</Fact>
      <Fact label="Service">{serviceType ?? DEFAULT_SERVICE}</Fact>
      <Fact label="Where">{location ?? "N/A"}</Fact>
      <Fact label="Client">
        <NameAndPhone {...client} />
      </Fact>
      <Fact label="Plumber">{plumber ? <NameAndPhone {...plumber} /> : NO_PLUMBER_YET}</Fact>
      {notes && <Fact label="Notes">{notes}</Fact>}
    </dl>
  );
};

const NameAndPhone = ({
  id,
  phone,
  ...named
}: {
  id: string;
  firstName: string;
  lastName: string;
  phone: string | null;
}) => (
  <>
    <Link to={`/admin-dashboard/people/${id}`}>{fullName(named)}</Link>
    {phone && <PhoneLinks phone={phone} className="" />}
  </>
);
