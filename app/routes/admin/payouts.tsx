import { useLoaderData } from "@remix-run/react";
import { allowsPayouts, findLedgerCheck, findPayoutStop } from "~/domain/ledger/ledger.server";
import { listPayableMethods, preparePayouts } from "~/domain/escrow/payout-batches.server";
import { type OwedRow, batchList, owedList, sumOwed } from "~/domain/escrow/payout-lists.server";
import { PAYOUT_METHODS, type PayoutMethod, type PayoutBatch } from "~/domain/escrow/payout";
import { prepareForm } from "~/domain/escrow/escrow-forms";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { formatMoney, formatSum } from "~/domain/values/money";
import { newId } from "~/domain/values/id";
import { adminAction, adminLoader } from "~/http/guards";
import { messageOf } from "~/http/refusals";
import { officePage, PageWithBar, TextLink } from "~/ui/admin/office-page";
import { MoreLink, Notice, SubmitButton } from "~/ui/shell/elements";
import { MoneyTabs } from "~/ui/admin/money-tabs";
import { METHOD_NAMES, sayBatchState } from "~/ui/payouts/payout-words";
import { StoppedNotice } from "~/ui/payouts/payout-forms";
import { DataTable, sayInstant, type Column } from "~/ui/admin/data-table";
import { STEP_UP_FIELDS, StepUpFields } from "../../ui/accounts/step-up-fields";
import { withKey } from "../../ui/admin/shortcuts";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { Form } from "~/ui/forms/owned-form";
import { readSteppedUp } from "~/http/step-up.server";

const TO: Record<PayoutMethod, string> = { ecocash: "EcoCash", bank: "the bank" };

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Payouts", "payouts");

/** The money owed to plumbers, and the batches in which it goes out (M14). */
export const loader = adminLoader(async ({ context: { db, now, paymentProvider }, url }) => {
  const pageOf = (name: string) => ({ cursor: url.searchParams.get(name), isAscending: false });
  const [owed, payable, batches, sums, check, stop] = await Promise.all([
    owedList(now).page(db, "all", pageOf("owed")),
    listPayableMethods(db, now),
    batchList.page(db, "all", pageOf("batches")),
    sumOwed(db),
    findLedgerCheck(db),
    findPayoutStop(db),
  ]);
  const mayGoOut = allowsPayouts(check, now);
  return {
    owed,
    // Not offered while it would be refused.
    payable: stop || !mayGoOut ? [] : payable,
    batches,
    total: formatMoney(sums.plumbers),
    now,
    stop,
    fault: mayGoOut ? null : messageOf({ ok: false, reason: "ledgerAtFault" }),
    formIds: { ecocash: newId(), bank: newId() },
    isOnline: paymentProvider !== null,
  };
});

export const action = adminAction("Failed to prepare the payout", async (args) => {
  const { user, value } = await readSteppedUp(args, prepareForm);
  const result = await preparePayouts(args.context, user, value);
  return result.ok ? args.goTo(`/admin-dashboard/payouts/${result.id}`, "payoutPrepared") : args.refused(result);
});

/** The form that prepares a batch. `id` is its own: sent twice, it prepares one. */
function PreparePayout({ method, id, payable }: { method: PayoutMethod; id: string; payable: PayoutMethod[] }) {
  const form = `prepare-${method}`;
  const { fields, all, message, reason } = useFormReply(form, ["id", ...STEP_UP_FIELDS], { id });
  // Where it isn't offered, the refusal of one just sent is still shown.
  if (!payable.includes(method) && !message) return null;
  return (
    <Form method="post" noValidate className="grid content-start gap-4">
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="id" value={fields.id.value} />
      <input type="hidden" name="method" value={method} />
      <ProblemSummary message={message} fields={all} />
      <StepUpFields fields={fields} reason={reason} />
      <SubmitButton
        busy="Preparing..."
        className={method === payable[0] ? "" : "button-quiet"}
        {...withKey(method === "bank" ? "b" : "e")}
      >
        Prepare for {TO[method]}
      </SubmitButton>
    </Form>
  );
}

const sayOwedState = ({ isSuspended, batch }: OwedRow) =>
  [isSuspended && "Suspended: not paid out", batch !== null && `In payout ${batch}`].filter(Boolean).join(", ");

