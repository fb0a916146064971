import { Form } from "@remix-run/react";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import type { BookingTransition } from "~/domain/bookings/booking-machine";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { REASON_LENGTH } from "~/domain/values/lengths";
import type { FormReply } from "~/http/forms";
import { Dialog } from "../elements/dialog";
import { SubmitButton } from "../forms/submit-button";
import { Notice } from "../elements/notice";
import { TRANSITION_LABELS } from "./transition-labels";
import { useLastActionData } from "../elements/use-sticky-value";

interface Props {
  transition: BookingTransition;
  /** The reasons to choose from. */
  reasons: readonly string[];
  other: string;
  /** `other` names both sides, because the office is asking. */
  isOfBoth?: boolean;
  /** Whether the appointment is still to come. */
  isAhead: boolean;
  /** Whether it will be marked as a late cancellation (B26). */
  isLate: boolean;
  /** What becomes of the money that Pombi holds for it. */
  money: string[];
  startsAt: Instant;
  /** Why the transition isn't possible any more; null while it is. */
  obstacle: string | null;
  back: string;
}

/** Asks for confirmation before a transition that can't be undone. */
export function TransitionDialog({
  transition,
  reasons,
  other,
  isOfBoth = false,
  isAhead,
  isLate,
  money,
  startsAt,
  obstacle,
  back,
}: Props) {
  const reply = useLastActionData<Partial<FormReply>>();
  const message = reply?.message ?? obstacle;
  const label = TRANSITION_LABELS[transition];
  const callsOff = label.question !== null;
  const readBy =
    other === NO_PLUMBER_YET ? "our office will see it" : isOfBoth ? "both will see it" : `${other} will see it`;
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
      {message && <Notice kind="danger">{message}</Notice>}
      {!(reply ? reply.reason : obstacle) && (
        <Form method="post" replace className="grid gap-4">
          {isAhead && !callsOff && transition !== "confirm" && (
            <Notice kind="info">The appointment hasn't started yet.</Notice>
          )}
          {isLate && (
            <Notice kind="info">This is less than 2 hours before the start: it will be marked as late.</Notice>
          )}
          {money.length > 0 && <Notice kind="info">{money.join(" ")}</Notice>}
          {callsOff && <Reason readBy={readBy} reasons={reasons} given={reply?.values} />}
          <SubmitButton busy={label.busy} className={`w-full ${callsOff ? "button-danger" : ""}`}>
            Yes, {label.button.toLowerCase()}
          </SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}

/** The reason for cancelling: one of the list, their own words, or both. */
function Reason({
  readBy,
  reasons,
  given,
}: {
  readBy: string;
  reasons: readonly string[];
  given?: Record<string, string>;
}) {
  return (
    <>
      <label className="field">
        <span className="font-semibold">
          Why? <span className="font-normal text-ink-3">(optional, {readBy})</span>
        </span>
        <select name="reason" className="input" defaultValue={given?.["reason"] ?? ""}>
          <option value="">No reason</option>
          {reasons.map((reason) => (
            <option key={reason}>{reason}</option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="font-semibold">
          In your own words <span className="font-normal text-ink-3">(optional)</span>
        </span>
        <input name="reasonText" className="input" maxLength={REASON_LENGTH} defaultValue={given?.["reasonText"]} />
      </label>
    </>
  );
}
