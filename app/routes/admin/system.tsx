import { useLoaderData } from "@remix-run/react";
import { EXPORT_NAMES } from "~/domain/admin/lists/office-lists";
import { allowsPayouts, checkLedgerNow, isSound } from "~/domain/ledger/ledger.server";
import { readHealth, findNotice, listUndelivered, resendNotice } from "~/domain/admin/desk/system-health.server";
import { listUnknownSearches } from "~/domain/search/unknown-searches.server";
import { adminAction, adminLoader } from "~/http/guards";
import { officePage, TextLink, Card } from "~/ui/admin/office-page";
import { Icon, PressForm } from "~/ui/shell/elements";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { DAY, formatInstant, HOUR, MINUTE } from "~/domain/time/harare";
import { CHANNEL_NAMES } from "~/domain/notices/choices";
import { titleOf } from "~/domain/notices/notice";
import { countOf } from "~/domain/values/numbers";
import { UNKNOWN_SEARCHES_SHOWN } from "~/domain/search/unknown-search";
import { formatSum } from "~/domain/values/money";
import { FigureTable } from "../../ui/charts/charts";

type Loaded = SerializeFrom<typeof loader>;

const LedgerFaults = ({ isUnchecked, faults }: NonNullable<Loaded["ledgerFault"]>) => (
  <section className="card grid gap-3 border-danger p-5">
    <h2 className="text-danger">{isUnchecked ? "The ledger wasn't checked" : "The ledger doesn't add up"}</h2>
    <p>Payouts and refunds are stopped. Change nothing by hand: docs/operations.md says what to do.</p>
    {faults.length > 0 && (
      <FigureTable
        label="What differs"
        heads={["Account", "Stored", "Its transfers"]}
        rows={faults.map(({ account, stored, recomputed }) => [account, formatSum(stored), formatSum(recomputed)])}
      />
    )}
    <PressForm value="checkLedger" busy="Checking..." label="Check again" />
  </section>
);

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("System", "the system's status");

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
    lines,
  };
});

export const action = adminAction("That didn't work", async ({ context, user, button, refused, goTo }) => {
  const { verb, of: noticeId } = button(["resend", "checkLedger"]);
  const [admin, notice] = await Promise.all([user, verb === "resend" ? findNotice(context.db, noticeId) : null]);
  if (verb === "resend" && !notice) return refused({ ok: false, reason: "noticeNotFound" });
  await (notice ? resendNotice(context, admin, notice) : checkLedgerNow(context));
  return goTo("/admin-dashboard/system", notice ? "noticeQueued" : "ledgerChecked");
});

export default function System() {
  const { now, lines, notices, searches, ledgerFault } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-3xl gap-6">
      <h1>System</h1>
      <HealthLines lines={lines} now={now} />
      {ledgerFault && <LedgerFaults {...ledgerFault} />}
      <UndeliveredNotices notices={notices} />
      <UnknownSearches searches={searches} />
      <Card title="Export">
        <p>Tables for a spreadsheet. Downloads are logged.</p>
        <p className="flex flex-wrap gap-3">
          {/* Not "download": a browser would save the page that asks for a step-up. */}
          {EXPORT_NAMES.map((name) => (
            <a key={name} href={`/admin-export/${name}.csv`} data-file className="button button-quiet">
              <Icon name="file-text" /> {name}.csv
            </a>
          ))}
        </p>
      </Card>
    </div>
  );
}

function HealthLines({ lines, now }: Pick<Loaded, "lines" | "now">) {
  const wrong = lines.filter(({ isWell }) => !isWell).length;
  return (
    <section className="card grid gap-3 p-5">
      <h2 className={wrong > 0 ? "text-danger" : "text-success"}>
        {wrong === 0 ? "All is well" : wrong === 1 ? "One thing is wrong" : `${wrong} things are wrong`}
      </h2>
      <ul className="grid gap-2">
        {lines.map(({ name, isWell, text, since, todo, link }) => (
          <li key={name} className="flex gap-2 leading-snug">
            <Icon
              name={isWell ? "circle-check" : "circle-alert"}
              className={`mt-1 ${isWell ? "text-success" : "text-danger"}`}
            />
            <div className="min-w-0 wrap-anywhere">
              <p>
                <b>{name}</b> <span className="text-ink-2">{text}</span>{" "}
                {!isWell && since != null && <b className="text-danger">{`For ${durationWords(now - since)}.`}</b>}
              </p>
              {todo && <p>{todo}</p>}
              {link && <TextLink {...link} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const UndeliveredNotices = ({ notices }: Pick<Loaded, "notices">) => (
  <section className="card grid gap-3 p-5" id="notices">
    <h2>Unsent notices</h2>
    {notices.length === 0 && <p className="text-ink-2">None. The provider has accepted every notice.</p>}
    <ul className="divide-y divide-line">
      {notices.map((notice) => (
        <li key={notice.id} className="grid gap-3 py-3 sm:grid-cols-[1fr_auto] sm:items-center">
          <div className="min-w-0 leading-snug">
            <p className="font-semibold wrap-anywhere">{titleOf(notice)}</p>
            <p className="wrap-anywhere text-ink-2">
              {CHANNEL_NAMES[notice.channel]} to{" "}
              {(notice.channel === "push" || notice.channel === "webhook") && notice.owner
                ? notice.owner
                : notice.recipient}
            </p>
            <p className="text-sm text-ink-3">
              {notice.status === "failed" ? "Failed" : `Next attempt ${formatInstant(notice.nextAttemptAt)}`},{" "}
              {countOf(notice.attempts, "attempt")}, written {formatInstant(notice.createdAt)}
              {notice.lastError && `: ${notice.lastError}`}
              {notice.lastErrorCode &&
                !notice.lastError?.includes(notice.lastErrorCode) &&
                ` (${notice.lastErrorCode})`}
            </p>
          </div>
          {(notice.attempts > 0 || notice.lastError) && (
            <PressForm value={`resend:${notice.id}`} busy="Sending..." label="Send again" />
          )}
        </li>
      ))}
    </ul>
  </section>
);

const UnknownSearches = ({ searches }: Pick<Loaded, "searches">) => (
  <Card title="Searches we didn't understand">
    {searches.length === 0 ? (
      <p>None in the last {UNKNOWN_SEARCHES_SHOWN} days.</p>
    ) : (
      <>
        <p>In the last {UNKNOWN_SEARCHES_SHOWN} days. We don't record who searched.</p>
        <ul className="flex flex-wrap gap-2">
          {searches.map(({ text, times }) => (
            <li key={text} className="rounded-full border border-line px-3 py-1 wrap-anywhere">
              {text} <b className="tabular-nums">{times}</b>
            </li>
          ))}
        </ul>
      </>
    )}
  </Card>
);

/** A duration, roughly: `5 minutes`, `3 hours`, `2 days`. */
function durationWords(ms: number): string {
  if (ms < 2 * MINUTE) return "a minute";
  if (ms < 2 * HOUR) return `${Math.floor(ms / MINUTE)} minutes`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} hours`;
  return `${Math.floor(ms / DAY)} days`;
}
