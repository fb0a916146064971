import type { EmailTemplate } from "../email/email-template";
import type { ShortNotice } from "../notices/notice";
import { dateAt, formatDate, formatInstant, timeAt, type Instant } from "../time/harare";
import { cityPath } from "../values/cities";
import { formatMoney } from "../values/money";
import { formatPhone } from "../values/phone";
import { fullName, type Named } from "../values/user";
import { DEFAULT_SERVICE, isAgreed, NO_PLUMBER_YET, type BookingStatus } from "./booking";
import type { BookingActor, BookingTransition } from "./booking-machine";
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
  /** How many photos of the problem there are. */
  photos: number;
  /** The plumber's fee in cents; null: not fixed yet. */
  fee: number | null;
  /** The accepted quote's total, which includes the fee, in cents; null: no quote was accepted (M2). */
  agreedPrice: number | null;
  /** Phones are null where they are not known; who reads them is decided here (B18). */
  client: Named & { phone: string | null };
  /** Null: to be assigned. */
  plumber: (Named & { id: string; phone: string | null }) | null;
}

/** The booking with the phone of the side that acts, whom the other side may want to call. */
export function withPhoneOf<Noticed extends NoticedBooking>(
  booking: Noticed,
  { role, phone = null }: { role: BookingActor; phone?: string | null },
): Noticed {
  if (role === "client") return { ...booking, client: { ...booking.client, phone } };
  return role === "plumber" && booking.plumber ? { ...booking, plumber: { ...booking.plumber, phone } } : booking;
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

/** `Sun 22 Nov 2026, 10:00 am, Leak Fixing`, and the suburb where a plumber reads it. */
const glanceOf = ({ startsAt, serviceType, area }: NoticedBooking, reader: Reader) =>
  [formatInstant(startsAt), serviceType ?? DEFAULT_SERVICE, ...(reader === "plumber" && area ? [area] : [])].join(", ");

/** What one side reads at a glance, on a locked phone too: no address, no phone. */
export const glance = (
  booking: NoticedBooking,
  reader: Reader,
  title: string,
  startsAt: Instant = booking.startsAt,
): ShortNotice => ({
  title,
  body: glanceOf({ ...booking, startsAt }, reader),
  path: pageOf(booking, reader, ""),
  tag: booking.id,
});

/** The line of the job on top of an email (B24). */
export function lineOf(
  status: BookingStatus,
  { isOnTheWay = false, isPaid = false } = {},
): NonNullable<EmailTemplate["line"]> {
  const { reached, closed } = jobLine({ status, onTheWayAt: isOnTheWay ? 1 : null, isPaid });
  return { stations: STATIONS, reached: STATIONS.indexOf(reached), closed: closed !== null };
}

/**
 * Where a client goes from a transition: to the review, to other plumbers, or to the booking, above all where they are
 * asked to agree to more than was agreed (`asksMore`, M3).
 */
export function nextStep(
  booking: NoticedBooking & { city?: string | null },
  transition: BookingTransition,
  asksMore: boolean,
  origin: string,
): { label: string; url: string } {
  const { plumber, city } = booking;
  if (asksMore) return { label: "Check the amount", url: pageOf(booking, "client", origin) };
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

/** The booking in rows; the last ones name the other side and, while phones are shared, their phone (B18). */
export function listFacts(
  booking: NoticedBooking,
  reader: Reader | "office",
  reason: string | null = null,
): [string, string][] {
  const isShared = isAgreed(booking.status) || booking.status === "completed";
  const where = reader !== "plumber" || isShared ? booking.location : booking.area;
  const other = reader === "client" ? booking.plumber : booking.client;
  const phone = reader === "office" || isShared ? other?.phone : null;
  return [
    ["Booking", booking.reference],
    ["When", whenOf(booking.startsAt)],
    ["Service", booking.serviceType ?? DEFAULT_SERVICE],
    ...(where ? [["Where", where] as [string, string]] : []),
    ...(booking.notes ? [["Notes", booking.notes] as [string, string]] : []),
    ...(booking.photos > 0 ? [["Photos", `${booking.photos} of the problem`] as [string, string]] : []),
    ...listPrice(booking),
    ...(reason ? [["Reason", reason] as [string, string]] : []),
    reader === "client" ? ["Plumber", plumberOf(booking, NO_PLUMBER_YET)] : ["Client", fullName(booking.client)],
    ...(phone ? [["Phone", formatPhone(phone)] as [string, string]] : []),
  ];
}

/** What was agreed by quote, with the fee in it; else the fee. */
function listPrice({ agreedPrice, fee }: NoticedBooking): [string, string][] {
  if (agreedPrice !== null) return [["Agreed price", formatMoney(agreedPrice)]];
  return fee === null ? [] : [["Fee", formatMoney(fee)]];
}
