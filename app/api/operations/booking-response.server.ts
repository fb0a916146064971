import type { SessionClaims } from "~/domain/values/user";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { refuse } from "~/domain/values/refusal";
import type { RequestContext } from "../../http/context";
import { toBookingFor } from "../schemas/booking-schemas";
import { done } from "../operation";

/** The booking as it is after a write; given to somebody else in the same moment, it is not theirs any more. */
export async function showBooking({ db, now, origin }: RequestContext, viewer: SessionClaims, id: string) {
  const record = await findBookingView(db, viewer, id, now);
  return record ? done(toBookingFor(viewer.role, record, origin)) : refuse("bookingNotFound");
}
