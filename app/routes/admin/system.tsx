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
import { listFailures } from "~/domain/health/failures.server";
import { slowestPages } from "~/domain/health/page-time";
import { listPageTimes, listSlowHours } from "~/domain/health/page-times.server";
import {
  budgetLine,
  cronLine,
  databaseLine,
  failureLine,
  ledgerLine,
  noticeLines,
  objectLine,
  paymentLine,
  payoutStopLine,
  photoLine,
  speedLine,
  worstFirst,
} from "~/domain/admin/system-health";
import { readSystemHealth } from "~/domain/admin/system-health.server";
import { CRON_LATE, readSystemStatus } from "~/domain/settings/heartbeats.server";
import { listUnknownSearches } from "~/domain/search/unknown-searches.server";
import { findNotice, listUndelivered, resendNotice } from "~/domain/admin/undelivered-notices.server";
import { listBudgets } from "~/domain/notices/budgets.server";
import { SEARCH_LENGTH } from "~/domain/values/lengths";
import { flashed } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { FailureRows } from "~/ui/admin/failure-rows";
import { HealthLines } from "~/ui/admin/health-lines";
import { SlowPages } from "~/ui/admin/slow-pages";
import { UnknownSearches } from "~/ui/admin/unknown-searches";
import { UndeliveredNotices } from "~/ui/admin/undelivered-notices";
import { LedgerFaults } from "~/ui/payouts/ledger-faults";
import { Icon } from "~/ui/elements/icon";
import { CHANNEL_NAMES } from "~/domain/notices/channel-names";
import { cutText } from "~/domain/values/text";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "System",
  failed: "Failed to fetch the system's status",
  home: "/admin-dashboard",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

const PAGE = "/admin-dashboard/system";

export const loader = roleLoader("admin", async ({ context, url }) => {
  const { db, now } = context;
  const requestId = cutText(url.searchParams.get("request")?.trim() ?? "", SEARCH_LENGTH) || null;
  const [{ cron, migration }, health, times, slowHours, failures, notices, budgets, parts, ledger, stop, searches] =
    await Promise.all([
      readSystemStatus(db),
      readSystemHealth(db, now),
      listPageTimes(db, now),
      listSlowHours(db, now),
      listFailures(db, requestId, now),
      listUndelivered(db, now),
      listBudgets(db, now),
      context.probeParts(),
      findLedgerCheck(db),
      findPayoutStop(db),
      listUnknownSearches(db, now),
    ]);
  const payments = paymentLine(health, context.paymentProvider !== null);
  return {
    now,
    notices,
    searches,
    failures,
    requestId,
    slowPages: slowestPages(times),
    ledgerFault: allowsPayouts(ledger, now)
      ? null
      : { isUnchecked: !ledger || isSound(ledger), faults: ledger?.faults ?? [] },
    lines: worstFirst([
      cronLine(cron, CRON_LATE, now),
      databaseLine(health),
      ...noticeLines(health, CHANNEL_NAMES, now),
      ...(payments ? [payments] : []),
      ledgerLine(ledger && { ...ledger, isSound: isSound(ledger) }, CHECK_OVERDUE, now),
      ...(stop ? [payoutStopLine(stop)] : []),
      photoLine(health, parts.photos),
      objectLine(parts.objects),
      failureLine(health),
      speedLine(times, slowHours),
      ...budgets
        .filter(({ channel }) => context.channels.includes(channel))
        .map((budget) => budgetLine(CHANNEL_NAMES[budget.channel], budget)),
      {
        name: "Version",
        isWell: true,
        text: [
          parts.version ?? "Not deployed (runs on this machine)",
          ...(migration ? [`last migration ${migration.name}`] : []),
        ].join(", "),
      },
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
  const { now, lines, notices, searches, ledgerFault, failures, requestId, slowPages } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-4xl gap-6">
      <h1>System</h1>
      <HealthLines lines={lines} now={now} />
      {ledgerFault && <LedgerFaults {...ledgerFault} />}
      <UndeliveredNotices notices={notices} />
      <FailureRows failures={failures} requestId={requestId} />
      <SlowPages pages={slowPages} />
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
