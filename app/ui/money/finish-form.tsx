import { Form } from "@remix-run/react";
import { useState } from "react";
import { REPORT_LENGTH } from "~/domain/bookings/booking";
import type { PrivatePhoto } from "~/domain/photos/private-photo";
import { REASON_LENGTH } from "~/domain/values/lengths";
import { formatAmount, formatMoney } from "~/domain/values/money";
import { parseCents } from "~/domain/values/typed-amount";
import { TRANSITION_LABELS } from "../bookings/transition-labels";
import { useHasScript } from "../elements/use-has-script";
import { FieldError, TextArea, TextField } from "../forms/field";
import { SubmitButton } from "../forms/submit-button";
import { PhotoForm } from "../photos/photo-form";
import { PhotoStrip } from "../photos/photo-strip";
import { FormPage } from "./form-page";
import { useFormReply } from "../forms/use-form-reply";

interface Props {
  client: string;
  /** What was agreed, in cents, by a quote (`isQuoted`) or as the fee; null: nothing. */
  agreed: number | null;
  isQuoted: boolean;
  /** The total of a quote that nobody has answered yet, in cents; null: there is none, or another was accepted. */
  quoted: number | null;
  report: string | null;
  obstacle: string | null;
  /** Those from after the work, and where the script sends more. */
  photos: PrivatePhoto[];
  upload: string;
  uploadId: string;
  back: string;
}

const NAMES = ["finalAmount", "finalReason", "report", "sure"] as const;

/** Finishing a job: the final amount is filled in, and one button is enough. */
export function FinishForm(props: Props) {
  const { client, agreed, quoted, report, obstacle, photos, upload, uploadId, back } = props;
  const hasScript = useHasScript();
  const suggested = quoted ?? agreed;
  const { fields, all, message, reason } = useFormReply("finish", NAMES, {
    finalAmount: suggested === null ? "" : formatAmount(suggested),
    finalReason: quoted === null ? "" : "As in my quote",
    report: report ?? "",
  });
  const [entered, setEntered] = useState(fields.finalAmount.value);
  const isAbove = agreed !== null && (parseCents(entered ?? "") ?? 0) > agreed;
  // Without script nobody knows what is entered.
  const asksReason = !hasScript || isAbove || fields.finalReason.error !== undefined;
  const asksTwice = reason === "amountUnusual" || fields.sure.value !== undefined;
  return (
    <FormPage title="Finish the job" back={back} backLabel="The job" message={message ?? obstacle} fields={all}>
      {!obstacle && (
        <Form id="finish" method="post" replace noValidate className="grid gap-4">
          <TextField
            meta={fields.finalAmount}
            label="Final amount (US$)"
            hint={describeAgreed(props)}
            onChange={({ currentTarget }) => setEntered(currentTarget.value)}
            inputMode="decimal"
            autoComplete="off"
          />
          {asksTwice && (
            <div className="field">
              <label className="check">
                <input type="checkbox" name="sure" id={fields.sure.id} />
                <span className="font-normal">The amount is right.</span>
              </label>
              <FieldError meta={fields.sure} />
            </div>
          )}
          {asksReason && (
            <TextField
              meta={fields.finalReason}
              label="Reason for the extra"
              hint={
                agreed === null
                  ? `${client} will see it.`
                  : `Needed above ${formatMoney(agreed)}. ${client} will see it.`
              }
              optional={!isAbove}
              maxLength={REASON_LENGTH}
            />
          )}
          <TextArea
            meta={fields.report}
            label="What was done"
            optional
            rows={3}
            maxLength={REPORT_LENGTH}
            hint="The client and our office can read it."
          />
        </Form>
      )}
      {!obstacle && (
        <section className="grid gap-4 border-t border-line pt-5">
          <h2>Photos of the finished work</h2>
          <PhotoStrip photos={photos} />
          {hasScript ? (
            <PhotoForm labels={{}} kinds={["after"]} kind="after" upload={upload} uploadId={uploadId} />
          ) : (
            <p className="text-ink-2">Once the job is completed, you can add them on its page.</p>
          )}
        </section>
      )}
      {!obstacle && (
        <SubmitButton form="finish" busy={TRANSITION_LABELS.complete.busy} className="w-full">
          {TRANSITION_LABELS.complete.button}
        </SubmitButton>
      )}
    </FormPage>
  );
}

function describeAgreed({ client, agreed, isQuoted, quoted }: Props): string | undefined {
  if (quoted !== null) return `Your quote for ${formatMoney(quoted)} is still open: ${client} will be asked to agree.`;
  if (agreed === null) return undefined;
  const what = isQuoted ? `You agreed on ${formatMoney(agreed)} by quote` : `Your visit fee is ${formatMoney(agreed)}`;
  return `${what}. If it is more, ${client} will be asked to agree.`;
}
