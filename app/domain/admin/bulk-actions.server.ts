import { inArray, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { BookingForCommand } from "../bookings/booking";
import { hasPayments } from "../bookings/commands/assignment.server";
import { selectForCommand, soonestFirst } from "../bookings/queries/booking-views.server";
import type { Instant } from "../time/harare";
import type { Refusal } from "../values/refusal";
import type { ChosenBooking, Outcome } from "./bulk-action";
import { remindedAt } from "./dispatch-list.server";
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
