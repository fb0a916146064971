import { useLoaderData } from "@remix-run/react";
import { CANCELLATION_REASONS, LATE_CANCELLATION, NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { availableTransitions, upcomingTransitions } from "~/domain/bookings/booking-machine";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { fullName } from "~/domain/values/user";
import { bookingPage } from "~/http/booking-page";
import { makeTransition, requireTransition, transitionFailed } from "~/http/booking-transition.server";
import { signedInAction, signedInLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { messageOf, type Refused } from "~/http/refusals";
import { TransitionDialog } from "~/ui/bookings/transition-dialog";

/** Asks before a transition that cannot be taken back, and says what prevents it by now (B2). */
export const loader = signedInLoader(async ({ context: { db, now }, viewer, params }) => {
  const { role } = viewer;
  const transition = requireTransition(param(params, "transition"), role);
  const booking = await findBookingFor(db, viewer, param(params, "id"));
  if (!booking) throw notFound();
  const { client, plumber, status, startsAt } = booking;
  const upcoming = upcomingTransitions(booking, role, now).find((next) => next.transition === transition);
  const refused: Refused = upcoming
    ? { ok: false, reason: "tooEarly", possibleFrom: upcoming.from }
    : { ok: false, reason: "transitionNotAllowed", status };
  const others = { client: [plumber], plumber: [client], admin: [client, plumber] }[role];
  return {
    transition,
    reasons: CANCELLATION_REASONS[role],
    startsAt,
    other: others.map((other) => (other ? fullName(other) : NO_PLUMBER_YET)).join(" and "),
    isOfBoth: role === "admin",
    isAhead: startsAt > now,
    isLate: transition === "cancel" && role !== "admin" && startsAt - now < LATE_CANCELLATION,
    obstacle: availableTransitions(booking, role, now).includes(transition) ? null : messageOf(refused),
    back: bookingPage(role, param(params, "id")),
  };
});

export const action = signedInAction(
  (args) => makeTransition(args, param(args.params, "transition")),
  transitionFailed,
);

export default function TransitionPage() {
  return <TransitionDialog {...useLoaderData<typeof loader>()} />;
}
