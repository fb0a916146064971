import { and, eq, inArray, sql } from "drizzle-orm";
import { bookings } from "~/db/schema";
import type { Member } from "../accounts/user";
import type { DomainContext } from "../domain-context.server";
import { refuse, type Refusal } from "../values/refusal";
import { REPORTABLE } from "./booking-machine";

/** Marks a booking as seen by its plumber (spec 2.7.5). Seen twice is fine; not theirs is not found. */
export async function markBookingSeen(
  { db, now, announce }: DomainContext,
  plumber: Member,
  id: string,
): Promise<{ ok: true } | Refusal<"bookingNotFound">> {
  const rows = await db
    .update(bookings)
    .set({ seenAt: sql`coalesce(seen_at, ${now})` })
    .where(and(eq(bookings.id, id), eq(bookings.plumberId, plumber.id)))
    .returning({ status: bookings.status, clientId: bookings.clientId });
  const [seen] = rows;
  if (!seen) return refuse("bookingNotFound");
  announce({ type: "bookingChanged", bookingId: id, status: seen.status, clientId: seen.clientId, plumberId: plumber.id });
  return { ok: true };
}

/**
 * Writes the report of a job, or writes it anew (product.md 24): its plumber alone, once it is confirmed. Before
 * that, and after a cancellation, it refuses.
 */
export async function writeReport(
  { db, now, announce }: DomainContext,
  plumber: Member,
  id: string,
  report: string,
): Promise<{ ok: true } | Refusal<"bookingNotFound" | "reportNotPossible">> {
  const own = and(eq(bookings.id, id), eq(bookings.plumberId, plumber.id));
  const [written, [booking]] = await db.batch([
    db.update(bookings).set({ report, updatedAt: now }).where(and(own, inArray(bookings.status, [...REPORTABLE]))),
    db.select({ status: bookings.status, clientId: bookings.clientId }).from(bookings).where(own),
  ]);
  if (booking && written.meta.changes === 1) {
    announce({ type: "bookingChanged", bookingId: id, status: booking.status, clientId: booking.clientId, plumberId: plumber.id });
    return { ok: true };
  }
  return refuse(booking ? "reportNotPossible" : "bookingNotFound");
}
