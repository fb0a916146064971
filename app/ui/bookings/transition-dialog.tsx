import { Form } from "@remix-run/react";
import { NO_PLUMBER_YET, REASON_LENGTH } from "~/domain/bookings/booking";
import type { BookingTransition } from "~/domain/bookings/booking-machine";
import { dateAt, formatDate, timeAt, type Instant } from "~/domain/time/harare";
import type { FormReply } from "~/http/forms";
import { Dialog } from "../elements/dialog";
import { SubmitButton } from "../forms/submit-button";
import { Notice } from "../elements/notice";
import { TRANSITION_LABELS } from "./transition-labels";
import { useLastActionData } from "../elements/use-sticky-value";

interface Props {
  transition: BookingTransition;
  /** What can be said for it with one tap. */
  reasons: readonly string[];
  other: string;
  /** `other` names both sides: the desk asks. */
  isOfBoth?: boolean;
  /** The appointment has not begun. */
  isAhead: boolean;
  startsAt: Instant;
  /** Why the transition cannot be made any more; null while it can. */
  obstacle: string | null;
  back: string;
}

/** Asks once more before a transition that cannot be taken back. */
export function TransitionDialog({
  transition,
  reasons,
  other,
  isOfBoth = false,
  isAhead,
  startsAt,
  obstacle,
  back,
}: Props) {
  const reply = useLastActionData<Partial<FormReply>>();
  const message = reply?.message ?? obstacle;
  const label = TRANSITION_LABELS[transition];
  const callsOff = label.question !== null;
  const readBy = other === NO_PLUMBER_YET ? "our office reads it" : isOfBoth ? "both read it" : `${other} reads it`;
  return (
    <Dialog
      title={label.question ?? label.title ?? label.button}
      back={back}
      careful
      backLabel={message ? "Back" : callsOff ? "No, keep it" : "No"}
    >
      <p className="text-ink-2">
        {other}, {formatDate(dateAt(startsAt))} at {timeAt(startsAt)}
      </p>
      {message && <Notice kind="danger">{message}</Notice>}
      {(!message || reply?.unsent) && (
        <Form method="post" replace className="grid gap-4">
          {isAhead && !callsOff && <Notice kind="info">The appointment is still ahead.</Notice>}
          {callsOff && <Reason readBy={readBy} reasons={reasons} given={reply?.values} />}
          <SubmitButton busy={label.busy} className={`w-full ${callsOff ? "button-danger" : ""}`}>
            Yes, {label.button.toLowerCase()}
          </SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}

/** Why somebody calls it off: a line of the list, their own words, or both. */
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
          In your words <span className="font-normal text-ink-3">(optional)</span>
        </span>
        <input name="reasonText" className="input" maxLength={REASON_LENGTH} defaultValue={given?.["reasonText"]} />
      </label>
    </>
  );
}
