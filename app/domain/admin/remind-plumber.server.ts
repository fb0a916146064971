import { sql } from "drizzle-orm";
import { newEmailedToken } from "../accounts/tokens.server";
import { officeVerb } from "../audit-log/office-verb.server";
import type { BookingForCommand } from "../bookings/booking";
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
  const { plumber } = booking;
  if (booking.status !== "pending" || !plumber) return refuse("noRequestToRemindOf");
  const answer = await newEmailedToken();
  await officeVerb(context, admin, "plumberReminded", {
    subject: { kind: "booking", id: booking.id },
    when: sql`not exists (select 1 from audit_log where subject_id = ${booking.id} and action = 'plumberReminded' and at > ${context.now - REMINDER_GAP})
      and exists (select 1 from bookings
      where id = ${booking.id} and status = 'pending' and plumber_id = ${plumber.id})`,
    do: (recorded, id) => ({
      answerLink: keepAnswerLink(context, answer, booking, plumber.id, recorded),
      notice: notify(
        context,
        { user: plumber.id },
        bookingNotices.requestUnanswered,
        { booking, token: answer.token },
        { causeId: id, condition: recorded },
      ),
    }),
  });
  return { ok: true };
}
