import { ruleFor, BOOKING_MOVE_NAMES, type BookingMove } from "~/domain/bookings/booking-machine";
import { findBookingFor } from "~/domain/bookings/booking-lists.server";
import { moveBooking } from "~/domain/bookings/bookings.server";
import type { Role } from "~/domain/accounts/user";
import type { ActionArgs } from "./guards";
import type { Refused } from "./refusals";

/** The move that an address or a form names, if this role can ever make it; else the page does not exist. */
export function requireMove(name: unknown, role: Role): BookingMove {
  const move = BOOKING_MOVE_NAMES.find((known) => known === name);
  if (!move || !ruleFor(move, role)) throw new Response("Not found", { status: 404 });
  return move;
}

/** Makes a move on a booking of the viewer's. A booking that is not theirs does not exist. */
export async function makeMove({ context, viewer, member }: ActionArgs, id: string, move: BookingMove): Promise<{ ok: true } | Refused> {
  const [confirmed, booking] = await Promise.all([member, findBookingFor(context.db, viewer, id)]);
  if (!booking) throw new Response("Not found", { status: 404 });
  return moveBooking(context, confirmed, booking, move);
}
