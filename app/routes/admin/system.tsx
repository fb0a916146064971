import { useLoaderData } from "@remix-run/react";
import { EXPORT_NAMES } from "~/domain/admin/export";
import {
  allowsPayouts,
  CHECK_OVERDUE,
  checkLedgerNow,
  findLedgerCheck,
  isSound,
} from "~/domain/ledger/ledger-health.server";
import { findPayoutStop } from "~/domain/payouts/payout-stop.server";
import {
  budgetLine,
  cronLine,
  databaseLine,
  ledgerLine,
  noticeLines,
  payoutStopLine,
  worstFirst,
} from "~/domain/admin/system-health";
import { readSystemHealth } from "~/domain/admin/system-health.server";
import { CRON_LATE, findLastCronRun } from "~/domain/settings/heartbeats.server";
import { listUnknownSearches } from "~/domain/search/unknown-searches.server";
import { findNotice, listUndelivered, resendNotice } from "~/domain/admin/undelivered-notices.server";
import { listBudgets } from "~/domain/notices/budgets.server";
import { flashed } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { HealthLines } from "~/ui/admin/health-lines";
import { UnknownSearches } from "~/ui/admin/unknown-searches";
import { UndeliveredNotices } from "~/ui/admin/undelivered-notices";
import { LedgerFaults } from "~/ui/payouts/ledger-faults";
import { Icon } from "~/ui/elements/icon";
import { CHANNEL_NAMES } from "~/domain/notices/channel-names";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "System",
  failed: "Failed to fetch the system's status",
  home: "/admin-dashboard",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

const PAGE = "/admin-dashboard/system";

export const loader = roleLoader("admin", async ({ context }) => {
  const { db, now } = context;
  const [cron, health, notices, budgets, ledger, stop, searches] = await Promise.all([
    findLastCronRun(db),
    readSystemHealth(db),
    listUndelivered(db, now),
    listBudgets(db, now),
    findLedgerCheck(db),
    findPayoutStop(db),
    listUnknownSearches(db, now),
  ]);
  return {
    now,
    notices,
    searches,
    ledgerFault: allowsPayouts(ledger, now)
      ? null
      : { isUnchecked: !ledger || isSound(ledger), faults: ledger?.faults ?? [] },
    lines: worstFirst([
      cronLine(cron, CRON_LATE, now),
      databaseLine(health),
      ...noticeLines(health, CHANNEL_NAMES, now),
      ledgerLine(ledger && { ...ledger, isSound: isSound(ledger) }, CHECK_OVERDUE, now),
      ...(stop ? [payoutStopLine(stop)] : []),
      ...budgets
        .filter(({ channel }) => context.channels.includes(channel))
        .map((budget) => budgetLine(CHANNEL_NAMES[budget.channel], budget)),
    ]),
  };
});

export const action = roleAction("admin", async ({ context, user, form }) => {
  const { verb, of: noticeId } = requireButton(form, ["resend", "checkLedger"]);
  const [admin, notice] = await Promise.all([user, verb === "resend" ? findNotice(context.db, noticeId) : null]);
  if (verb === "resend") {
    if (!notice) return refusal({ ok: false, reason: "noticeNotFound" });
    await resendNotice(context, admin, notice);
    return redirectTo(PAGE, flashed("noticeQueued"));
  }
  await checkLedgerNow(context);
  return redirectTo(PAGE, flashed("ledgerChecked"));
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
