import { sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { newEmailedToken } from "../accounts/tokens.server";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import type { BookingForCommand } from "../bookings/booking-for-command";
import { bookingNotices } from "../bookings/booking-notices";
import { keepAnswerLink } from "../bookings/commands/answer-links.server";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { REMINDER_GAP } from "./dispatch-list";
import { refuse, type Refusal } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";

/**
 * Reminds the plumber of a request at once, on all their channels (N17). Within half an hour after the
 * last time it changes nothing. Refuses with `noRequestToRemindOf` unless it waits for a plumber's answer.
 */
export async function remindPlumber(
  context: DomainContext,
  admin: AuthenticatedUser,
  booking: BookingForCommand,
): Promise<{ ok: true } | Refusal<"noRequestToRemindOf">> {
  const { db, now } = context;
  if (booking.status !== "pending" || !booking.plumber) return refuse("noRequestToRemindOf");
  const answer = await newEmailedToken();
  const { id, entry, recorded } = recordAuditEntry(
    context,
    { admin, action: "plumberReminded", subject: { kind: "booking", id: booking.id } },
    sql`not exists (select 1 from audit_log where subject_id = ${booking.id} and action = 'plumberReminded' and at > ${now - REMINDER_GAP})
      and exists (select 1 from bookings
      where id = ${booking.id} and status = 'pending' and plumber_id = ${booking.plumber.id})`,
  );
  await batch(db, {
    entry,
    answerLink: keepAnswerLink(context, answer, booking, booking.plumber.id, recorded),
    notice: notify(
      context,
      { user: booking.plumber.id },
      bookingNotices.requestUnanswered,
      { booking, token: answer.token },
      { causeId: id, condition: recorded },
    ),
  });
  context.emit({ type: "officeChanged" });
  return { ok: true };
}
