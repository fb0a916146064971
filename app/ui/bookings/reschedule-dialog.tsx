import { Form } from "@remix-run/react";
import { MAX_PROPOSALS, type ProposalAction } from "~/domain/bookings/booking-machine";
import { dateAt, formatDate, timeAt, type Instant, type LocalDate } from "~/domain/time/harare";
import { Dialog } from "../elements/dialog";
import { TextField } from "../forms/field";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { Notice } from "../elements/notice";

interface Props {
  other: string;
  startsAt: Instant;
  proposedStart: Instant | null;
  /** Whether the viewer made the proposal. */
  isOwn: boolean;
  proposals: number;
  possible: ProposalAction[];
  today: LocalDate;
  back: string;
}

const REMAINING = ["no more times", "one more time", "two more times", "three times"];

const whenOf = (start: Instant) => `${formatDate(dateAt(start))} at ${timeAt(start)}`;

/** Rescheduling: the current proposal with its answers, and a form for a new one. */
export function RescheduleDialog({ other, startsAt, proposedStart, isOwn, proposals, possible, today, back }: Props) {
  const { fields, message } = useFormReply("reschedule", ["appointmentDate", "appointmentTime"]);
  return (
    <Dialog
      title={possible.includes("accept") ? "Answer suggestion" : "Suggest a new time"}
      back={back}
      backLabel="Back"
    >
      <p className="text-ink-2">
        {other}, currently {whenOf(startsAt)}
      </p>
      {message && <Notice kind="danger">{message}</Notice>}
      {possible.length === 0 && <p>The time of this booking can't be changed any more.</p>}
      {proposedStart !== null && possible.includes("decline") && (
        <Form method="post" replace className="grid gap-3">
          <input type="hidden" name="start" value={proposedStart} />
          <p>
            {isOwn ? "You suggested" : `${other} suggested`}: <b>{whenOf(proposedStart)}</b>
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
      {possible.includes("propose") && (
        <Form method="post" replace noValidate className="grid gap-4 border-t border-line pt-4">
          <div className="grid items-start gap-3 min-[460px]:grid-cols-2">
            <TextField meta={fields.appointmentDate} label="Date" type="date" min={today} />
            <TextField meta={fields.appointmentTime} label="Time" type="time" step={900} />
          </div>
          <SubmitButton busy="Sending..." className={possible.includes("accept") ? "button-quiet" : ""}>
            Suggest this time
          </SubmitButton>
          <p className="text-sm text-ink-3">You can suggest {REMAINING[MAX_PROPOSALS - proposals]}.</p>
        </Form>
      )}
    </Dialog>
  );
}
