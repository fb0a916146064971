import { useLoaderData } from "@remix-run/react";
import type * as z from "zod";
import { cancelPayouts, leaveOutPayout } from "~/domain/escrow/payout-batches.server";
import { findBatchForCommand, markPayoutsSent, returnPayout } from "~/domain/escrow/sent-payouts.server";
import { confirmForm, leaveOutForm, referenceForm, returnForm } from "~/domain/escrow/escrow-forms";
import { findBatch, payoutsIn } from "~/domain/escrow/payout-lists.server";
import { PAYOUT_STATUS_WORDS, type PayoutBatch } from "~/domain/escrow/payout";
import type { Flash } from "~/http/flash";
import { adminAction, adminLoader } from "~/http/guards";
import { countOf } from "~/domain/values/numbers";
import { formatInstant } from "~/domain/time/harare";
import { formatMoney, formatSum } from "~/domain/values/money";
import { officePage, Listed, TextLink } from "~/ui/admin/office-page";
import { BackLink, Icon, MoreLink, Notice } from "~/ui/shell/elements";
import { useFormReply } from "~/ui/forms/form";
import { isEmptied, METHOD_NAMES } from "../../ui/payouts/payout-words";
import { VerbForm } from "../../ui/payouts/payout-forms";
import { Shown } from "~/ui/forms/shown";
import { readSteppedUp } from "~/http/step-up.server";

const TAKE_OUT = {
  title: "Take it out",
  lead: "It won't be in the file. It is still owed, and can be prepared again.",
  button: "Take this payout out",
};

const NOT_SENT = {
  title: "It wasn't sent",
  lead: "Only if the bank or EcoCash has not sent it and won't: it can be prepared again, and would be paid twice.",
  button: "Note that it wasn't sent",
};

function stateOf(batch: PayoutBatch): string {
  const { sentAt, takenAt, cancelledAt, reference } = batch;
  if (sentAt !== null) return `Sent ${formatInstant(sentAt)}, ${reference}.`;
  if (cancelledAt !== null)
    return isEmptied(batch)
      ? `Cancelled ${formatInstant(cancelledAt)}, because no one was left to pay. Nothing was sent.`
      : `Cancelled ${formatInstant(cancelledAt)}. Nothing was sent.`;
  return takenAt !== null ? `File taken ${formatInstant(takenAt)}, not sent yet.` : "File not taken yet.";
}

