import { STEP_UP_FIELDS } from "../accounts/step-up-fields";
import { SteppedUpForm } from "../accounts/stepped-up-form";
import { FieldError } from "../forms/field";
import { useFormReply } from "../forms/use-form-reply";
import { Shown } from "./setting-row";

const CHOICES = [
  ["on", "Our office approves new plumbers before they are listed"],
  ["off", "New plumbers are listed as soon as their email is verified; those who wait are listed at once"],
] as const;

/** Whether plumbers are approved before they are listed (O9). */
export function ApprovalForm({ approval }: { approval: "on" | "off" }) {
  const reply = useFormReply("approval", ["approval", ...STEP_UP_FIELDS], { approval });
  const meta = reply.fields.approval;
  return (
    <SteppedUpForm form="approval" reply={reply} button="Save" className="">
      <Shown value={approval} />
      <fieldset className="grid gap-1">
        <legend className="legend">Who is listed?</legend>
        {CHOICES.map(([value, text]) => (
          <label key={value} className="check">
            <input type="radio" name="approval" value={value} defaultChecked={value === meta.value} />
            <span className="font-normal">{text}</span>
          </label>
        ))}
        <FieldError meta={meta} />
      </fieldset>
    </SteppedUpForm>
  );
}
