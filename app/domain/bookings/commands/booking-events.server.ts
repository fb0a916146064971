import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { bookingEvents } from "~/db/schema";
import type { AuthenticatedUser } from "../../values/user";
import type { Instant } from "../../time/harare";
import type { BookingStatus } from "../booking";
import type { BookingEventName } from "../booking-event";

/** Who acts when nobody does: the clock. */
export interface System {
  id: null;
  role: "system";
}

/** The client of a booking where not they but the payment provider says that they have paid (M10). */
interface Payer {
  id: string;
  role: "client";
  paymentId: string;
}

/**
 * The history row of what happened to a booking (B11), directly behind the statement that did it: `changes()` sees only
 * the statement before, so this row asks for it, and everything later asks for this row (`transitionRecorded`).
 */
export function recordEvent(
  db: Database,
  event: {
    id: string;
    bookingId: string;
    event: BookingEventName;
    actor: AuthenticatedUser | System | Payer;
    to: BookingStatus;
    reason?: string | null;
    assignedTo?: string;
    minutesAway?: number | null;
    aboutStart?: Instant;
    amount?: number | null;
    at: Instant;
  },
) {
  return insertWhere(
    db,
    bookingEvents,
    {
      id: event.id,
      bookingId: event.bookingId,
      event: event.event,
      actorRole: event.actor.role,
      actorId: event.actor.id,
      toStatus: event.to,
      reason: event.reason,
      assignedTo: event.assignedTo,
      minutesAway: event.minutesAway,
      aboutStart: event.aboutStart,
      amount: event.amount,
      at: event.at,
    },
    sql`changes() = 1`,
  );
}

/** The condition that the event of this id was recorded: what it records took place in this batch (law 13). */
export const transitionRecorded = (eventId: string) => sql`exists (select 1 from booking_events where id = ${eventId})`;
