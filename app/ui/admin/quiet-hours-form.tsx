import { Form } from "@remix-run/react";
import { formatTime } from "~/domain/time/harare";
import type { FormReply } from "~/http/forms";
import { useLastActionData } from "../elements/use-sticky-value";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { HoursChoice } from "../plumbers/hours-choice";
import { Shown } from "./setting-row";

interface Props {
  hours: { from: number; until: number } | null;
  /** What the fields hold while there are none. */
  usual: { from: number; until: number };
  shown: string;
}

const HALF_HOURS = Array.from({ length: 48 }, (_, at) => 30 * at);

/** The quiet hours that new accounts begin with (O18). */
export function QuietHoursForm({ hours, usual, shown }: Props) {
  const { fields, all, message } = useFormReply("quiet-hours", ["quietFrom", "quietUntil"], {
    quietFrom: String((hours ?? usual).from),
    quietUntil: String((hours ?? usual).until),
  });
  const values = useLastActionData<Partial<FormReply>>()?.values;
  const given = values?.["form"] === "quiet-hours" ? values : undefined;
  return (
    <Form method="post" noValidate className="grid gap-5">
      <ProblemSummary message={message} fields={all} />
      <input type="hidden" name="form" value="quiet-hours" />
      <Shown value={shown} />
      <p className="text-ink-2">
        New accounts begin with these. Everyone changes their own, and nobody's are changed here.
      </p>
      <label className="check">
        <input type="checkbox" name="quiet" defaultChecked={given ? given["quiet"] === "on" : hours !== null} /> Quiet
        hours
      </label>
      <div className="grid grid-cols-2 gap-4">
        {(["quietFrom", "quietUntil"] as const).map((name) => (
          <HoursChoice
            key={name}
            id={fields[name].id}
            name={name}
            label={name === "quietFrom" ? "From" : "To"}
            value={fields[name].value}
            choices={HALF_HOURS.map((minute) => [minute, formatTime(minute)])}
          />
        ))}
      </div>
      <SubmitButton busy="Saving..." className="justify-self-start">
        Save
      </SubmitButton>
    </Form>
  );
}
