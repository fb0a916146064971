import { Form } from "@remix-run/react";
import { NO_PLUMBER_YET, REASON_LENGTH } from "~/domain/bookings/booking";
import type { BookingMove } from "~/domain/bookings/booking-machine";
import { dateAt, formatDate, timeAt, type Instant } from "~/domain/time/harare";
import { Dialog } from "../dialog";
import { SubmitButton } from "../forms/submit-button";
import { Notice } from "../notice";
import { MOVE_LABELS } from "./move-labels";
import { useLastActionData } from "../use-while-page-stands";

interface Props {
  move: BookingMove;
  /** What can be said for it with one tap. */
  reasons: readonly string[];
  other: string;
  startsAt: Instant;
  /** Why the move cannot be made any more; null while it can. */
  obstacle: string | null;
  back: string;
}

/** Asks once more before a move that cannot be taken back. */
export function MoveDialog({ move, reasons, other, startsAt, obstacle, back }: Props) {
  const message = useLastActionData<{ message?: string }>()?.message ?? obstacle;
  const label = MOVE_LABELS[move];
  const readBy = other === NO_PLUMBER_YET ? "our office" : other;
  return (
    <Dialog title={label.question ?? `${label.button}?`} back={back} careful backLabel={message ? "Back" : "No, keep it"}>
      <p className="text-ink-2">
        {other}, {formatDate(dateAt(startsAt))} at {timeAt(startsAt)}
      </p>
      {message ? (
        <Notice kind="danger">{message}</Notice>
      ) : (
        <Form method="post" replace className="grid gap-4">
          <label className="field">
            <span className="font-semibold">
              Why? <span className="font-normal text-ink-3">(optional, {readBy} reads it)</span>
            </span>
            <select name="reason" className="input" defaultValue="">
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
            <input name="reasonText" className="input" maxLength={REASON_LENGTH} />
          </label>
          <SubmitButton busy={label.busy} className={`w-full ${label.question ? "button-danger" : ""}`}>
            Yes, {label.button.toLowerCase()}
          </SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
