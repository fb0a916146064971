import { Form } from "@remix-run/react";
import type { BookingMove } from "~/domain/bookings/booking-machine";
import { dateAt, formatDate, timeAt, type Instant } from "~/domain/time/harare";
import { Dialog } from "../dialog";
import { SubmitButton } from "../forms/submit-button";
import { Notice } from "../notice";
import { MOVE_LABELS } from "./move-labels";
import { useLastActionData } from "../use-while-page-stands";

interface Props {
  move: BookingMove;
  other: string;
  startsAt: Instant;
  /** Why the move cannot be made any more; null while it can. */
  obstacle: string | null;
  back: string;
}

/** Asks once more before a move that cannot be taken back. */
export function MoveDialog({ move, other, startsAt, obstacle, back }: Props) {
  const message = useLastActionData<{ message?: string }>()?.message ?? obstacle;
  const label = MOVE_LABELS[move];
  return (
    <Dialog title={label.question ?? label.button} back={back} careful backLabel={message ? "Back" : "No, keep it"}>
      <p className="text-ink-2">
        {other}, {formatDate(dateAt(startsAt))} at {timeAt(startsAt)}
      </p>
      {message ? (
        <Notice kind="danger">{message}</Notice>
      ) : (
        <Form method="post" replace>
          <SubmitButton busy={label.busy} className="button-danger w-full">
            Yes, {label.button.toLowerCase()}
          </SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
