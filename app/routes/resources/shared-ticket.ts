import { findIdByReference } from "~/domain/bookings/queries/booking-details.server";
import { signedInLoader } from "~/http/guards";
import { redirectTo } from "~/http/responses";
import { bookingPage } from "~/http/booking-pages";

/** One link to a booking for all who may see it: it leads each of them to their own page, after sign-in (B24). */
export const loader = signedInLoader(async ({ context, viewer, param }) => {
  const id = await findIdByReference(context.db, viewer, param("reference"));
  if (id === null) return null;
  return redirectTo(bookingPage(viewer.role, id));
});
