import { deleteExpired } from "../app/domain/accounts/expiry.server";
import { expireRequests } from "../app/domain/bookings/commands/booking-transitions.server";
import { deleteExpiredDrafts } from "../app/domain/bookings/commands/request-drafts.server";
import {
  askAboutOpenJobs,
  nudgePlumbers,
  remindOfAppointments,
} from "../app/domain/bookings/commands/reminders.server";
import { recordCronRun } from "../app/domain/settings/heartbeats.server";
import type { DomainContext } from "../app/domain/domain-context.server";
import { sendDueEmails, type Mailer } from "../app/domain/email/outbox.server";
import { emailUnreadMessages } from "../app/domain/messages/unread-emails.server";
import { sweepStagedPhotos } from "../app/domain/photos/staged-photos.server";
import { logError, rootCauseOf } from "../app/http/log";

/** The scheduled tasks of each minute: sends due emails and deletes what has expired. */
export async function runSchedule(
  context: DomainContext,
  mailer: Mailer,
  { requestId, keepBodies }: { requestId: string; keepBodies: boolean },
): Promise<void> {
  const { db, now } = context;
  const began = Date.now();
  const jobs = await Promise.allSettled([
    expireRequests(context),
    remindOfAppointments(context),
    nudgePlumbers(context),
    askAboutOpenJobs(context),
    emailUnreadMessages(context),
    sweepStagedPhotos(context),
    deleteExpired(db, now),
    deleteExpiredDrafts(context),
  ]);
  // Last, so that emails queued by the other tasks go out in the same minute.
  const results = [...jobs, ...(await Promise.allSettled([sendDueEmails(db, mailer, { now, keepBodies })]))];
  const failed = results.flatMap((result): unknown[] => (result.status === "rejected" ? [result.reason] : []));
  for (const error of failed) logError("schedule failed", error, { requestId });
  await recordCronRun(db, now, {
    tookMs: Date.now() - began,
    failed: failed.map((error) => rootCauseOf(error).slice(0, 200)),
  });
}
