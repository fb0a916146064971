import { useLoaderData } from "@remix-run/react";
import { spanBetween } from "~/domain/bookings/booking-words";
import {
  availableSteps,
  EARLY_BEFORE,
  missedVisitClaim,
  stepRuleFor,
  type JobStepName,
} from "~/domain/bookings/job-steps";
import { listHistory, selectLatest } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { formatInstant } from "~/domain/time/harare";
import { describeObstacle, requireStep, takeStep } from "~/http/booking-transition.server";
import { signedInAction, signedInLoader } from "~/http/guards";
import { PhoneLinks } from "~/ui/accounts/phone-links";
import { STEP_LABELS } from "~/ui/bookings/transition-labels";
import { Dialog } from "~/ui/elements/dialog";
import { Notice, SubmitButton } from "~/ui/shell/elements";
import { useFormReply } from "~/ui/forms/form";
import { Form } from "~/ui/forms/owned-form";
import { bookingPage, namesOfOthers } from "~/http/booking-pages";

/** A step of the day that asks first: for the time of arrival, or to confirm that the visit was missed (B25, B27). */
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
  const { status, startsAt } = booking;
  const missedVisit = missedVisitClaim(history, viewer.role, booking.startsAt);
  const opensAt = rule.opensAt(startsAt);
  const isEarly = rule.from.includes(status) && opensAt > now;
  return {
    step,
    startsAt,
    other: namesOfOthers(booking, viewer.role),
    phone: booking[viewer.role === "client" ? "plumber" : "client"]?.phone ?? null,
    startsIn: step === "on-the-way" && now < startsAt - EARLY_BEFORE ? spanBetween(now, startsAt) : null,
    obstacle: availableSteps({ ...booking, missedVisit }, viewer.role, now).includes(step)
      ? null
      : describeObstacle(booking, latest, viewer, now, isEarly ? opensAt : undefined),
    back: bookingPage(viewer.role, id),
  };
});

export const action = signedInAction("Failed to change booking", (args) => takeStep(args, args.param("step")));

export default function JobStep() {
  const { step, startsAt, other, phone, startsIn, obstacle, back } = useLoaderData<typeof loader>();
  const { message: said, reason } = useFormReply("step", []);
  const message = said ?? obstacle;
  const isArrival = step === "on-the-way";
  return (
    <Dialog
      title={isArrival ? "When will you arrive?" : `${STEP_LABELS[step].button}?`}
      back={back}
      careful={!isArrival}
      backLabel={message || isArrival ? "Back" : "No"}
    >
      <p className="text-ink-2">
        {other}, {formatInstant(startsAt)}
      </p>
      {startsIn && !message && (
        <Notice kind="info">The visit is in {startsIn}. Tap a time only if you're setting off now.</Notice>
      )}
      {message && <Notice kind="danger">{message}</Notice>}
      {!(reason ?? obstacle) && (
        <Form method="post" replace className="grid gap-4">
          {isArrival ? <Arrival /> : <Consequences step={step} other={other} phone={phone} />}
        </Form>
      )}
    </Dialog>
  );
}

const MINUTES = [5, 10, 15, 20, 30, 45, 60, 90, 120];

const Arrival = () => (
  <>
    <div className="grid grid-cols-3 gap-2">
      {MINUTES.map((minutes) => (
        <SubmitButton
          key={minutes}
          name="minutes"
          value={String(minutes)}
          busy="Saving..."
          className="button-quiet px-1"
          label={`${minutes} min`}
        />
      ))}
    </div>
    <SubmitButton name="minutes" value="" busy="Saving..." className="button-quiet w-full" label="I don't know yet" />
  </>
);

interface Claim {
  step: JobStepName;
  other: string;
  phone: string | null;
}

const Consequences = ({ step, other, phone }: Claim) => (
  <>
    <p>Payments stop, and our office calls you both. You can take it back until our office has decided.</p>
    {phone && (
      <div className="grid gap-2">
        <p>Only late? Ask {other} first:</p>
        <p className="flex flex-wrap gap-2">
          <PhoneLinks phone={phone} className="button button-quiet" />
        </p>
      </div>
    )}
    <SubmitButton busy={STEP_LABELS[step].busy} className="button-danger w-full">
      Yes, {STEP_LABELS[step].button.toLowerCase()}
    </SubmitButton>
  </>
);
