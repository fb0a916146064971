import type { FeeMode } from "~/domain/online-payments/fee-mode";
import { STEP_UP_FIELDS } from "../accounts/step-up-fields";
import { SteppedUpForm } from "../accounts/stepped-up-form";
import { FieldError } from "../forms/field";
import { useFormReply } from "../forms/use-form-reply";
import { Shown } from "./setting-row";

const CHOICES: [FeeMode, string][] = [
  ["none", "No: a booking is paid once its price is agreed, or after the work"],
  ["optional", "Yes, if they want to: the money is held from then on"],
];

/** Whether clients can pay the visit fee with their request (M10). */
export function FeeModeForm({ feeMode }: { feeMode: FeeMode }) {
  const reply = useFormReply("fee-mode", ["feeMode", ...STEP_UP_FIELDS], { feeMode });
  const meta = reply.fields.feeMode;
  return (
    <SteppedUpForm form="fee-mode" reply={reply} button="Save" className="">
      <Shown value={feeMode} />
      <fieldset className="grid gap-1">
        <legend className="legend">Can clients pay the visit fee with the request?</legend>
        {CHOICES.map(([value, text]) => (
          <label key={value} className="check">
            <input type="radio" name="feeMode" value={value} defaultChecked={value === meta.value} />
            <span className="font-normal">{text}</span>
          </label>
        ))}
        <FieldError meta={meta} />
      </fieldset>
    </SteppedUpForm>
  );
}
