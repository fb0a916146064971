import { Form } from "@remix-run/react";
import type { PayoutMethod } from "~/domain/escrow/payout";
import { STEP_UP_FIELDS, StepUpFields } from "../accounts/step-up-fields";
import { withKey } from "../admin/shortcuts";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";

const TO: Record<PayoutMethod, string> = { ecocash: "EcoCash", bank: "the bank" };

interface Props {
  method: PayoutMethod;
  /** The form's own id: sent twice, it prepares one batch. */
  id: string;
  /** Where it isn't offered, the refusal of one just sent is still shown. */
  isOffered: boolean;
  isQuiet: boolean;
}

/** Prepares a batch for EcoCash or for the bank. */
export function PreparePayout({ method, id, isOffered, isQuiet }: Props) {
  const form = `prepare-${method}`;
  const { fields, all, message, reason } = useFormReply(form, ["id", ...STEP_UP_FIELDS], { id });
  if (!isOffered && !message) return null;
  return (
    <Form method="post" noValidate className="grid content-start gap-4">
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="id" value={fields.id.value} />
      <input type="hidden" name="method" value={method} />
      <ProblemSummary message={message} fields={all} />
      <StepUpFields fields={fields} reason={reason} />
      <SubmitButton
        busy="Preparing..."
        className={isQuiet ? "button-quiet" : ""}
        {...withKey(method === "bank" ? "b" : "e")}
      >
        Prepare for {TO[method]}
      </SubmitButton>
    </Form>
  );
}
