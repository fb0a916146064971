import { useLoaderData } from "@remix-run/react";
import { TRANSFER_REFERENCE_LENGTH } from "~/domain/escrow/payout";
import { refundForm, returnRefundForm } from "~/domain/escrow/escrow-forms";
import { findRefundRow } from "~/domain/escrow/payout-lists.server";
import {
  findRefundForCommand,
  markRefundSent,
  type RefundReturn,
  takeRefundBack,
} from "~/domain/escrow/refunds.server";
import { formatMoney } from "~/domain/values/money";
import { adminAction, adminLoader } from "~/http/guards";
import { officePage } from "~/ui/admin/office-page";
import { STEP_UP_FIELDS, StepUpFields } from "~/ui/accounts/step-up-fields";
import { Notice, SubmitButton } from "~/ui/shell/elements";
import { TextField } from "~/ui/forms/field";
import { useFormReply } from "~/ui/forms/form";
import { VerbForm } from "~/ui/payouts/payout-forms";
import { FormPage } from "~/ui/money/form-page";
import { sayRefundReason, wayBack } from "~/ui/payouts/payout-words";
import { Form } from "~/ui/forms/owned-form";
import { Shown } from "~/ui/forms/shown";
import { WhileOpen } from "~/ui/forms/while-open";
import { readSteppedUp, stepUpAsked } from "~/http/step-up.server";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage<typeof loader>("Refund of", "the refund", {
  list: "refunds",
  missing: "Refund not found.",
  about: ({ refund }) => refund.reference,
});

export const loader = adminLoader(async (args) => {
  const [refund, asks] = await Promise.all([findRefundRow(args.context.db, args.param("id")), stepUpAsked(args)]);
  return refund && { refund, asks };
});

export const action = adminAction("Failed to save", async (args) => {
  const { context, param, pressed, refused, goTo } = args;
  const taken = pressed(["returned", "unsent"]);
  if (taken) {
    const [{ user, value }, refund] = await Promise.all([
      readSteppedUp(args, returnRefundForm),
      findRefundForCommand(context.db, param("id")),
    ]);
    if (!refund) return null;
    const { reason, shown: reference } = value;
    const result = await takeRefundBack(context, user, refund, { what: taken.verb, reference, reason });
    return result.ok ? goTo("/admin-dashboard/refunds", "refundReturned") : refused(result);
  }
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

const RETURNS: { verb: RefundReturn; title: string; lead: string; button: string }[] = [
  {
    verb: "returned",
    title: "It came back",
    lead: "It was given back to us: it is due again.",
    button: "Note that it came back",
  },
  {
    verb: "unsent",
    title: "Noted wrongly?",
    lead: "Only if it was not sent: it is due again, and would be sent twice. Its reference can be used again.",
    button: "It wasn't sent",
  },
];

export default function Refund() {
  const { refund, asks } = useLoaderData<typeof loader>();
  const isSent = refund.sentAt !== null;
  const reply = useFormReply("refund", ["reference", ...STEP_UP_FIELDS]);
  return (
    <FormPage
      title={isSent ? "A refund that was sent" : "Note that a refund was sent"}
      back="/admin-dashboard/refunds"
      backLabel="Refunds"
      reply={reply}
    >
      <p className="wrap-anywhere">
        <b className="tabular-nums">{formatMoney(refund.amount)}</b> to {refund.client}, {refund.reference}.{" "}
        {sayRefundReason(refund)}. {wayBack(refund)}.
      </p>
      {refund.returnReason && (
        <p className="wrap-anywhere">
          It is due again: <bdi>“{refund.returnReason}”</bdi>
        </p>
      )}
      {isSent && <Notice kind="info">It was sent with the reference {refund.sentReference}.</Notice>}
      {RETURNS.map((returned) => (
        <VerbForm
          key={returned.verb}
          {...returned}
          // The provider has sent that money itself (M11): our office can not take it back.
          isOpen={isSent && refund.sentBy !== null}
          field={{ name: "reason", label: "Why?" }}
          isCareful
          isFolded
        >
          <Shown value={refund.sentReference ?? ""} />
        </VerbForm>
      ))}
      <WhileOpen isOpen={!isSent} reply={reply} words={["reference"]}>
        <Form method="post" noValidate className="grid gap-4">
          <Shown name="amount" value={refund.amount} />
          <TextField
            meta={reply.fields.reference}
            label="Reference of the transfer"
            maxLength={TRANSFER_REFERENCE_LENGTH}
            autoComplete="off"
          />
          <StepUpFields fields={reply.fields} reason={reply.reason} asks={asks} />
          <SubmitButton
            busy="Saving..."
            className="w-full"
            label={`Note that ${formatMoney(refund.amount)} was sent`}
          />
        </Form>
      </WhileOpen>
    </FormPage>
  );
}
