import { useLoaderData } from "@remix-run/react";
import { CANCELLATION_REASONS, LATE_CANCELLATION, NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { availableTransitions, BOOKING_TRANSITIONS, upcomingTransitions } from "~/domain/bookings/booking-machine";
import { CHANGES_OF_BOOKING, withLatest } from "~/domain/bookings/latest-event";
import { findBookingFor, selectLatest } from "~/domain/bookings/queries/booking-details.server";
import { refuse } from "~/domain/values/refusal";
import { fullName } from "~/domain/values/user";
import { pageAfter } from "~/http/booking-page";
import { makeTransition, requireTransition, transitionFailed } from "~/http/booking-transition.server";
import { signedInAction, signedInLoader } from "~/http/guards";
import { messageOf, type Refused } from "~/http/refusals";
import { describeCallingOff } from "~/ui/money/describe-held";
import { TransitionDialog } from "~/ui/bookings/transition-dialog";

/** Asks before a transition that cannot be taken back, and says what prevents it by now (B2). */
export const loader = signedInLoader(async ({ context: { db, now }, viewer, request, param }) => {
  const { role } = viewer;
  const transition = requireTransition(param("transition"), role);
  const id = param("id");
  const [booking, latest] = await Promise.all([findBookingFor(db, viewer, id), selectLatest(db, id, viewer)]);
  if (!booking) return null;
  const { client, plumber, status, startsAt } = booking;
  const upcoming = upcomingTransitions(booking, role, now).find((next) => next.transition === transition);
  const refused: Refused = upcoming
    ? { ok: false, reason: "tooEarly", possibleFrom: upcoming.from }
    : withLatest({ ...refuse("transitionNotAllowed"), status }, latest, CHANGES_OF_BOOKING, viewer, now);
  const others = { client: [plumber], plumber: [client], admin: [client, plumber] }[role];
  const isLate = transition === "cancel" && role !== "admin" && startsAt - now < LATE_CANCELLATION;
  const { to } = BOOKING_TRANSITIONS[transition];
  return {
    transition,
    reasons: CANCELLATION_REASONS[role],
    startsAt,
    other: others.map((other) => (other ? fullName(other) : NO_PLUMBER_YET)).join(" and "),
    isOfBoth: role === "admin",
    isAhead: startsAt > now,
    isLate,
    money: describeCallingOff(booking, { status: to, lateBy: isLate ? role : null }, role, now),
    obstacle: availableTransitions(booking, role, now).includes(transition) ? null : messageOf(refused),
    back: pageAfter(role, id, request.url),
  };
});

export const action = signedInAction(transitionFailed, (args) => makeTransition(args, args.param("transition")));

export default function TransitionPage() {
  return <TransitionDialog {...useLoaderData<typeof loader>()} />;
}
