import { Form } from "@remix-run/react";
import type { AdminBookingFilter } from "~/domain/admin/lists/office-lists";
import { CITIES, cityKey, nameCity } from "~/domain/values/cities";
import { Link } from "../shell/link";

interface Props {
  filter: AdminBookingFilter;
  /** Whose bookings alone are listed, by name. */
  user: string | null;
}

/** City and day of the office's list of bookings in one line (O5); the other filters stay as they are. */
export function BookingFilterBar({ filter, user }: Props) {
  const { view, city, plumber, client, day, sort } = filter;
  // A day that is chosen begins with all of it.
  const isToCome = view === "to-come";
  const kept = { status: isToCome ? null : view, plumber, client, sort: isToCome ? null : sort };
  const isOther = city !== null && !CITIES.some((known) => cityKey(known) === city);
  return (
    // Another day than today is a page of Bookings, not of "All of today".
    <Form action="/admin-dashboard/bookings" className="flex flex-wrap items-center gap-2">
      {Object.entries(kept).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {user ? (
        <span className="flex flex-wrap items-center gap-2">
          <span>
            {client ? "Bookings" : "Jobs"} of <b>{user}</b>
          </span>
          <Link to="/admin-dashboard/bookings" className="button-link">
            All bookings
          </Link>
        </span>
      ) : (
        <select key={`city ${city}`} name="city" defaultValue={city ?? ""} aria-label="City" className="input">
          <option value="">All cities</option>
          {CITIES.map((known) => (
            <option key={known} value={cityKey(known)}>
              {known}
            </option>
          ))}
          {isOther && <option value={city}>{nameCity(city)}</option>}
        </select>
      )}
      <input key={`day ${day}`} type="date" name="day" defaultValue={day ?? ""} aria-label="Day" className="input" />
      <button className="button button-quiet">Show</button>
    </Form>
  );
}
