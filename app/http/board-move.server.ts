import { moveForm } from "~/domain/bookings/transition-schemas";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { moveBooking } from "~/domain/bookings/commands/reschedule.server";
import { findBookingByReference } from "~/domain/bookings/queries/booking-details.server";
import { refuse } from "~/domain/values/refusal";
import { parseForm } from "./forms";
import type { ActionArgs } from "./guards";
import { notFound, param } from "./responses";

/** Moves the booking of the address, a reference or an id, as a form of the board or of "Assign" says (O26). */
export async function makeMove({ context, viewer, user, params, form }: ActionArgs) {
  const parsed = parseForm(form, moveForm);
  const [admin, booking, plumber] = await Promise.all([
    user,
    findBookingByReference(context.db, viewer, params["reference"] ?? param(params, "id")),
    findBookablePlumber(context.db, parsed.value?.plumberId ?? ""),
  ]);
  if (!booking) throw notFound();
  if (!parsed.value) return { parsed, booking, result: null };
  const { plumberId, start, shown } = parsed.value;
  // A plumber who is no longer listed keeps what they have.
  const taker = plumber ?? (booking.plumber?.id === plumberId ? booking.plumber : null);
  const result =
    plumberId && !taker
      ? refuse("plumberNotFound")
      : await moveBooking(context, admin, booking, { plumber: taker, start }, shown);
  return { parsed, booking, result };
}
