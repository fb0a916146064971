import { findIdByReference } from "~/domain/bookings/queries/by-reference.server";
import { bookingPage } from "~/http/booking-page";
import { signedInLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { redirectTo } from "~/http/redirects";

/** One link to a booking for all who may see it: it leads each of them to their own page, after sign-in (B24). */
export const loader = signedInLoader(async ({ context, viewer, params }) => {
  const id = await findIdByReference(context.db, viewer, param(params, "reference"));
  if (id === null) throw notFound();
  return redirectTo(bookingPage(viewer.role, id));
});
