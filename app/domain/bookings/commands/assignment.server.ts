import { eq, sql } from "drizzle-orm";
import { statement } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { AuthenticatedUser } from "../../values/user";
import { isStillAdmin, recordAuditEntry } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { dateAt } from "../../time/harare";
import { newId } from "../../values/id";
import { refuse, type Refusal } from "../../values/refusal";
import type { BookingStatus } from "../booking";
import type { BookingParticipants } from "../queries/booking-details.server";
import { transitionRecorded, recordEvent } from "./booking-events.server";
import { bookingNotices } from "../booking-notices";
import { isAssignable } from "../booking-machine";
import type { BookablePlumber } from "./booking-requests.server";
import { introduce } from "../../contacts/contacts.server";
import { hasConflictInSql } from "../../plumbers/free-starts.server";
import { countInTallies } from "./tallies.server";

export type AssignmentResult =
  | { ok: true }
  | Refusal<"slotTaken" | "plumberNotFound">
  | (Refusal<"assignedMeanwhile"> & { name: string })
  | (Refusal<"transitionNotAllowed"> & { status: BookingStatus });

/**
 * Gives a pending or confirmed booking to a plumber, or to another one (B14): its status stays, the
 * new plumber has not seen it yet, talk of another time is over, and all sides are mailed. `shownPlumberId` is whom
 * the admin's page showed (null: nobody): who decided meanwhile wins, and the later one is told. Given to the same
 * plumber again it succeeds and changes nothing. The start must be free for the plumber; their hours do not bind the
 * desk. Refuses with `slotTaken`, `plumberNotFound` (suspended meanwhile), `assignedMeanwhile`, `transitionNotAllowed`.
 */
export async function assignBooking(
  context: DomainContext,
  admin: AuthenticatedUser,
  booking: BookingParticipants,
  plumber: BookablePlumber,
  shownPlumberId: string | null,
): Promise<AssignmentResult> {
  const { db, now } = context;
  if (!isAssignable(booking.status)) return { ...refuse("transitionNotAllowed"), status: booking.status };
  const eventId = newId();
  const given = transitionRecorded(eventId);
  const former = booking.plumber;
  const tell = (reader: "client" | "plumber" | "former", userId: string | null) =>
    notify(
      context,
      { user: userId },
      bookingNotices.bookingAssigned,
      { booking: { ...booking, plumber }, former, reader },
      { causeId: eventId, condition: given },
    );

  const [updated, , , , , , , , , , [after], [profile]] = await db.batch([
    // `or ignore`: the unique index has the last word on a slot.
    statement(
      db,
      sql`
      update or ignore bookings set plumber_id = ${plumber.id}, preferred_plumber_id = null, city_key = (select city_key from plumber_profiles where user_id = ${plumber.id}),
        seen_at = null, proposed_start = null, proposed_by = null, nudges = 0, asked_at = ${now}, updated_at = ${now}
      where id = ${booking.id} and plumber_id is ${shownPlumberId} and plumber_id is not ${plumber.id} and plumber_id is ${former?.id ?? null}
        and status = ${booking.status} and starts_at = ${booking.startsAt} and not ${hasConflictInSql(sql`${plumber.id}`, sql`${booking.startsAt}`, sql`bookings.id`)}
        and exists (select 1 from plumber_profiles where user_id = ${plumber.id} and listed = 1) and ${isStillAdmin(admin.id)}`,
    ),
    recordEvent(db, {
      id: eventId,
      bookingId: booking.id,
      event: "assign",
      actor: admin,
      to: booking.status,
      reason: plumber.id,
      at: now,
    }),
    recordAuditEntry(
      db,
      {
        id: newId(),
        admin,
        action: "bookingAssigned",
        subject: { kind: "booking", id: booking.id },
        before: { plumber: former?.id ?? null },
        after: { plumber: plumber.id },
        at: now,
      },
      given,
    ),
    statement(
      db,
      sql`update plumber_profiles set jobs_total = jobs_total + 1 where user_id = ${plumber.id} and ${given}`,
    ),
    statement(
      db,
      sql`update plumber_profiles set jobs_total = jobs_total - 1 where user_id = ${former?.id ?? null} and ${given}`,
    ),
    countInTallies(db, "requested", plumber.id, dateAt(now), given, { forSite: false }),
    introduce(db, booking.client.id, plumber.id, given, now),
    tell("plumber", plumber.id),
    tell("client", booking.client.id),
    tell("former", former?.id ?? null),
    db
      .select({
        status: bookings.status,
        plumberId: bookings.plumberId,
        plumberName: sql<
          string | null
        >`(select first_name || ' ' || last_name from users where users.id = ${bookings.plumberId})`.as("plumber_name"),
      })
      .from(bookings)
      .where(eq(bookings.id, booking.id)),
    db
      .select({ listed: sql<number>`1`.as("listed") })
      .from(sql`plumber_profiles`)
      .where(sql`user_id = ${plumber.id} and listed = 1`),
  ]);

  if (updated.meta.changes === 1) {
    for (const plumberId of new Set([plumber.id, former?.id ?? plumber.id])) {
      context.emit({
        type: "bookingChanged",
        bookingId: booking.id,
        status: booking.status,
        clientId: booking.client.id,
        plumberId,
      });
    }
    return { ok: true };
  }
  if (!after || after.status !== booking.status)
    return { ...refuse("transitionNotAllowed"), status: after?.status ?? booking.status };
  if (after.plumberId === plumber.id) return { ok: true };
  if (after.plumberId !== shownPlumberId)
    return { ...refuse("assignedMeanwhile"), name: after.plumberName ?? "nobody" };
  return profile ? refuse("slotTaken") : refuse("plumberNotFound");
}