const OWED_COLUMNS: Column<OwedRow>[] = [
  {
    id: "plumber",
    label: "Plumber",
    link: ({ id }) => `/admin-dashboard/people/${id}`,
    cell: ({ plumber }) => plumber,
  },
  { id: "amount", label: "Owed", isFigure: true, onPhones: "end", cell: ({ amount }) => formatSum(amount) },
  {
    id: "place",
    label: "Goes to",
    cell: ({ place, waitsUntil }) =>
      place ??
      (waitsUntil === null ? (
        <span className="font-semibold text-copper-700">Hasn't said where it goes</span>
      ) : (
        `Waits until ${formatInstant(waitsUntil)}`
      )),
  },
  { id: "state", label: "Payout", cell: (row) => <span className="takes-rest">{sayOwedState(row)}</span> },
];

const batchColumns = (now: Instant): Column<PayoutBatch>[] => [
  {
    id: "number",
    label: "Payout",
    link: ({ id }) => `/admin-dashboard/payouts/${id}`,
    cell: ({ number }) => `Payout ${number}`,
  },
  {
    id: "state",
    label: "Status",
    onPhones: "end",
    cell: (batch) => {
      const state = sayBatchState(batch);
      return (batch.sentAt ?? batch.cancelledAt) === null ? <b>{state}</b> : state;
    },
  },
  { id: "method", label: "By", cell: ({ method }) => METHOD_NAMES[method] },
  { id: "total", label: "Total", isFigure: true, cell: ({ total }) => formatSum(total) },
  { id: "count", label: "Plumbers", isFigure: true, onPhones: "labelled", cell: ({ count }) => count },
  { id: "prepared", label: "Prepared", onPhones: "labelled", cell: ({ createdAt }) => sayInstant(createdAt, now) },
  { id: "by", label: "Prepared by", onPhones: "hidden", cell: ({ createdBy }) => createdBy },
  {
    id: "ended",
    label: "Sent or cancelled",
    onPhones: "hidden",
    cell: ({ sentAt, cancelledAt }) => {
      const at = sentAt ?? cancelledAt;
      return at === null ? null : sayInstant(at, now);
    },
  },
  { id: "reference", label: "Reference", onPhones: "labelled", cell: ({ reference }) => reference },
];

export default function Payouts() {
  const { owed, payable, batches, total, now, stop, fault, formIds, isOnline } = useLoaderData<typeof loader>();
  return (
    <PageWithBar title="Payouts" tools={<MoneyTabs isOnline={isOnline} />}>
      <StoppedNotice stop={stop} />
      {fault && <Notice kind="danger">{fault}</Notice>}
      <section className="grid gap-2">
        <div className="office-bar">
          <h2>Owed to plumbers: {total}</h2>
          {PAYOUT_METHODS.map((method) => (
            <PreparePayout key={method} method={method} id={formIds[method]} payable={payable} />
          ))}
        </div>
        {owed.rows.length > 0 && !stop && !fault && (
          <p className="text-sm text-ink-2">
            {payable.length > 0
              ? "A payout is everything that is owed to plumbers with valid details, up to 100 of them. Balances change when you mark it sent."
              : "There is nothing to prepare: each of these is in a batch, has no valid details yet, or is suspended."}
          </p>
        )}
        <DataTable
          caption="Owed to plumbers"
          columns={OWED_COLUMNS}
          rows={owed.rows}
          hidden={owed.rows.some(sayOwedState) ? [] : ["state"]}
          empty={<p className="text-ink-2">Nothing is owed.</p>}
        />
        <MoreLink next={owed.next} label="More plumbers" name="owed" />
      </section>
      <section className="grid gap-2 pt-4">
        <div className="office-bar">
          <h2>Batches</h2>
        </div>
        <DataTable
          caption="Payouts"
          columns={batchColumns(now)}
          rows={batches.rows}
          empty={<p className="text-ink-2">None yet.</p>}
        />
        <MoreLink next={batches.next} label="Earlier payouts" name="batches" />
      </section>
      {!stop && <TextLink to="/admin-dashboard/payouts/stop" className="justify-self-start" label="Stop payouts" />}
    </PageWithBar>
  );
}