export default function Payout() {
  const { batch, payouts } = useLoaderData<typeof loader>();
  const isOpen = batch.sentAt === null && batch.cancelledAt === null;
  const isTaken = batch.takenAt !== null;
  const sent = useFormReply("sent", []);
  const cancelled = useFormReply("cancel", []);
  const refused = (isOpen ? null : sent.message) ?? (isOpen && !isTaken ? null : cancelled.message);
  return (
    <div className="grid max-w-3xl gap-6">
      <BackLink to="/admin-dashboard/payouts" label="Payouts" />
      <h1>
        Payout {batch.number}, {METHOD_NAMES[batch.method]}
      </h1>
      <p className="wrap-anywhere text-ink-2">
        {stateOf(batch)} Prepared {formatInstant(batch.createdAt)} by {batch.createdBy}:{" "}
        <b className="text-ink tabular-nums">{formatMoney(batch.total)}</b> to {countOf(batch.count, "plumber")}.
      </p>
      {refused && <Notice kind="danger">{refused}</Notice>}
      {isOpen && (
        <section className="card grid max-w-xl gap-5 p-5">
          <h2>1. Take the file</h2>
          <p className="text-ink-2">
            It holds whole numbers: give it to nobody but the bank or EcoCash, and delete it afterwards. When it is
            first taken, plumbers who have been suspended or changed where their money goes are left out.
          </p>
          <a href={`/payout-files/${batch.id}`} data-file className="button button-quiet justify-self-start">
            <Icon name="file-text" /> Download the file
          </a>
        </section>
      )}
      <VerbForm
        isOpen={isOpen}
        title="2. Note that it was sent"
        lead="Once the bank or EcoCash has taken it. It is booked then, and the plumbers are told."
        verb="sent"
        button="It was sent"
        field={{ name: "reference", label: "Reference of the bank or EcoCash" }}
      />
      <VerbForm
        isOpen={isOpen && !isTaken}
        title="Cancel it"
        lead="As long as nobody has taken the file. What is in it can be prepared again."
        verb="cancel"
        button="Cancel this payout"
        isCareful
      />
      <Listed title="Plumbers">
        {payouts.rows.map(({ id, plumberId, plumber, amount, status, place, reason }) => (
          <li key={id} className="grid gap-2 p-4">
            <span className="flex flex-wrap items-center justify-between gap-x-4">
              <span className="min-w-0 leading-snug">
                <TextLink to={`/admin-dashboard/people/${plumberId}`} className="wrap-anywhere" label={plumber} />
                <span className="block text-sm text-ink-3">
                  {place}, {PAYOUT_STATUS_WORDS[status].toLowerCase()}
                  {reason && ": "}
                  <bdi>{reason}</bdi>
                </span>
              </span>
              <b className="tabular-nums">{formatSum(amount)}</b>
            </span>
            <VerbForm
              isOpen={status === "prepared"}
              {...(isTaken ? NOT_SENT : TAKE_OUT)}
              verb={`leaveOut:${id}`}
              field={{ name: "reason", label: "Why?" }}
              isCareful
              isFolded
            >
              <Shown value={isTaken ? "taken" : "not taken"} />
            </VerbForm>
            <VerbForm
              isOpen={status === "sent"}
              title="It came back"
              lead="The bank or EcoCash gave it back: it is owed again."
              verb={`returned:${id}`}
              button="Note that it came back"
              field={{ name: "reason", label: "Why?" }}
              isCareful
              isFolded
            />
          </li>
        ))}
      </Listed>
      <MoreLink next={payouts.next} label="More plumbers" />
    </div>
  );
}

export const { meta, ErrorBoundary, shouldRevalidate } = officePage<typeof loader>("Payout", "the payout", {
  list: "payouts",
  missing: "Payout not found.",
  about: ({ batch }) => String(batch.number),
});

export const loader = adminLoader(async ({ context: { db }, param, url }) => {
  const id = param("id");
  const pageRequest = { cursor: url.searchParams.get("cursor"), isAscending: false };
  const [batch, payouts] = await Promise.all([findBatch(db, id), payoutsIn(id).page(db, "all", pageRequest)]);
  return batch && { batch, payouts };
});

export const action = adminAction("Failed to save", async (args) => {
  const { context, param, button, refused, goTo } = args;
  const id = param("id");
  const { verb, of } = button(["sent", "cancel", "leaveOut", "returned"]);
  const [schema, flash] = VERBS[verb];
  const [read, batch] = await Promise.all([readSteppedUp(args, schema), findBatchForCommand(context.db, id)]);
  if (!batch) return null;
  const { user: admin, value } = read;
  const { reference = "", reason = "", shown } = value;
  const result = await {
    sent: () => markPayoutsSent(context, admin, batch, reference),
    cancel: () => cancelPayouts(context, admin, id),
    leaveOut: () => leaveOutPayout(context, admin, { id, payoutId: of, wasTaken: shown === "taken", reason }),
    returned: () => returnPayout(context, admin, batch, of, reason),
  }[verb]();
  return result.ok
    ? goTo(`/admin-dashboard/payouts/${id}`, flash)
    : refused(result, result.reason === "referenceUsed" ? "reference" : undefined);
});

type Form = z.ZodType<Partial<{ reference: string; reason: string; shown: string }>>;
const VERBS: { sent: [Form, Flash]; cancel: [Form, Flash]; leaveOut: [Form, Flash]; returned: [Form, Flash] } = {
  sent: [referenceForm, "payoutSent"],
  cancel: [confirmForm, "payoutCancelled"],
  leaveOut: [leaveOutForm, "payoutLeftOut"],
  returned: [returnForm, "payoutReturned"],
};
