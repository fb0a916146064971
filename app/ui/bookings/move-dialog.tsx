import { Form, useActionData } from "@remix-run/react";
import type { BookingMove } from "~/domain/bookings/booking-machine";
import { dateAt, formatDate, timeAt, type Instant } from "~/domain/time/harare";
import { SubmitButton } from "../forms/submit-button";
import { Link } from "../link";
import { Notice } from "../notice";
import { MOVE_LABELS } from "./move-labels";

interface Props {
  move: BookingMove;
  other: string;
  startsAt: Instant;
  /** Why the move cannot be made any more; null while it can. */
  obstacle: string | null;
  back: string;
}

/** Asks once more before a move that cannot be taken back: a page of its own that lies over the one it came from. */
export function MoveDialog({ move, other, startsAt, obstacle, back }: Props) {
  const message = useActionData<{ message?: string }>()?.message ?? obstacle;
  const label = MOVE_LABELS[move];
  return (
    <div className="modal">
      <section role="alertdialog" aria-modal="true" aria-labelledby="move-question" className="card grid gap-5 p-6">
        <h2 id="move-question">{label.question}</h2>
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
        <Link to={back} className="button button-quiet" preventScrollReset autoFocus>
          {message ? "Back" : "No, keep it"}
        </Link>
      </section>
    </div>
  );
}
