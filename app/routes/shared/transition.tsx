import { useLoaderData } from "@remix-run/react";
import { CANCELLATION_REASONS, LATE_CANCELLATION, LATE_WARNING, NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { availableTransitions, BOOKING_TRANSITIONS, upcomingTransitions } from "~/domain/bookings/booking-machine";
import { findBookingFor, selectLatest } from "~/domain/bookings/queries/booking-details.server";
import { formatInstant } from "~/domain/time/harare";
import { REASON_LENGTH } from "~/domain/values/text";
import {
  makeTransition,
  requireTransition,
  transitionFailed,
  describeObstacle,
} from "~/http/booking-transition.server";
import { signedInAction, signedInLoader } from "~/http/guards";
import { TRANSITION_LABELS } from "~/ui/bookings/transition-labels";
import { Dialog } from "~/ui/elements/dialog";
import { Notice, SubmitButton } from "~/ui/shell/elements";
import { SelectField, TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { describeCallingOff } from "~/ui/money/describe-held";
import { Form } from "~/ui/forms/owned-form";
import { WhileOpen } from "~/ui/forms/while-open";
import { namesOfOthers, pageAfter } from "~/http/booking-pages";

/** Asks before a transition that can't be undone, or says why it is no longer possible (B2). */
export const loader = signedInLoader(async ({ context: { db, now }, viewer, request, param }) => {
  const { role } = viewer;
  const transition = requireTransition(param("transition"), role);
  const id = param("id");
  const [booking, latest] = await Promise.all([findBookingFor(db, viewer, id), selectLatest(db, id, viewer)]);
  if (!booking) return null;
  const { startsAt } = booking;
  const upcoming = upcomingTransitions(booking, role, now).find((next) => next.transition === transition);
  const isLate = transition === "cancel" && role !== "admin" && startsAt - now < LATE_CANCELLATION;
  const { to } = BOOKING_TRANSITIONS[transition];
  return {
    transition,
    reasons: CANCELLATION_REASONS[role],
    startsAt,
    other: namesOfOthers(booking, role),
    isOfBoth: role === "admin",
    hasPlumber: booking.plumber !== null,
    isAhead: startsAt > now,
    isLate,
    money: describeCallingOff(booking, { status: to, lateBy: isLate ? role : null }, role, now),
    obstacle: availableTransitions(booking, role, now).includes(transition)
      ? null
      : describeObstacle(booking, latest, viewer, now, upcoming?.from),
    back: pageAfter(role, id, request.url),
  };
});

export const action = signedInAction(transitionFailed, (args) => makeTransition(args, args.param("transition")));

export default function Transition() {
  const { transition, reasons, other, isOfBoth, hasPlumber, isAhead, isLate, money, startsAt, obstacle, back } =
    useLoaderData<typeof loader>();
  const reply = useFormReply("transition", ["reason", "reasonText"]);
  const { fields, all, message: said, reason } = reply;
  const isToExplain = reason === "reasonMissing";
  const message = said ?? obstacle;
  const label = TRANSITION_LABELS[transition];
  const callsOff = label.question !== null;
  const both = hasPlumber ? "both" : "the client";
  const readBy = `${other === NO_PLUMBER_YET ? "our office" : isOfBoth ? both : other} will see it`;
  return (
    <Dialog
      title={label.question ?? label.title ?? label.button}
      back={back}
      careful
      backLabel={message ? "Back" : callsOff ? "No, keep it" : "No"}
    >
      <p className="text-ink-2">
        {other}, {formatInstant(startsAt)}
      </p>
      <ProblemSummary message={message} fields={all} />
      <WhileOpen isOpen={(isToExplain || !reason) && !obstacle} reply={reply} words={["reasonText"]}>
        <Form method="post" replace className="grid gap-4">
          {isAhead && !callsOff && transition !== "confirm" && (
            <Notice kind="info">The appointment hasn't started yet.</Notice>
          )}
          {(isLate || money.length > 0) && (
            <Notice kind="info">{[isLate ? LATE_WARNING : "", ...money].join(" ")}</Notice>
          )}
          {callsOff && (
            <>
              <SelectField
                meta={fields.reason}
                label={isOfBoth ? `Why? (${readBy})` : "Why?"}
                optional={!isOfBoth && readBy}
                placeholder={isOfBoth ? "Another reason" : "No reason"}
                choices={reasons}
              />
              <TextField meta={fields.reasonText} label="In your own words" maxLength={REASON_LENGTH} optional />
            </>
          )}
          <SubmitButton busy={label.busy} className={`w-full ${callsOff ? "button-danger" : ""}`}>
            Yes, {label.button.toLowerCase()}
          </SubmitButton>
        </Form>
      </WhileOpen>
    </Dialog>
  );
}
