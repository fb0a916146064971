import { brand } from "~/brand";
import { toCalendar } from "~/domain/bookings/calendar/ical";
import { findVisit } from "~/domain/bookings/queries/booking-details.server";
import { signedInLoader } from "~/http/guards";
import { bookingPage } from "~/http/booking-pages";

/** A booking as an iCalendar file, for its sides and the office (B24). */
export const loader = signedInLoader(async ({ context, viewer, param }) => {
  const visit = await findVisit(context.db, viewer, param("reference"));
  if (!visit) return null;
  return new Response(
    toCalendar(brand.name, context.origin, [visit], ({ id }) => bookingPage(viewer.role, id)),
    { headers: { "Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "private, no-store" } },
  );
});
