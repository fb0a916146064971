import type { EmailTemplate } from "../email/email-template";
import { dateAt, formatDate, timeAt, type Instant } from "../time/harare";
import { cityPath } from "../values/cities";
import { formatMoney } from "../values/money";
import { fullName, type Named } from "../values/user";
import { DEFAULT_SERVICE, isAgreed, NO_PLUMBER_YET, type BookingStatus } from "./booking";
import type { BookingTransition } from "./booking-machine";
import { jobLine, STATIONS } from "./job-line";

/** What every notice about a booking needs to know of it. */
export interface NoticedBooking {
  id: string;
  reference: string;
  startsAt: Instant;
  status: BookingStatus;
  serviceType: string | null;
  /** The whole address, and what the plumber sees of it until they confirm (B18). */
  location: string | null;
  area: string | null;
  notes: string | null;
  /** The plumber's fee in cents; null: not fixed yet. */
  fee: number | null;
  client: Named;
  /** Null: to be assigned. */
  plumber: (Named & { id: string }) | null;
}

/** The side of the booking that is told. */
export type Reader = "client" | "plumber";

/** The plumber by name, or `otherwise` while there is none. */
export const plumberOf = ({ plumber }: NoticedBooking, otherwise: string) => (plumber ? fullName(plumber) : otherwise);

/** `Sunday 22 November 2026 at 10:00 am`. */
export const whenOf = (startsAt: Instant) => `${formatDate(dateAt(startsAt))} at ${timeAt(startsAt)}`;

/** The page where that side finds the booking. */
export const pageOf = ({ id }: NoticedBooking, reader: Reader, origin: string) =>
  reader === "client" ? `${origin}/client-dashboard/bookings/${id}` : `${origin}/plumber-dashboard/jobs/${id}`;

/** What the emails to one side have in common: subject with the job reference, greeting, facts and link. */
export const about = (booking: NoticedBooking, reader: Reader, subject: string, origin: string) =>
  ({
    subject: `${subject} (${booking.reference})`,
    to: reader === "client" ? fullName(booking.client) : booking.plumber && fullName(booking.plumber),
    line: lineOf(booking.status),
    facts: listFacts(booking, reader),
    action: { label: reader === "client" ? "See the booking" : "See the job", url: pageOf(booking, reader, origin) },
  }) satisfies Partial<EmailTemplate>;

/** The line of the job on top of an email (B24). */
export function lineOf(status: BookingStatus, isOnTheWay = false): NonNullable<EmailTemplate["line"]> {
  const { reached, closed } = jobLine({ status, onTheWayAt: isOnTheWay ? 1 : null, finalAmount: null, due: 0 });
  return { stations: STATIONS, reached: STATIONS.indexOf(reached), closed: closed !== null };
}

/** Where a client goes from a transition: to the review, to other plumbers, or to the booking. */
export function nextStep(
  booking: NoticedBooking & { city?: string | null },
  transition: BookingTransition,
  origin: string,
): { label: string; url: string } {
  const { plumber, city } = booking;
  if (transition === "complete" && plumber)
    return {
      label: "Leave a review",
      url: `${origin}/appointment/${plumber.id}?job=${booking.reference}#review`,
    };
  if (transition === "refuse" || transition === "expire")
    return {
      label: city ? `Other plumbers in ${city}` : "Other plumbers",
      url: origin + (city ? cityPath(city) : "/plumbers"),
    };
  return { label: "See the booking", url: pageOf(booking, "client", origin) };
}

/** The booking in rows; the last names the other side. */
export function listFacts(booking: NoticedBooking, reader: Reader, reason: string | null = null): [string, string][] {
  const seesAll = reader === "client" || isAgreed(booking.status) || booking.status === "completed";
  const where = seesAll ? booking.location : booking.area;
  return [
    ["Booking", booking.reference],
    ["When", whenOf(booking.startsAt)],
    ["Service", booking.serviceType ?? DEFAULT_SERVICE],
    ...(where ? [["Where", where] as [string, string]] : []),
    ...(booking.notes ? [["Notes", booking.notes] as [string, string]] : []),
    ...(booking.fee === null ? [] : [["Fee", formatMoney(booking.fee)] as [string, string]]),
    ...(reason ? [["Reason", reason] as [string, string]] : []),
    reader === "client" ? ["Plumber", plumberOf(booking, NO_PLUMBER_YET)] : ["Client", fullName(booking.client)],
  ];
}
