import { inArray, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import { newEmailedToken } from "../../accounts/tokens.server";
import { officeVerb } from "../../audit-log/audit-log.server";
import type { BookingForCommand } from "../../bookings/booking-for-command";
import { bookingNotices } from "../../bookings/booking-notices";
import { keepAnswerLink } from "../../bookings/commands/answer-links.server";
import { hasPayments } from "../../bookings/commands/assignment.server";
import { selectForCommand, soonestFirst } from "../../bookings/queries/booking-views.server";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import type { Instant } from "../../time/harare";
import { type Refusal, refuse } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import type { ChosenBooking, Outcome } from "./office-bookings";
import { REMINDER_GAP } from "../desk/dispatch";
import { remindedAt } from "../desk/dispatch.server";
import { readOfficeRows } from "./office-rows.server";

/** Lists chosen bookings by their start; ids of none are left out (O29). */
export async function listChosen(db: Database, ids: string[], now: Instant): Promise<ChosenBooking[]> {
  const rows = await readOfficeRows<Pick<ChosenBooking, "plumberId" | "remindedAt" | "jobMinutes"> & { paid: number }>(
    db,
    sql`${inArray(bookings.id, ids)} order by starts_at, bookings.id`,
    now,
    sql`, plumber_id as plumberId, ${remindedAt} as remindedAt, job_minutes as jobMinutes, ${hasPayments} as paid`,
  );
  return rows.map(({ more: { plumberId, remindedAt, jobMinutes, paid }, ...row }) => ({
    ...row,
    ...{ plumberId, remindedAt, jobMinutes, hasPayments: paid === 1 },
  }));
}

export const findChosenFor = (db: Database, ids: string[]) =>
  selectForCommand(db)
    .where(inArray(bookings.id, ids))
    .orderBy(...soonestFirst);

/**
 * Does one thing with each booking, one after the other, by the verb of the single action (O29): its checks, notices and log.
 * What is refused stops none of the others. The same again does nothing twice, because no verb does.
 */
export async function doEach<Result extends { ok: true } | Refusal<string>>(
  chosen: readonly BookingForCommand[],
  act: (booking: BookingForCommand) => Promise<Result>,
): Promise<Outcome<Exclude<Result, { ok: true }>["reason"]>[]> {
  const outcomes = [];
  for (const booking of chosen) {
    const result = await act(booking);
    outcomes.push({ id: booking.id, refused: result.ok ? null : result.reason });
  }
  return outcomes;
}

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
