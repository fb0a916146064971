import { sql, type SQL } from "drizzle-orm";
import { isOneOf } from "~/db/columns";
import type { BookingEventName } from "../booking-event";
import { MISSED_VISIT } from "../job-steps";

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
