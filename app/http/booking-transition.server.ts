import { minutesForm, reasonForm } from "~/domain/bookings/transition-schemas";
import {
  BOOKING_TRANSITION_NAMES,
  isUndecided,
  ruleFor,
  type BookingTransition,
} from "~/domain/bookings/booking-machine";
import { isJobStep, stepRuleFor, type JobStepName } from "~/domain/bookings/job-steps";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import { CHOICE_LENGTH, REASON_LENGTH, cutText } from "~/domain/values/text";
import type { Role, SessionClaims } from "~/domain/values/user";
import { STEP_FLASHES, flashAfter } from "./flash";
import type { Failed } from "./forms";
import type { ActionArgs } from "./guards";
import { notFound, redirectTo } from "./responses";
import { messageOf } from "./refusals";
import type { Booking } from "~/domain/bookings/booking-views";
import { BOOKING_CHANGES, withLatest } from "~/domain/bookings/booking-event";
import { notAllowed, undecided } from "~/domain/bookings/transition-refusals";
import type { Instant } from "~/domain/time/harare";
import { pageAfter, withBooking } from "./booking-pages";

/** The transition that a URL or a button names. Throws 404 for one that the role can never make. */
export function requireTransition(name: string, role: Role): BookingTransition {
  const transition = BOOKING_TRANSITION_NAMES.find((known) => known === name);
  if (!transition || !ruleFor(transition, role)) throw notFound();
  return transition;
}

/** Makes a transition of the URL's booking and redirects to the page it came from, or responds with the refusal. */
export const makeTransition = (args: ActionArgs, name: string) => {
  const transition = requireTransition(name, args.viewer.role);
  return withBooking(async ({ context, viewer, user, booking, form, request, refused }) => {
    // A reason that is too long must not keep anyone from cancelling: it is cut.
    const given = (field: string, length: number) => cutText(String(form.get(field) ?? ""), length);
    const reason = reasonForm.safeParse({
      reason: given("reason", CHOICE_LENGTH),
      reasonText: given("reasonText", REASON_LENGTH),
    });
    // As of many at once (O29). Programs have none of our list.
    if (user.role === "admin" && transition === "cancel" && !reason.data)
      return refused({ ok: false, reason: "reasonMissing" }, "reason");
    const result = await transitionBooking(context, user, booking, transition, { reason: reason.data ?? null });
    return result.ok
      ? redirectTo(pageAfter(viewer.role, booking.id, request.url), flashAfter(transition, viewer.role, booking))
      : refused(result);
  })(args);
};

/** The step of the day that a URL names. Throws 404 for one that the role can never take. */
export function requireStep(name: string, role: Role): JobStepName {
  if (!isJobStep(name) || !stepRuleFor(name, role)) throw notFound();
  return name;
}

/** Takes a step of the day on the URL's booking (B25, B27), as `makeTransition` does. */
export const takeStep = (args: ActionArgs, name: string) => {
  const step = requireStep(name, args.viewer.role);
  return withBooking(async ({ context, user, booking, read, refused, done }) => {
    const result = await takeJobStep(context, user, booking, step, read(minutesForm).minutes);
    return result.ok ? done(STEP_FLASHES[step]) : refused(result);
  })(args);
};

/** Names what failed: `Failed to cancel booking`. */
export const transitionFailed: Failed = ({ params, form, context }) => {
  const asked = params["transition"] ?? form.get("intent");
  const transition = BOOKING_TRANSITION_NAMES.find((known) => known === asked) ?? "change";
  return `Failed to ${transition} ${context.session.viewer?.role === "plumber" ? "job" : "booking"}`;
};

/** The obstacle to a form about a booking: our office's decision, too early (until `possibleFrom`), or its status. */
export const describeObstacle = (
  booking: Pick<Booking, "status" | "isMissed">,
  latest: Parameters<typeof withLatest>[1],
  viewer: SessionClaims,
  now: Instant,
  possibleFrom?: Instant,
): string =>
  messageOf(
    isUndecided(booking)
      ? undecided(latest, viewer, now)
      : possibleFrom === undefined
        ? withLatest(notAllowed(booking.status), latest, BOOKING_CHANGES, viewer, now)
        : { ok: false, reason: "tooEarly", possibleFrom },
  );
