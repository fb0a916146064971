import { STEP_UP_FIELDS } from "../accounts/step-up-fields";
import { SteppedUpForm } from "../accounts/stepped-up-form";
import { TextField } from "../forms/field";
import { useFormReply } from "../forms/use-form-reply";
import { Shown } from "./setting-row";

/** The company's part of what clients pay online (M12). */
export function CommissionForm({ percent }: { percent: number }) {
  const reply = useFormReply("commission", ["percent", ...STEP_UP_FIELDS], { percent: String(percent) });
  return (
    <SteppedUpForm
      form="commission"
      lead="What the company keeps of the money that it holds, in per cent. It counts for everything that is released from now on; payments in cash carry none."
      reply={reply}
      button="Save"
      className=""
    >
      <Shown value={String(percent)} />
      <TextField meta={reply.fields.percent} label="Per cent" inputMode="numeric" autoComplete="off" />
    </SteppedUpForm>
  );
}
