import { fullName, type Role } from "~/domain/values/user";
import { CANCELLATION_REASONS, NO_PLUMBER_YET, REASON_LENGTH } from "~/domain/bookings/booking";
import {
  availableTransitions,
  ruleFor,
  upcomingTransitions,
  BOOKING_TRANSITION_NAMES,
  type BookingTransition,
} from "~/domain/bookings/booking-machine";
import { reasonForm } from "~/domain/bookings/booking-forms";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import type { Failed } from "./form-action";
import { roleLoader, type ActionArgs } from "./guards";
import { notFound } from "./not-found";
import { param } from "./params";
import { pressedButton } from "./pressed-button";
import { messageOf, type Refused } from "./refusals";

/** The transition that an address or a button names, if this role can ever make it; else the page does not exist. */
export function requireTransition(name: string, role: Role): BookingTransition {
  const transition = BOOKING_TRANSITION_NAMES.find((known) => known === name);
  if (!transition || !ruleFor(transition, role)) throw notFound();
  return transition;
}

/** Makes a transition on a booking of the viewer's. A booking that is not theirs does not exist. */
export async function applyTransition(
  { context, viewer, user, form }: ActionArgs,
  id: string,
  transition: BookingTransition,
): Promise<{ ok: true } | Refused> {
  // A reason that is too long is no reason to keep the booking: it is cut.
  const said = (name: string) => String(form.get(name) ?? "").slice(0, REASON_LENGTH);
  const reason = reasonForm.safeParse({ reason: said("reason").slice(0, 60), reasonText: said("reasonText") });
  const [confirmed, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
  if (!booking) throw notFound();
  return transitionBooking(context, confirmed, booking, transition, reason.data ?? null);
}

/** What a page says when a transition on it breaks: `Failed to cancel booking`. */
export const transitionFailed =
  (thing: "booking" | "job"): Failed =>
  ({ params, form }) => {
    const asked = params["transition"] ?? pressedButton(form, BOOKING_TRANSITION_NAMES)?.verb;
    return `Failed to ${BOOKING_TRANSITION_NAMES.find((transition) => transition === asked) ?? "change"} ${thing}`;
  };

/** What is asked before a transition that cannot be taken back, and what stands in its way by now. */
export const transitionPage = (role: Role) =>
  roleLoader(role, async ({ context, viewer, params }) => {
    const transition = requireTransition(param(params, "transition"), role);
    const booking = await findBookingFor(context.db, viewer, param(params, "id"));
    if (!booking) throw notFound();
    const { client, plumber } = booking;
    const upcoming = upcomingTransitions(booking, role, context.now).find(
      (upcoming) => upcoming.transition === transition,
    );
    const refused: Refused = upcoming
      ? { ok: false, reason: "tooEarly", possibleFrom: upcoming.from }
      : { ok: false, reason: "transitionNotAllowed", status: booking.status };
    const names = { client: [plumber], plumber: [client], admin: [client, plumber] }[role].map((party) =>
      party ? fullName(party) : NO_PLUMBER_YET,
    );
    return {
      transition,
      reasons: CANCELLATION_REASONS[role],
      startsAt: booking.startsAt,
      other: names.join(" and "),
      isOfBoth: role === "admin",
      isAhead: booking.startsAt > context.now,
      obstacle: availableTransitions(booking, role, context.now).includes(transition) ? null : messageOf(refused),
    };
  });
