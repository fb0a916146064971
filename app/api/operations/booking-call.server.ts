import type { BookingForCommand } from "~/domain/bookings/booking";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { refuse, type Refusal } from "~/domain/values/refusal";
import type { AuthenticatedUser } from "~/domain/values/user";
import type { Refused } from "../../http/refusals";
import { found, showStored, type Call, type RefusalIn, type SignedIn } from "../operation";

export type BookingCall = Call<{ id: string }, unknown, unknown> & SignedIn;

/** The booking of the path as its viewer may see it. Refuses with `bookingNotFound` where it is not theirs. */
export const showBooking = async ({ context: { db, now }, viewer, params }: BookingCall) =>
  found(await findBookingView(db, viewer, params.id, now), "bookingNotFound");

/**
 * The booking as it is after a write, or why there was none. Assigned to another plumber meanwhile, it is not found.
 */
export const showChangedBooking = async <Result extends { ok: true } | Refused>(call: BookingCall, result: Result) =>
  result.ok ? showStored(() => showBooking(call)) : (result as RefusalIn<Result>);

/** Acts on the path's booking, which is read beside the session's check. Refuses with `bookingNotFound`, or as `act` does. */
export async function onBooking<Result>(
  { context, viewer, user, params }: BookingCall,
  act: (actor: AuthenticatedUser, booking: BookingForCommand) => Promise<Result>,
): Promise<Result | Refusal<"bookingNotFound">> {
  const [actor, booking] = await Promise.all([user, findBookingFor(context.db, viewer, params.id)]);
  return booking ? act(actor, booking) : refuse("bookingNotFound");
}

/** As `onBooking`, and shows the booking after it. */
export const changeBooking = async <Result extends { ok: true } | Refused>(
  call: BookingCall,
  act: (actor: AuthenticatedUser, booking: BookingForCommand) => Promise<Result>,
) => showChangedBooking(call, await onBooking(call, act));
