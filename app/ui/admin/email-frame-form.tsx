import { Form } from "@remix-run/react";
import { brand } from "~/brand";
import { formatPhone } from "~/domain/values/phone";
import { TextField } from "../forms/field";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { Shown } from "./setting-row";

interface Props {
  frame: { greeting: string; closing: string };
  /** The frame as one text. */
  shown: string;
  /** The longest that both can be. */
  lengths: { greeting: number; closing: number };
}

/** What every email begins and ends with (O18), and how that reads. */
export function EmailFrameForm({ frame, shown, lengths }: Props) {
  const { fields, all, message } = useFormReply("email-frame", ["greeting", "closing"], frame);
  return (
    <Form method="post" noValidate className="grid gap-5">
      <ProblemSummary message={message} fields={all} />
      <input type="hidden" name="form" value="email-frame" />
      <Shown value={shown} />
      <TextField
        meta={fields.greeting}
        label="Greeting"
        hint="{name} is the reader's first name; where we don't know it, it is left out."
        maxLength={lengths.greeting}
        autoComplete="off"
      />
      <TextField
        meta={fields.closing}
        label="Closing"
        hint="One plain line above the company's name, phone and email, which are always there."
        maxLength={lengths.closing}
        autoComplete="off"
        optional
      />
      <div className="grid gap-2 rounded-field border border-line p-4" aria-label="How emails read now" role="group">
        <p className="text-sm text-ink-2">How emails read now</p>
        <p>{frame.greeting.replaceAll("{name}", "Rudo")}</p>
        <p className="text-ink-2">Tendai has confirmed your booking. (What the email is about)</p>
        {frame.closing && <p>{frame.closing}</p>}
        <p className="text-sm text-ink-2">
          {brand.name}, {formatPhone(brand.phone)}, {brand.email}
        </p>
      </div>
      <SubmitButton busy="Saving..." className="justify-self-start">
        Save
      </SubmitButton>
    </Form>
  );
}
