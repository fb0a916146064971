import { completeFactorResets } from "../app/domain/accounts/second-factor/factor-set-up.server";
import { deleteExpired } from "../app/domain/accounts/expiry.server";
import { countWeeks } from "../app/domain/admin/insights/insights.server";
import {
  expireRequests,
  askAboutOpenJobs,
  nudgePlumbers,
  remindOfAppointments,
} from "../app/domain/bookings/commands/reminders.server";
import { deleteExpiredDrafts } from "../app/domain/bookings/commands/request-drafts.server";
import { checkLedgerNightly } from "../app/domain/ledger/ledger.server";
import { settleDueBookings } from "../app/domain/escrow/settlements.server";
import { noteDatabaseSize, readDatabaseSize, recordCronRun } from "../app/domain/settings/heartbeats.server";
import type { DomainContext } from "../app/domain/domain-context.server";
import type { Senders } from "../app/domain/notices/notice";
import { refreshPrices } from "../app/domain/prices/usual-prices.server";
import { sendDueNotices } from "../app/domain/outbox/outbox.server";
import { emailUnreadMessages } from "../app/domain/messages/unread.server";
import { checkPayments } from "../app/domain/escrow/online-payments.server";
import { rollFreeDays } from "../app/domain/plumbers/free-starts.server";
import { sweepStagedPhotos } from "../app/domain/photos/private-photos.server";
import { followUpChecks } from "../app/domain/vetting/checks.server";
import { deleteOldPapers } from "../app/domain/vetting/papers.server";
import type { RequestContext } from "../app/http/context";
import { rootCauseOf } from "../app/http/log";
import { cutText } from "../app/domain/values/text";

/** A run sends notices for so long: the next one begins a minute after this one. */
const RUN_MS = 50_000;

/** While other tasks are busy, what is due is sent again after so long. */
const SEND_AGAIN_MS = 2_000;

/** The tasks of each minute, by the names under which `/health` and the System page show those that fail (O17, O24). */
const TASKS: Record<string, (context: DomainContext) => Promise<unknown>> = {
  "expire requests": expireRequests,
  "remind of appointments": remindOfAppointments,
  "nudge plumbers": nudgePlumbers,
  "ask about open jobs": askAboutOpenJobs,
  "settle bookings": settleDueBookings,
  "check the ledger": checkLedgerNightly,
  "email unread messages": emailUnreadMessages,
  "check payments": checkPayments,
  "sweep photos": sweepStagedPhotos,
  "complete second factor resets": completeFactorResets,
  "refresh prices": refreshPrices,
  "follow up on checks": followUpChecks,
  "delete old papers": deleteOldPapers,
  "delete what has expired": ({ db, now }) => deleteExpired(db, now),
  "delete expired drafts": deleteExpiredDrafts,
  "roll free starts": rollFreeDays,
  "count weeks": countWeeks,
  "measure the database": async ({ db, now }) => noteDatabaseSize(db, await readDatabaseSize(db), now),
};

/** The scheduled tasks of each minute: sends due notices and deletes what has expired. One that fails costs itself. */
export async function runSchedule(
  context: DomainContext,
  senders: Senders,
  options: { reportError: (...failure: Parameters<RequestContext["reportError"]>) => void; keepWords: boolean },
): Promise<void> {
  const { db, now } = context;
  const began = Date.now();
  const failed: Record<string, string> = {};
  const run = async (name: string, task: () => Promise<unknown>) => {
    try {
      await task();
    } catch (error) {
      options.reportError("schedule failed", error, { task: name });
      failed[name] = cutText(rootCauseOf(error), 200);
    }
  };
  const send = (startedAt: number) =>
    run("send notices", async () => {
      const hasTime = () => Date.now() - startedAt < RUN_MS;
      // A claim that began when the run did would be over after slow tasks, and the next run would send the same.
      const later = { ...context, now: now + Date.now() - began };
      const { failed } = await sendDueNotices(later, senders, { keepWords: options.keepWords, hasTime });
      // The office's pages show at once what did not go out.
      if (failed > 0) context.emit({ type: "officeChanged" });
    });
  let isBusy = true;
  const tasks = Promise.all(Object.entries(TASKS).map(([name, task]) => run(name, () => task(context)))).then(() => {
    isBusy = false;
  });
  // Beside the tasks, for a slow one holds nothing up; once more for what the last of them queued.
  while (isBusy && Date.now() - began < RUN_MS) {
    await send(began);
    await Promise.race([tasks, scheduler.wait(SEND_AGAIN_MS)]);
  }
  await tasks;
  await send(Date.now());
  await recordCronRun(db, now, { tookMs: Date.now() - began, failed });
}
