import { useLoaderData } from "@remix-run/react";
import { TRANSFER_REFERENCE_LENGTH } from "~/domain/escrow/payout";
import { refundForm } from "~/domain/escrow/escrow-forms";
import { findRefundRow } from "~/domain/escrow/payout-lists.server";
import { findRefundForCommand, markRefundSent } from "~/domain/escrow/refunds.server";
import { formatMoney } from "~/domain/values/money";
import { adminAction, adminLoader, readSteppedUp } from "~/http/guards";
import { officePage } from "~/ui/admin/office-page";
import { STEP_UP_FIELDS, StepUpFields } from "~/ui/accounts/step-up-fields";
import { Notice, SubmitButton } from "~/ui/shell/elements";
import { TextField } from "~/ui/forms/field";
import { useFormReply } from "~/ui/forms/form";
import { FormPage } from "~/ui/money/form-page";
import { REFUND_REASON_WORDS, wayBack } from "~/ui/payouts/payout-words";
import { Form } from "~/ui/forms/owned-form";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage<typeof loader>("Refund of", "the refund", {
  list: "refunds",
  missing: "Refund not found.",
  about: ({ refund }) => refund.reference,
});

export const loader = adminLoader(async ({ context: { db }, param }) => {
  const refund = await findRefundRow(db, param("id"));
  return refund && { refund };
});

export const action = adminAction("Failed to save", async (args) => {
  const { context, param, refused, goTo } = args;
  const [{ user, value }, refund] = await Promise.all([
    readSteppedUp(args, refundForm),
    findRefundForCommand(context.db, param("id")),
  ]);
  if (!refund) return null;
  const result = await markRefundSent(context, user, { ...refund, amount: value.amount }, value.reference);
  return result.ok
    ? goTo("/admin-dashboard/refunds", "refundSent")
    : refused(result, result.reason === "referenceUsed" ? "reference" : undefined);
});

export default function Refund() {
  const { refund } = useLoaderData<typeof loader>();
  const reply = useFormReply("refund", ["reference", ...STEP_UP_FIELDS]);
  return (
    <FormPage title="Note that a refund was sent" back="/admin-dashboard/refunds" backLabel="Refunds" reply={reply}>
      <p className="wrap-anywhere">
        <b className="tabular-nums">{formatMoney(refund.amount)}</b> to {refund.client}, {refund.reference}.{" "}
        {REFUND_REASON_WORDS[refund.reason]}. {wayBack(refund)}.
      </p>
      {refund.sentAt !== null ? (
        <Notice kind="info">It was sent with the reference {refund.sentReference}.</Notice>
      ) : (
        <Form method="post" noValidate className="grid gap-4">
          <input type="hidden" name="amount" value={refund.amount} />
          <TextField
            meta={reply.fields.reference}
            label="Reference of the bank or EcoCash"
            maxLength={TRANSFER_REFERENCE_LENGTH}
            autoComplete="off"
          />
          <StepUpFields fields={reply.fields} reason={reply.reason} />
          <SubmitButton busy="Saving..." className="w-full" label="It was sent" />
        </Form>
      )}
    </FormPage>
  );
}
