import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { refuse } from "~/domain/values/refusal";
import type { Refused } from "../../http/refusals";
import { toBookingFor } from "../schemas/booking-schemas";
import { done, showStored, type Call, type RefusalIn, type SignedIn } from "../operation";

type BookingCall = Call<{ id: string }, unknown, unknown> & SignedIn;

/** The booking of the path as its viewer may see it. Refuses with `bookingNotFound` where it is not theirs. */
export async function showBooking({ context: { db, now, origin }, viewer, params }: BookingCall) {
  const record = await findBookingView(db, viewer, params.id, now);
  return record ? done(toBookingFor(viewer.role, record, origin)) : refuse("bookingNotFound");
}

/**
 * The booking as it is after a write, or why there was none. Assigned to another plumber meanwhile, it is not found.
 */
export const showChangedBooking = async <Result extends { ok: true } | Refused>(call: BookingCall, result: Result) =>
  result.ok ? showStored(() => showBooking(call)) : (result as RefusalIn<Result>);
