import { sql, type SQL } from "drizzle-orm";
import { type Database, insertWhere, isOneOf, columnsOf } from "~/db/client.server";
import { bookingEvents, bookings, quotes } from "~/db/schema";
import type { Booking, BookingForCommand } from "../booking-views";
import type { AuthenticatedUser } from "../../values/user";
import type { Instant } from "../../time/harare";
import type { DomainContext } from "../../domain-context.server";
import { newId } from "../../values/id";
import type { BookingStatus } from "../booking";
import type { BookingEventName } from "../booking-event";
import { recordAuditEntry, type NewAuditEntry } from "../../audit-log/audit-log.server";
import { closeCalls } from "../../notices/calls.server";
import type { AuditAction } from "../../audit-log/audit-log";

/** The clock, which acts when no one does. */
export const SYSTEM = { id: null, role: "system" } as const;
export type System = typeof SYSTEM;

/** The client of a booking where not they but the payment provider says that they have paid (M10). */
interface Payer {
  id: string;
  role: "client";
  paymentId: string;
}

/** Details of some events. `id`: for what asks whether it was recorded; `to`: the new status, else the booking's. */
type EventDetails = { to?: BookingStatus } & Partial<
  Pick<
    typeof bookingEvents.$inferInsert,
    "id" | "reason" | "assignedTo" | "minutesAway" | "aboutStart" | "amount" | "outcome" | "changes"
  >
>;

const nextSeq = (bookingId: string) =>
  sql<number>`(select coalesce(max(seq), 0) + 1 from booking_events where booking_id = ${bookingId})`;

/**
 * The history row of what happened to a booking (B11), directly behind the statement that did it: `changes()` sees only
 * the statement before, so this row asks for it, and everything later asks for this row (`transitionRecorded`).
 */
export const recordEvent = (
  { db, now }: Pick<DomainContext, "db" | "now">,
  { id: bookingId, status }: Pick<Booking, "id" | "status">,
  event: BookingEventName,
  { role: actorRole, id: actorId }: AuthenticatedUser | System | Payer,
  { to: toStatus = status, ...details }: EventDetails = {},
) =>
  insertWhere(
    db,
    bookingEvents,
    { id: newId(), bookingId, seq: nextSeq(bookingId), event, actorRole, actorId, toStatus, at: now, ...details },
    sql`changes() = 1`,
  );

/** The condition that this event of a booking was recorded: what it records took place in this batch (law 13). */
export const transitionRecorded = ({ id }: Pick<Booking, "id">, eventId: string) =>
  sql`exists (select 1 from booking_events where booking_id = ${id} and id = ${eventId})`;

/** The statement that ends a booking's quotes of these statuses (M2), where `condition` holds in its batch. */
export const endQuotes = (
  db: Database,
  bookingId: string,
  statuses: readonly (typeof quotes.$inferSelect)["status"][],
  condition: SQL,
  now: Instant,
) =>
  db
    .update(quotes)
    .set({ status: "ended", answeredAt: sql`coalesce(answered_at, ${now})` })
    .where(sql`booking_id = ${bookingId} and ${isOneOf(sql`status`, statuses)} and ${condition}`);

/** The status and the two sides of bookings as they are now: for a command's refusal, and for who hears of the change. */
export const selectPresent = (db: Database, condition: SQL) =>
  db
    .select(columnsOf(bookings, "status", "clientId", "plumberId"))
    .from(bookings)
    .where(condition);

/** The statement that records what an admin did with a booking in the audit log, where `condition` holds (O1). */
export const recordBookingEntry = (
  context: DomainContext,
  admin: AuthenticatedUser,
  action: AuditAction,
  { id }: Pick<Booking, "id">,
  condition: SQL,
  change: Pick<NewAuditEntry, "before" | "after" | "reason">,
) => recordAuditEntry(context, { admin, action, subject: { kind: "booking", id }, ...change }, condition).entry;

/** The statements of the office's word for a client on the phone (N20): logged with `after`, and no call is left. */
export const recordForClient = (
  context: DomainContext,
  admin: AuthenticatedUser,
  booking: BookingForCommand,
  { after, reason = null }: { after: Record<string, string | null>; reason?: string | null },
  condition: SQL,
) => [
  recordBookingEntry(context, admin, "spokeForClient", booking, condition, { after, reason }),
  closeCalls(context, booking.id, condition),
];
