import { useLoaderData } from "@remix-run/react";
import { allowsPayouts, findLedgerCheck } from "~/domain/ledger/ledger-health.server";
import { PAYOUT_METHODS } from "~/domain/payouts/payout";
import { listPayableMethods, preparePayouts } from "~/domain/payouts/payout-batches.server";
import { findPayoutStop } from "~/domain/payouts/payout-stop.server";
import { listBatches, listOwed, sumOwed } from "~/domain/payouts/payout-lists.server";
import { prepareForm } from "~/domain/payouts/payout-forms";
import { formatMoney } from "~/domain/values/money";
import { newId } from "~/domain/values/id";
import { flashed } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { redirectTo } from "~/http/redirects";
import { messageOf } from "~/http/refusals";
import { readSteppedUp } from "~/http/step-up.server";
import { Notice } from "~/ui/elements/notice";
import { MoreLink } from "~/ui/elements/more-link";
import { MoneyTabs } from "~/ui/payouts/money-tabs";
import { PreparePayout } from "~/ui/payouts/prepare-payout";
import { BatchTable, OwedTable } from "~/ui/payouts/payout-tables";
import { StoppedNotice } from "~/ui/payouts/payout-stop";
import { Link } from "~/ui/shell/link";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Payouts",
  failed: "Failed to fetch payouts",
  home: "/admin-dashboard",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** What is owed to plumbers, and the batches in which it goes out (M14). */
export const loader = roleLoader("admin", async ({ context: { db, now, paymentProvider }, url }) => {
  const [owed, payable, batches, sums, check, stop] = await Promise.all([
    listOwed(db, now, url.searchParams.get("owed")),
    listPayableMethods(db, now),
    listBatches(db, url.searchParams.get("batches")),
    sumOwed(db),
    findLedgerCheck(db),
    findPayoutStop(db),
  ]);
  return {
    ...owed,
    nextOwed: owed.next,
    payable,
    batches: batches.batches,
    nextBatches: batches.next,
    total: formatMoney(sums.plumbers),
    now,
    stop,
    fault: allowsPayouts(check, now) ? null : messageOf({ ok: false, reason: "ledgerAtFault" }),
    formIds: { ecocash: newId(), bank: newId() },
    isOnline: paymentProvider !== null,
  };
});

/** Prepares a batch. */
export const action = roleAction(
  "admin",
  async (args) => {
    const read = await readSteppedUp(args, prepareForm);
    if (!read.ok) return read.reply;
    const result = await preparePayouts(args.context, read.user, read.value);
    return result.ok
      ? redirectTo(`/admin-dashboard/payouts/${result.id}`, flashed("payoutPrepared"))
      : read.refused(result);
  },
  "Failed to prepare the payout",
);

export default function Payouts() {
  const { owed, nextOwed, payable, batches, nextBatches, total, now, stop, fault, formIds, isOnline } =
    useLoaderData<typeof loader>();
  return (
    <div className="grid gap-2">
      <div className="office-bar">
        <h1>Payouts</h1>
        <MoneyTabs isOnline={isOnline} />
      </div>
      <StoppedNotice stop={stop} />
      {fault && <Notice kind="danger">{fault}</Notice>}
      <section className="grid gap-2">
        <div className="office-bar">
          <h2>Owed to plumbers: {total}</h2>
          {PAYOUT_METHODS.map((method) => (
            <PreparePayout
              key={method}
              method={method}
              id={formIds[method]}
              isOffered={payable.includes(method)}
              isQuiet={method !== payable[0]}
            />
          ))}
        </div>
        {owed.length > 0 && (
          <p className="text-sm text-ink-2">
            {payable.length > 0
              ? "A payout is everything that is owed to plumbers with valid details, at most 100 of them. Nothing is booked until you note that it was sent."
              : "There is nothing to prepare: each of these is in a batch, has no valid details yet, or is suspended."}
          </p>
        )}
        <OwedTable owed={owed} />
        <MoreLink next={nextOwed} label="More plumbers" name="owed" />
      </section>
      <section className="grid gap-2 pt-4">
        <div className="office-bar">
          <h2>Batches</h2>
        </div>
        <BatchTable batches={batches} now={now} />
        <MoreLink next={nextBatches} label="Earlier payouts" name="batches" />
      </section>
      {!stop && (
        <Link to="/admin-dashboard/payouts/stop" className="button-link justify-self-start">
          Stop payouts
        </Link>
      )}
    </div>
  );
}
