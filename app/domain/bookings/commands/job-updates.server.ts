import { and, eq, inArray, sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { bookings } from "~/db/schema";
import { officeVerb } from "../../audit-log/office-verb.server";
import type { DomainContext } from "../../domain-context.server";
import { refuse, type Refusal } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import { ACCEPTED_STATUSES } from "../booking";
import { selectPresent } from "./booking-events.server";

/** Marks a booking as seen by its plumber (B15); again is fine. Refuses with `bookingNotFound` when it is not theirs. */
export async function markBookingSeen(
  { db, now, emit }: DomainContext,
  plumber: AuthenticatedUser,
  id: string,
): Promise<{ ok: true } | Refusal<"bookingNotFound">> {
  const [seen] = await db
    .update(bookings)
    .set({ seenAt: sql`coalesce(seen_at, ${now})` })
    .where(and(eq(bookings.id, id), eq(bookings.plumberId, plumber.id)))
    .returning({ status: bookings.status, clientId: bookings.clientId, plumberId: bookings.plumberId });
  if (!seen) return refuse("bookingNotFound");
  emit({ type: "bookingChanged", bookingId: id, ...seen });
  return { ok: true };
}

/**
 * Writes or rewrites the report of a job, as its plumber (B17). Refuses with `bookingNotFound` when it is not theirs, and
 * with `reportNotPossible` before it is confirmed and once it is cancelled or refused.
 */
export async function writeReport(
  { db, now, emit }: DomainContext,
  plumber: AuthenticatedUser,
  id: string,
  report: string,
): Promise<{ ok: true } | Refusal<"bookingNotFound" | "reportNotPossible">> {
  const own = and(eq(bookings.id, id), eq(bookings.plumberId, plumber.id));
  const { written, present } = await batch(db, {
    written: db
      .update(bookings)
      .set({ report, updatedAt: now })
      .where(and(own, inArray(bookings.status, [...ACCEPTED_STATUSES]))),
    present: selectPresent(db, own),
  });
  const [booking] = present;
  if (!booking) return refuse("bookingNotFound");
  if (written.meta.changes !== 1) return refuse("reportNotPossible");
  emit({ type: "bookingChanged", bookingId: id, ...booking });
  return { ok: true };
}

/**
 * Gives a job another title, or with null the usual one, as an admin (B17, O1). The same title again changes nothing.
 * Refuses with `bookingNotFound`.
 */
export async function retitleBooking(
  context: DomainContext,
  admin: AuthenticatedUser,
  id: string,
  title: string | null,
): Promise<{ ok: true } | Refusal<"bookingNotFound">> {
  const { db, now, emit } = context;
  const { isDone, present } = await officeVerb(context, admin, "bookingRetitled", {
    subject: { kind: "booking", id },
    before: sql`(select json_object('title', title) from bookings where id = ${id})`,
    after: { title },
    when: sql`exists (select 1 from bookings where id = ${id} and title is not ${title})`,
    do: (recorded) => ({
      updated: db
        .update(bookings)
        .set({ title, updatedAt: now })
        .where(and(eq(bookings.id, id), recorded)),
      present: selectPresent(db, eq(bookings.id, id)),
    }),
  });
  const [booking] = present;
  if (!booking) return refuse("bookingNotFound");
  if (isDone) emit({ type: "bookingChanged", bookingId: id, ...booking });
  return { ok: true };
}
