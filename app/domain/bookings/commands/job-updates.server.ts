import { and, eq, inArray, sql } from "drizzle-orm";
import { bookings } from "~/db/schema";
import type { AuthenticatedUser } from "../../values/user";
import { recordAuditEntry, auditEntryRecorded } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { newId } from "../../values/id";
import { refuse, type Refusal } from "../../values/refusal";
import { REPORTABLE_STATUSES } from "../booking-machine";

/** Marks a booking as seen by its plumber (B15). Seen twice is fine; not theirs is not found. */
export async function markBookingSeen(
  { db, now, emit }: DomainContext,
  plumber: AuthenticatedUser,
  id: string,
): Promise<{ ok: true } | Refusal<"bookingNotFound">> {
  const rows = await db
    .update(bookings)
    .set({ seenAt: sql`coalesce(seen_at, ${now})` })
    .where(and(eq(bookings.id, id), eq(bookings.plumberId, plumber.id)))
    .returning({ status: bookings.status, clientId: bookings.clientId });
  const [seen] = rows;
  if (!seen) return refuse("bookingNotFound");
  emit({
    type: "bookingChanged",
    bookingId: id,
    status: seen.status,
    clientId: seen.clientId,
    plumberId: plumber.id,
  });
  return { ok: true };
}

/**
 * Writes the report of a job, or writes it anew (B17): its plumber alone, once it is confirmed. Before
 * that, and after a cancellation, it refuses.
 */
export async function writeReport(
  { db, now, emit }: DomainContext,
  plumber: AuthenticatedUser,
  id: string,
  report: string,
): Promise<{ ok: true } | Refusal<"bookingNotFound" | "reportNotPossible">> {
  const own = and(eq(bookings.id, id), eq(bookings.plumberId, plumber.id));
  const [written, [booking]] = await db.batch([
    db
      .update(bookings)
      .set({ report, updatedAt: now })
      .where(and(own, inArray(bookings.status, [...REPORTABLE_STATUSES]))),
    db.select({ status: bookings.status, clientId: bookings.clientId }).from(bookings).where(own),
  ]);
  if (booking && written.meta.changes === 1) {
    emit({
      type: "bookingChanged",
      bookingId: id,
      status: booking.status,
      clientId: booking.clientId,
      plumberId: plumber.id,
    });
    return { ok: true };
  }
  return refuse(booking ? "reportNotPossible" : "bookingNotFound");
}

/** Gives a job another title, or (null) the default one: the desk alone. The same title again changes nothing. */
export async function retitleBooking(
  { db, now, emit }: DomainContext,
  admin: AuthenticatedUser,
  id: string,
  title: string | null,
): Promise<{ ok: true } | Refusal<"bookingNotFound">> {
  const entryId = newId();
  const before = sql`(select json_object('title', title) from bookings where id = ${id})`;
  const [, changed, [booking]] = await db.batch([
    recordAuditEntry(
      db,
      {
        id: entryId,
        admin,
        action: "bookingRetitled",
        subject: { kind: "booking", id },
        before,
        after: { title },
        at: now,
      },
      sql`exists (select 1 from bookings where id = ${id} and title is not ${title})`,
    ),
    db
      .update(bookings)
      .set({ title, updatedAt: now })
      .where(and(eq(bookings.id, id), auditEntryRecorded(entryId))),
    db
      .select({ status: bookings.status, clientId: bookings.clientId, plumberId: bookings.plumberId })
      .from(bookings)
      .where(eq(bookings.id, id)),
  ]);
  if (!booking) return refuse("bookingNotFound");
  if (changed.meta.changes === 1) emit({ type: "bookingChanged", bookingId: id, ...booking });
  return { ok: true };
}
