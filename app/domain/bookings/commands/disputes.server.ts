import { sql, type SQL } from "drizzle-orm";
import { insertWhere, isOneOf } from "~/db/client.server";
import type { DisputeEvent } from "~/db/money-words";
import { disputes } from "~/db/schema";
import type { Booking, BookingForCommand } from "../booking-views";
import type { DomainContext } from "../../domain-context.server";
import { paidInHand } from "../queries/step-columns.server";
import { transitionRecorded } from "./booking-events.server";
import { notify } from "../../notices/notify.server";
import { bookingNotices } from "../booking-notices";
import type { BookingEventName } from "../booking-event";
import { MISSED_VISIT } from "../job-steps";

type Context = Pick<DomainContext, "db" | "now">;

/** The event that opens a dispute, and the id of its row. */
interface Opening {
  id: string;
  event: DisputeEvent;
}

/** The statement that puts a disagreement before the office (M5), behind its event and if that was recorded. */
export const openDispute = (
  { db, now }: Context,
  booking: Pick<Booking, "id">,
  { id, event }: Opening,
  condition: SQL = transitionRecorded(booking, id),
) => insertWhere(db, disputes, { id, bookingId: booking.id, event, openedAt: now }, condition);

/** The statement that closes a booking's disputes that were opened by these events, where `condition` holds. */
export const closeDisputes = (
  { db, now }: Context,
  bookingId: string,
  events: readonly DisputeEvent[],
  condition: SQL,
) =>
  db
    .update(disputes)
    .set({ closedAt: now })
    .where(sql`booking_id = ${bookingId} and closed_at is null and ${isOneOf(sql`event`, events)} and ${condition}`);

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
 * The statements about money paid in hand for a cancelled job, which Pombi can't give back (M5), behind the event that
 * cancelled it or confirmed the payment: either may come last. Nothing where our office has it before it already.
 */
export function openCashDispute(context: DomainContext, booking: BookingForCommand, eventId: string) {
  const paid = sql`(select ${paidInHand} from bookings where id = ${booking.id} and status = 'cancelled')`;
  const isNew = sql`not exists (select 1 from disputes
    where booking_id = ${booking.id} and event = 'cancel' and closed_at is null)`;
  const tell = (user: string | null, reader: "client" | "plumber") =>
    notify(context, {
      to: user,
      cause: eventId,
      when: sql`exists (select 1 from disputes where id = ${eventId} and event = 'cancel')`,
      notice: bookingNotices.cancelledAfterPayment,
      facts: { booking, amount: booking.paidInHand, reader },
      complete: (facts) => sql`json_set(${facts}, '$.amount', ${paid})`,
    });
  return [
    openDispute(
      context,
      booking,
      { id: eventId, event: "cancel" },
      sql`${transitionRecorded(booking, eventId)} and ${paid} > 0 and ${isNew}`,
    ),
    tell(booking.client.id, "client"),
    tell(booking.plumber?.id ?? null, "plumber"),
  ];
}

type Side = keyof typeof MISSED_VISIT;

const claimsOf = (side: Side, endedBy: readonly BookingEventName[]): SQL => sql`
  from booking_events as said where said.booking_id = bookings.id and said.event = ${MISSED_VISIT[side].claim}
    and not exists (select 1 from booking_events as later where later.booking_id = bookings.id
      and later.seq > said.seq and ${isOneOf(sql`later.event`, endedBy)})`;

const ends = (side: Side) => [MISSED_VISIT[side].takenBack, "decide"] as const;

/** The condition, over `bookings`, that a side has said that the visit was missed, and nothing has ended that (B27). */
export const claimStands = (side: Side): SQL => sql`exists (select 1 ${claimsOf(side, ends(side))})`;

/** The condition, over `bookings`, that a side has said so of the visit at its present start, and not taken it back. */
export const wasClaimed = (side: Side): SQL =>
  sql`exists (select 1 ${claimsOf(side, [MISSED_VISIT[side].takenBack])} and said.at >= bookings.starts_at)`;

/** The instant since which a claim (but `without`'s) or a payer's dispute freezes a booking's money (M5), or null. */
export const freezingSince = ({ without }: { without?: Side } = {}): SQL => sql`(select min(since) from (
  select disputed_at as since from online_payments where booking_id = bookings.id and disputed_at is not null
  ${(["client", "plumber"] as const)
    .flatMap((side) => (side === without ? [] : [sql`union all select said.at ${claimsOf(side, ends(side))}`]))
    .reduce((all, one) => sql`${all} ${one}`, sql``)}))`;
