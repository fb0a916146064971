import { Form } from "@remix-run/react";
import type { JobStepName } from "~/domain/bookings/job-steps";
import { formatInstant, type Instant } from "~/domain/time/harare";
import type { FormReply } from "~/http/forms";
import { PhoneLinks } from "../accounts/phone-links";
import { Dialog } from "../elements/dialog";
import { Notice } from "../elements/notice";
import { useLastActionData } from "../elements/use-sticky-value";
import { SubmitButton } from "../forms/submit-button";
import { STEP_LABELS } from "./step-labels";

interface Props {
  step: JobStepName;
  startsAt: Instant;
  /** The other side, and their phone where the viewer may see it. */
  other: string;
  phone: string | null;
  /** How long it is until the visit, where that makes setting off early; else null. */
  startsIn: string | null;
  /** Why the step isn't possible; null while it is. */
  obstacle: string | null;
  back: string;
}

/** What a step of the day asks for before it is taken: when the plumber arrives, or whether nobody came. */
export function StepDialog({ step, startsAt, other, phone, startsIn, obstacle, back }: Props) {
  const reply = useLastActionData<Partial<FormReply>>();
  const message = reply?.message ?? obstacle;
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
      {!(reply ? reply.reason : obstacle) && (
        <Form method="post" replace className="grid gap-4">
          {isArrival ? <Arrival /> : <Consequences step={step} other={other} phone={phone} />}
        </Form>
      )}
    </Dialog>
  );
}

const MINUTES = [5, 10, 15, 20, 30, 45, 60, 90, 120];

/** One tap says it, with or without a time. */
const Arrival = () => (
  <>
    <div className="grid grid-cols-3 gap-2">
      {MINUTES.map((minutes) => (
        <SubmitButton
          key={minutes}
          name="minutes"
          value={String(minutes)}
          busy="Saving..."
          className="button-quiet !px-1"
        >
          {minutes} min
        </SubmitButton>
      ))}
    </div>
    <SubmitButton name="minutes" value="" busy="Saving..." className="w-full">
      I don't know yet
    </SubmitButton>
  </>
);

/** What follows, and the call that may spare it. */
const Consequences = ({ step, other, phone }: Pick<Props, "step" | "other" | "phone">) => (
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
