import { completeFactorResets } from "../app/domain/accounts/second-factor/factor-resets.server";
import { deleteExpired } from "../app/domain/accounts/expiry.server";
import { expireRequests } from "../app/domain/bookings/commands/booking-transitions.server";
import { deleteExpiredDrafts } from "../app/domain/bookings/commands/request-drafts.server";
import {
  askAboutOpenJobs,
  nudgePlumbers,
  remindOfAppointments,
} from "../app/domain/bookings/commands/reminders.server";
import { noteDatabaseSize, readDatabaseSize } from "../app/domain/health/database-size.server";
import { checkLedgerNightly } from "../app/domain/ledger/ledger-health.server";
import { settleDueBookings } from "../app/domain/online-payments/settlements.server";
import { recordCronRun } from "../app/domain/settings/heartbeats.server";
import type { DomainContext } from "../app/domain/domain-context.server";
import type { Senders } from "../app/domain/notices/delivery";
import { refreshPrices } from "../app/domain/prices/refresh-prices.server";
import { tellOfUsedUpBudget } from "../app/domain/notices/budgets.server";
import { sendDueNotices } from "../app/domain/notices/outbox.server";
import { emailUnreadMessages } from "../app/domain/messages/unread-emails.server";
import { checkPayments } from "../app/domain/online-payments/check-payment.server";
import { passFreeStarts } from "../app/domain/plumbers/free-days.server";
import { sweepStagedPhotos } from "../app/domain/photos/staged-photos.server";
import { followUpChecks } from "../app/domain/vetting/checks.server";
import { deleteOldPapers } from "../app/domain/vetting/papers.server";
import type { RequestContext } from "../app/http/context";
import { rootCauseOf } from "../app/http/log";
import { cutText } from "../app/domain/values/text";

/** How long a run sends notices, in milliseconds: the next one begins a minute after this one. */
const RUN_MS = 50_000;

/** The scheduled tasks of each minute: sends due notices and deletes what has expired. */
export async function runSchedule(
  context: DomainContext,
  senders: Senders,
  { reportError, keepBodies }: { reportError: RequestContext["reportError"]; keepBodies: boolean },
): Promise<void> {
  const { db, now } = context;
  const began = Date.now();
  const jobs = await Promise.allSettled([
    expireRequests(context),
    remindOfAppointments(context),
    nudgePlumbers(context),
    askAboutOpenJobs(context),
    settleDueBookings(context),
    checkLedgerNightly(context),
    emailUnreadMessages(context),
    checkPayments(context),
    sweepStagedPhotos(context),
    completeFactorResets(context),
    refreshPrices(context),
    followUpChecks(context),
    deleteOldPapers(context),
    deleteExpired(db, now),
    deleteExpiredDrafts(context),
    passFreeStarts(context),
    readDatabaseSize(db).then((size) => noteDatabaseSize(db, size, now)),
  ]);
  // Last, so that notices queued by the other tasks go out in the same minute.
  const send = async () => {
    const { failed } = await sendDueNotices(db, senders, {
      now,
      keepBodies,
      budgetUsedUp: (channel) => tellOfUsedUpBudget(context, channel),
      hasTime: () => Date.now() - began < RUN_MS,
    });
    // The office's pages show at once what did not go out.
    if (failed > 0) context.emit({ type: "officeChanged" });
  };
  const results = [...jobs, ...(await Promise.allSettled([send()]))];
  const failed = results.flatMap((result): unknown[] => (result.status === "rejected" ? [result.reason] : []));
  for (const error of failed) reportError("schedule failed", error);
  await recordCronRun(db, now, {
    tookMs: Date.now() - began,
    failed: failed.map((error) => cutText(rootCauseOf(error), 200)),
  });
}
