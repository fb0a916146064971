import { sql, type SQL } from "drizzle-orm";
import { insertWhere } from "~/db/typed-writes.server";
import { disputes } from "~/db/schema";
import { isOneOf } from "~/db/columns";
import type { DomainContext } from "../../domain-context.server";
import type { DisputeEvent } from "../dispute";
import { transitionRecorded } from "./booking-events.server";
import { notify } from "../../notices/notify.server";
import type { BookingForCommand } from "../booking";
import { bookingNotices } from "../booking-notices";
import type { BookingEventName } from "../booking-event";
import { MISSED_VISIT } from "../job-steps";

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

type Side = keyof typeof MISSED_VISIT;

/** The claims of a side that nothing in `endedBy` has followed, of the row in `bookings`. */
const claimsOf = (side: Side, endedBy: readonly BookingEventName[]): SQL => sql`
  from booking_events as said where said.booking_id = bookings.id and said.event = ${MISSED_VISIT[side].claim}
    and not exists (select 1 from booking_events as later where later.booking_id = bookings.id
      and later.rowid > said.rowid and ${isOneOf(sql`later.event`, endedBy)})`;

/** What ends a claim: its side takes it back, or our office decides. */
const ends = (side: Side) => [MISSED_VISIT[side].takenBack, "decide"] as const;

/** The condition, over `bookings`, that a side has said that the visit was missed, and nothing has ended that (B27). */
export const claimStands = (side: Side, endedBy: readonly BookingEventName[] = ends(side)): SQL =>
  sql`exists (select 1 ${claimsOf(side, endedBy)})`;

/**
 * The instant since which something freezes the money of the row in `bookings` (M5), or null: what a side says of a missed
 * visit, but for that of the side `without`, or a payer's dispute.
 */
export const freezingSince = ({ without }: { without?: Side } = {}): SQL => sql`(select min(since) from (
  select disputed_at as since from online_payments where booking_id = bookings.id and disputed_at is not null
  ${(["client", "plumber"] as const)
    .flatMap((side) => (side === without ? [] : [sql`union all select said.at ${claimsOf(side, ends(side))}`]))
    .reduce((all, one) => sql`${all} ${one}`, sql``)}))`;
