import { moveForm, undoForm } from "~/domain/bookings/move-forms";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { moveBooking, type MoveResult } from "~/domain/bookings/commands/move-booking.server";
import { undoMove } from "~/domain/bookings/commands/undo-move.server";
import { findBookingByReference } from "~/domain/bookings/queries/by-reference.server";
import { refuse } from "~/domain/values/refusal";
import type { JustMoved } from "~/domain/bookings/booking-move";
import { fullName } from "~/domain/values/user";
import { parseForm } from "./forms";
import type { ActionArgs } from "./guards";
import { notFound } from "./not-found";
import { param } from "./params";

type Args = Pick<ActionArgs, "context" | "viewer" | "user" | "params" | "form">;

/**
 * Moves the booking of the address as a form of the board says (O26), by the page of the booking or in place. `moved`: what
 * was moved, where the form is right and the domain did it.
 */
export async function makeMove({ context, viewer, user, params, form }: Args) {
  const parsed = parseForm(form, moveForm);
  const [admin, booking, plumber] = await Promise.all([
    user,
    findBookingByReference(context.db, viewer, param(params, "reference")),
    findBookablePlumber(context.db, parsed.value?.plumberId ?? ""),
  ]);
  if (!booking) throw notFound();
  if (!parsed.value) return { parsed, booking, result: null, moved: null };
  const { plumberId, start, shown } = parsed.value;
  // A plumber who is no longer listed keeps what they have.
  const taker = plumber ?? (booking.plumber?.id === plumberId ? booking.plumber : null);
  const result: MoveResult =
    plumberId && !taker
      ? refuse("plumberNotFound")
      : await moveBooking(context, admin, booking, { plumber: taker, start }, shown);
  const moved: JustMoved | null = result.ok
    ? {
        reference: booking.reference,
        plumberId,
        plumber: taker && fullName(taker),
        startsAt: start,
        at: context.now,
      }
    : null;
  return { parsed, booking, result, moved };
}

/** Takes back the move of the booking of the address that a form of the board shows (O26). */
export async function makeUndo({ context, viewer, user, params, form }: Args) {
  const parsed = parseForm(form, undoForm);
  const [admin, booking] = await Promise.all([
    user,
    findBookingByReference(context.db, viewer, param(params, "reference")),
  ]);
  if (!booking) throw notFound();
  const result = parsed.value && (await undoMove(context, admin, booking, parsed.value.shown));
  return { parsed, result };
}
