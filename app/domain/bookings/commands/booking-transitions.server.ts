import { and, eq, inArray, sql } from "drizzle-orm";
import { statement } from "~/db/client.server";
import { bookingEvents, bookings } from "~/db/schema";
import type { AuthenticatedUser } from "../../values/user";
import type { AuditAction } from "../../audit-log/audit-log";
import { isStillAdmin, recordAuditEntry } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { dateAt, type Instant } from "../../time/harare";
import { newId } from "../../values/id";
import { refuse, type Refusal } from "../../values/refusal";
import { isOpen, type BookingStatus } from "../booking";
import { transitionRecorded, recordEvent, type System } from "./booking-events.server";
import { bookingNotices } from "../booking-notices";
import { type BookingParticipants } from "../queries/booking-details.server";
import { listDueRequests } from "../queries/due-bookings.server";
import { ruleFor, upcomingTransitions, type BookingTransition } from "../booking-machine";
import { countInTallies } from "./tallies.server";

const SYSTEM: System = { id: null, role: "system" };

export type TransitionResult =
  | { ok: true; status: BookingStatus; changed: boolean }
  | (Refusal<"transitionNotAllowed"> & { status: BookingStatus })
  | (Refusal<"tooEarly"> & { possibleFrom: Instant });

/**
 * Moves a booking as the table says (B2, B10), records who did it and emails the other side, in one
 * batch. `booking` is what `findBookingFor` gave this user: not theirs is not found. The same transition again by the
 * same user changes nothing and succeeds; one whose time has not come refuses with `tooEarly` and the instant from
 * which it is possible (nothing is completed before its start); any other with `transitionNotAllowed` and the present
 * status. `reason`: why, for the other side to read, or null.
 */
export async function transitionBooking(
  context: DomainContext,
  actor: AuthenticatedUser | System,
  booking: BookingParticipants,
  transition: BookingTransition,
  reason: string | null = null,
): Promise<TransitionResult> {
  const { db, now } = context;
  const rule = ruleFor(transition, actor.role);
  if (!rule) return { ...refuse("transitionNotAllowed"), status: booking.status };

  const eventId = newId();
  const moved = transitionRecorded(eventId);
  const plumberId = booking.plumber?.id ?? null;
  const owned = {
    client: sql`client_id = ${actor.id}`,
    plumber: sql`plumber_id = ${actor.id}`,
    admin: isStillAdmin(actor.id ?? ""),
    system: sql`true`,
  }[actor.role];
  const inTime = rule.notBefore === null ? sql`true` : sql`starts_at <= ${now - rule.notBefore}`;
  // Who has answered has seen; and what is closed is no news any more.
  const seen = actor.role === "plumber" || !isOpen(rule.to) ? sql`coalesce(seen_at, ${now})` : sql`seen_at`;

  // The start and the plumber are those that the emails name: moved meanwhile, nothing happens.
  const [updated, , , , , , , [after], [earlier]] = await db.batch([
    db
      .update(bookings)
      .set({ status: rule.to, updatedAt: now, seenAt: seen })
      .where(
        and(
          eq(bookings.id, booking.id),
          owned,
          inTime,
          inArray(bookings.status, [...rule.from]),
          sql`starts_at = ${booking.startsAt} and plumber_id is ${plumberId}`,
        ),
      ),
    recordEvent(db, { id: eventId, bookingId: booking.id, event: transition, actor, to: rule.to, reason, at: now }),
    recordAdminTransition(context, actor, booking, transition, rule.to, reason, eventId),
    statement(
      db,
      sql`update plumber_profiles set jobs_completed = jobs_completed + 1 where user_id = ${plumberId} and ${rule.to} = 'completed' and ${moved}`,
    ),
    countInTallies(db, TALLY_OF[rule.to], plumberId, dateAt(now), moved),
    notifyOfTransition(context, actor, booking, transition, reason, "client", eventId),
    notifyOfTransition(context, actor, booking, transition, reason, "plumber", eventId),
    db.select({ status: bookings.status }).from(bookings).where(eq(bookings.id, booking.id)),
    db
      .select({ id: bookingEvents.id })
      .from(bookingEvents)
      .where(
        and(
          eq(bookingEvents.bookingId, booking.id),
          eq(bookingEvents.event, transition),
          sql`${bookingEvents.actorId} is ${actor.id}`,
        ),
      )
      .limit(1),
  ]);

  const status = after?.status ?? booking.status;
  if (updated.meta.changes === 1) {
    context.emit({ type: "bookingChanged", bookingId: booking.id, status, clientId: booking.client.id, plumberId });
    return { ok: true, status, changed: true };
  }
  if (earlier && status === rule.to) return { ok: true, status, changed: false };
  const upcoming = upcomingTransitions({ ...booking, status }, actor.role, now).find(
    (upcoming) => upcoming.transition === transition,
  );
  if (upcoming) return { ...refuse("tooEarly"), possibleFrom: upcoming.from };
  return { ...refuse("transitionNotAllowed"), status };
}

/** Closes requests whose start has come without an answer (B12), at most 20 a run, and tells both sides. */
export async function expireRequests(context: DomainContext): Promise<number> {
  const due = await listDueRequests(context.db, context.now, 20);
  const results = await Promise.all(due.map((booking) => transitionBooking(context, SYSTEM, booking, "expire")));
  return results.filter((result) => result.ok && result.changed).length;
}

const AUDIT_ACTION_OF: Partial<Record<BookingTransition, AuditAction>> = {
  start: "bookingStarted",
  complete: "bookingCompleted",
  cancel: "bookingCancelled",
};

function recordAdminTransition(
  { db, now }: DomainContext,
  actor: AuthenticatedUser | System,
  booking: BookingParticipants,
  transition: BookingTransition,
  to: BookingStatus,
  reason: string | null,
  eventId: string,
) {
  const action = AUDIT_ACTION_OF[transition];
  if (actor.role !== "admin" || !action) return statement(db, sql`select 1`);
  const entry = {
    id: newId(),
    admin: actor,
    action,
    subject: { kind: "booking", id: booking.id },
    before: { status: booking.status },
    after: { status: to },
    reason,
    at: now,
  } as const;
  return recordAuditEntry(db, entry, transitionRecorded(eventId));
}

const TALLY_OF = {
  confirmed: "confirmed",
  completed: "completed",
  cancelled: "cancelled",
  refused: "refused",
  pending: null,
  "in-progress": null,
} as const satisfies Record<BookingStatus, string | null>;

/** Tells one side of a transition, if it was not the one who made it. */
const notifyOfTransition = (
  context: DomainContext,
  actor: AuthenticatedUser | System,
  booking: BookingParticipants,
  transition: BookingTransition,
  reason: string | null,
  reader: "client" | "plumber",
  eventId: string,
) =>
  notify(
    context,
    { user: actor.role === reader ? null : (booking[reader]?.id ?? null) },
    bookingNotices.bookingTransitioned,
    { booking, transition, actor: actor.role, reason, reader },
    { causeId: eventId, condition: transitionRecorded(eventId) },
  );
