import { Form } from "@remix-run/react";
import { MAX_PROPOSALS, type ProposalAction } from "~/domain/bookings/booking-machine";
import { dateAt, formatInstant, type Instant, type LocalDate } from "~/domain/time/harare";
import type { SlotChoices } from "~/domain/time/slot-choices";
import { Dialog } from "../elements/dialog";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { Notice } from "../elements/notice";
import { NewTime } from "./new-time";

interface Props {
  other: string;
  startsAt: Instant;
  proposedStart: Instant | null;
  /** Whether the viewer made the proposal. */
  isOwn: boolean;
  /** Who made it, as the sentence begins. */
  suggestedBy: string;
  proposals: number;
  possible: ProposalAction[];
  /** Whether the viewer's choice holds at once. */
  isImmediate: boolean;
  /** The plumber's, to choose from; null without a plumber. */
  slots: SlotChoices | null;
  today: LocalDate;
  back: string;
}

const REMAINING = ["no more times", "one more time", "two more times", "three times"];

/** Rescheduling: the current proposal with its answers, and a form for a new time. */
export function RescheduleDialog(props: Props) {
  const { other, startsAt, proposedStart, isOwn, suggestedBy, proposals, possible, isImmediate, slots, today, back } =
    props;
  const { fields, message } = useFormReply("reschedule", [
    "appointmentDate",
    "appointmentTime",
    "otherDate",
    "otherTime",
  ]);
  // Without a plumber, the fields say by themselves what is wrong with them.
  const said = message ?? (slots && (fields.appointmentDate.error ?? fields.appointmentTime.error));
  const canChoose = isImmediate || possible.includes("propose");
  return (
    <Dialog
      title={
        possible.includes("accept") ? "Answer the new time" : isImmediate ? "Change the time" : "Suggest a new time"
      }
      back={back}
      backLabel="Back"
    >
      <p className="text-ink-2">
        {other}, currently {formatInstant(startsAt)}
      </p>
      {said && <Notice kind="danger">{said}</Notice>}
      {possible.length === 0 && !isImmediate && <p>The time of this booking can't be changed any more.</p>}
      {proposedStart !== null && possible.includes("decline") && (
        <Form method="post" replace className="grid gap-3">
          <input type="hidden" name="start" value={proposedStart} />
          <p>
            {suggestedBy} suggested: <b>{formatInstant(proposedStart)}</b>
          </p>
          <div className="flex flex-wrap gap-3">
            {possible.includes("accept") && (
              <SubmitButton name="intent" value="accept" busy="Moving...">
                Accept the new time
              </SubmitButton>
            )}
            <SubmitButton name="intent" value="decline" busy="Sending..." className="button-quiet">
              {isOwn ? "Withdraw" : "Decline"}
            </SubmitButton>
          </div>
        </Form>
      )}
      {canChoose && (
        <Form method="post" replace noValidate className="picker grid gap-4 border-t border-line pt-4">
          <NewTime slots={slots} today={today} day={dateAt(startsAt)} fields={fields} />
          <SubmitButton busy="Sending..." className={possible.includes("accept") ? "button-quiet" : ""}>
            {isImmediate ? "Change to this time" : "Suggest this time"}
          </SubmitButton>
          {!isImmediate && (
            <p className="text-sm text-ink-3">You can suggest {REMAINING[MAX_PROPOSALS - proposals]}.</p>
          )}
        </Form>
      )}
    </Dialog>
  );
}
