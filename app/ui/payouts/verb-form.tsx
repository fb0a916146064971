import type { ComponentProps } from "react";
import { TRANSFER_REFERENCE_LENGTH } from "~/domain/escrow/payout";
import { REASON_LENGTH } from "~/domain/values/text";
import { STEP_UP_FIELDS } from "../accounts/step-up-fields";
import { SteppedUpForm } from "../accounts/stepped-up-form";
import { TextField } from "../forms/field";
import { useFormReply } from "../forms/use-form-reply";

interface Props extends Omit<ComponentProps<typeof SteppedUpForm>, "form" | "reply" | "isVerb"> {
  /** The button's value. */
  verb: string;
  field?: { name: "reference" | "reason"; label: string };
}

const LENGTHS = { reference: TRANSFER_REFERENCE_LENGTH, reason: REASON_LENGTH };

/** A form of one verb that takes a step-up (A24), with one field at most. */
export function VerbForm({ verb, field, children, ...rest }: Props) {
  const reply = useFormReply(verb, ["reference", "reason", ...STEP_UP_FIELDS]);
  return (
    <SteppedUpForm {...rest} form={verb} reply={reply} isVerb>
      {children}
      {field && (
        <TextField
          meta={reply.fields[field.name]}
          label={field.label}
          maxLength={LENGTHS[field.name]}
          autoComplete="off"
        />
      )}
    </SteppedUpForm>
  );
}
