import { sql, type SQL } from "drizzle-orm";
import { insertWhere } from "~/db/typed-writes.server";
import { disputes } from "~/db/schema";
import { isOneOf } from "~/db/columns";
import type { DomainContext } from "../../domain-context.server";
import type { DisputeEvent } from "../dispute";
import { transitionRecorded } from "./booking-events.server";
import { notify } from "../../notices/notify.server";
import type { BookingForCommand } from "../booking-for-command";
import { bookingNotices } from "../booking-notices";

type Context = Pick<DomainContext, "db" | "now">;

/**
 * The statement that puts before the office what the two sides of a booking disagree about (M5). Goes into the batch of
 * the event that says so, behind it, and writes only if that was recorded.
 */
export const openDispute = ({ db, now }: Context, eventId: string, bookingId: string) =>
  insertWhere(db, disputes, { id: eventId, bookingId, openedAt: now }, transitionRecorded(eventId));

/**
 * The statement that closes what `openDispute` has opened about a booking with one of these events. Goes into the batch of
 * what settles it and writes only if `condition` holds there.
 */
export const closeDisputes = (
  { db, now }: Context,
  bookingId: string,
  events: readonly DisputeEvent[],
  condition: SQL,
) =>
  db.update(disputes).set({ closedAt: now }).where(sql`booking_id = ${bookingId} and closed_at is null
      and exists (select 1 from booking_events where booking_events.id = disputes.id and ${isOneOf(sql`event`, events)})
      and ${condition}`);

/** The statement that closes one of them by its id, where `condition` holds: our office has settled it. */
export const closeDispute = ({ db, now }: Context, id: string, condition: SQL) =>
  db
    .update(disputes)
    .set({ closedAt: now })
    .where(sql`id = ${id} and ${condition}`);

/** The statement that closes a booking's denied payments once the job is paid: nothing is left to disagree about. */
export const closeDenialsOncePaid = (context: Context, bookingId: string) =>
  closeDisputes(
    context,
    bookingId,
    ["deny-payment"],
    sql`exists (select 1 from bookings where id = ${bookingId} and is_paid)`,
  );

/**
 * The statements of a booking's cancellation about what was paid in hand for it, which Pombi doesn't hold and can't give
 * back (M5): it goes to the office, and both sides read how it stands. None where nothing was.
 */
export function handOverPaidInHand(context: DomainContext, booking: BookingForCommand, eventId: string) {
  const { client, plumber, paidInHand: amount } = booking;
  if (amount === 0) return [];
  const condition = transitionRecorded(eventId);
  const tell = (user: string | null, reader: "client" | "plumber") =>
    notify(
      context,
      { user },
      bookingNotices.cancelledAfterPayment,
      { booking, amount, reader },
      { causeId: eventId, condition },
    );
  return [openDispute(context, eventId, booking.id), tell(client.id, "client"), tell(plumber?.id ?? null, "plumber")];
}
