import { useLoaderData } from "@remix-run/react";
import { EXPORT_NAMES } from "~/domain/admin/lists/office-lists";
import { allowsPayouts, checkLedgerNow, isSound } from "~/domain/escrow/ledger-health.server";
import { worstFirst } from "~/domain/admin/desk/system-health";
import { readHealth, findNotice, listUndelivered, resendNotice } from "~/domain/admin/desk/system-health.server";
import { listUnknownSearches } from "~/domain/search/unknown-searches.server";
import { adminAction, adminLoader } from "~/http/guards";
import { refusal } from "~/http/refusals";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { HealthLines } from "~/ui/admin/health-lines";
import { UnknownSearches } from "~/ui/admin/unknown-searches";
import { UndeliveredNotices } from "~/ui/admin/undelivered-notices";
import { LedgerFaults } from "~/ui/payouts/ledger-faults";
import { Icon } from "~/ui/elements/icon";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage({
  title: "System",
  failed: "Failed to fetch the system's status",
  home: "/admin-dashboard",
});

const PAGE = "/admin-dashboard/system";

export const loader = adminLoader(async ({ context }) => {
  const { db, now } = context;
  const [{ lines, ledger }, notices, searches] = await Promise.all([
    readHealth(context),
    listUndelivered(db, now),
    listUnknownSearches(db, now),
  ]);
  return {
    now,
    notices,
    searches,
    ledgerFault: allowsPayouts(ledger, now)
      ? null
      : { isUnchecked: !ledger || isSound(ledger), faults: ledger?.faults ?? [] },
    lines: worstFirst(lines),
  };
});

export const action = adminAction("That didn't work", async ({ context, user, button, goTo }) => {
  const { verb, of: noticeId } = button(["resend", "checkLedger"]);
  const [admin, notice] = await Promise.all([user, verb === "resend" ? findNotice(context.db, noticeId) : null]);
  if (verb === "resend") {
    if (!notice) return refusal({ ok: false, reason: "noticeNotFound" });
    await resendNotice(context, admin, notice);
    return goTo(PAGE, "noticeQueued");
  }
  await checkLedgerNow(context);
  return goTo(PAGE, "ledgerChecked");
});

export default function System() {
  const { now, lines, notices, searches, ledgerFault } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-4xl gap-6">
      <h1>System</h1>
      <HealthLines lines={lines} now={now} />
      {ledgerFault && <LedgerFaults {...ledgerFault} />}
      <UndeliveredNotices notices={notices} />
      <UnknownSearches searches={searches} />
      <section className="card grid gap-3 p-5">
        <h2>Export</h2>
        <p>Tables for a spreadsheet. Downloads are logged.</p>
        <p className="flex flex-wrap gap-3">
          {/* Not "download": a browser would save the page that asks for a step-up. */}
          {EXPORT_NAMES.map((name) => (
            <a key={name} href={`/admin-export/${name}.csv`} data-file className="button button-quiet">
              <Icon name="file-text" /> {name}.csv
            </a>
          ))}
        </p>
      </section>
    </div>
  );
}
