import { inArray, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { BookingForCommand } from "../bookings/booking-for-command";
import { hasPayments } from "../bookings/commands/assignment.server";
import { selectForCommand, selectOfficeRows, soonestFirst } from "../bookings/queries/booking-views.server";
import type { Instant } from "../time/harare";
import type { Refusal } from "../values/refusal";
import type { ChosenBooking, Outcome } from "./bulk-action";
import { officeRow } from "./office-row";

/** Lists chosen bookings by their start; ids of none are left out (O29). */
export async function listChosen(db: Database, ids: string[], now: Instant): Promise<ChosenBooking[]> {
  const rows = await selectOfficeRows(db, {
    remindedAt: sql<Instant | null>`(
      select max(at) from audit_log where audit_log.subject_id = bookings.id and audit_log.action = 'plumberReminded'
        and audit_log.at >= coalesce(bookings.asked_at, 0))`.as("reminded_at"),
    jobMinutes: sql<number>`${bookings.jobMinutes}`.as("job_minutes"),
    hasPayments: sql<boolean>`${hasPayments}`.mapWith(Boolean).as("has_payments"),
  })
    .where(inArray(bookings.id, ids))
    .orderBy(...soonestFirst);
  return rows.map((row) => ({
    ...officeRow(row, now),
    remindedAt: row.remindedAt,
    hasPayments: row.hasPayments,
    jobMinutes: row.jobMinutes,
  }));
}

/** Finds chosen bookings for the office's commands, by their start. */
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
