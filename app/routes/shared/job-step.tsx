import { useLoaderData } from "@remix-run/react";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { formatSpan } from "~/domain/bookings/booking-words";
import { availableSteps, EARLY_BEFORE, missedVisitClaim, stepRuleFor } from "~/domain/bookings/job-steps";
import { CHANGES_OF_BOOKING, withLatest } from "~/domain/bookings/latest-event";
import { listHistory, selectLatest } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { refuse } from "~/domain/values/refusal";
import { fullName } from "~/domain/values/user";
import { bookingPage } from "~/http/booking-page";
import { requireStep, takeStep } from "~/http/booking-transition.server";
import { signedInAction, signedInLoader } from "~/http/guards";
import { messageOf, type Refused } from "~/http/refusals";
import { StepDialog } from "~/ui/bookings/step-dialog";

/** Asks before a step of the day that needs an answer or a second thought (B25, B27). */
export const loader = signedInLoader(async ({ context: { db, now }, viewer, param }) => {
  const step = requireStep(param("step"), viewer.role);
  const rule = stepRuleFor(step, viewer.role);
  if (viewer.role === "admin" || !rule) return null;
  const id = param("id");
  const [booking, history, latest] = await Promise.all([
    findBookingView(db, viewer, id, now),
    listHistory(db, viewer, id),
    selectLatest(db, id, viewer),
  ]);
  if (!booking) return null;
  const { client, plumber, status, startsAt } = booking;
  const other = viewer.role === "client" ? plumber : client;
  const missedVisit = missedVisitClaim(history, viewer.role);
  const possibleFrom = rule.opensAt(startsAt);
  const refused: Refused =
    rule.from.includes(status) && possibleFrom > now
      ? { ok: false, reason: "tooEarly", possibleFrom }
      : withLatest({ ...refuse("transitionNotAllowed"), status }, latest, CHANGES_OF_BOOKING, viewer, now);
  return {
    step,
    startsAt,
    other: other ? fullName(other) : NO_PLUMBER_YET,
    phone: other?.phone ?? null,
    startsIn: step === "on-the-way" && now < startsAt - EARLY_BEFORE ? formatSpan(startsAt - now) : null,
    obstacle: availableSteps({ ...booking, missedVisit }, viewer.role, now).includes(step) ? null : messageOf(refused),
    back: bookingPage(viewer.role, id),
  };
});

export const action = signedInAction("Failed to change booking", (args) =>
  takeStep(args, requireStep(args.param("step"), args.viewer.role)),
);

export default function JobStepPage() {
  return <StepDialog {...useLoaderData<typeof loader>()} />;
}
