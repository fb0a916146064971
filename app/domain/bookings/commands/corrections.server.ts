import { and, eq, sql, type SQL } from "drizzle-orm";
import { batch, columnsOf, type Database, firstRow, isOneOf } from "~/db/client.server";
import { bookings } from "~/db/schema";
import { isStillAdmin } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { cityKey } from "../../values/cities";
import { newId } from "../../values/id";
import { OK, refuse, refuseChanged } from "../../values/refusal";
import { type AuthenticatedUser, fullName, type SessionClaims } from "../../values/user";
import { ACCEPTED_STATUSES, OPEN_STATUSES, TO_COME_STATUSES } from "../booking";
import { BOOKING_CHANGES, withLatest } from "../booking-event";
import { notAllowed } from "../transition-refusals";
import { bookingNotices } from "../booking-notices";
import {
  type CorrectableFacts,
  type CorrectedField,
  CORRECTABLE_FIELDS,
  changesBetween,
  canCorrect,
} from "../correction";
import { isOf } from "../queries/booking-conditions.server";
import { selectLatest } from "../queries/booking-details.server";
import type { BookingForCommand } from "../booking-views";
import { recordBookingEntry, recordEvent, transitionRecorded } from "./booking-events.server";

const FACTS = CORRECTABLE_FIELDS.admin;

/** Finds the facts of a booking that its client or the office can correct; null for anyone else (B10). */
export const findCorrectable = (db: Database, viewer: SessionClaims, id: string) =>
  firstRow(
    db
      .select(columnsOf(bookings, "status", "startsAt", ...FACTS))
      .from(bookings)
      .where(and(eq(bookings.id, id), isOf(viewer), sql`${Number(viewer.role !== "plumber")}`)),
  );

interface Correction {
  /** The facts as the form was drawn with them, and as they are sent. */
  drawn: CorrectableFacts;
  corrected: CorrectableFacts;
  /** True if the office has been told that the plumber doesn't work in the new city. */
  isSure?: boolean;
}

/**
 * Corrects facts of a booking (B33): as the office while it is open, as its client while it is to come, until its start.
 * Both values go to the history, and the other side is told once of what it may see. The same correction again changes
 * nothing. Refuses with `transitionNotAllowed`, with `cityNotServed` and the plumber's `name`, and, once the facts are not
 * as they were drawn, with `changedMeanwhile` and the `present` ones.
 */
export async function correctBooking(
  context: DomainContext,
  actor: AuthenticatedUser,
  booking: BookingForCommand,
  { drawn, corrected, isSure = false }: Correction,
) {
  const { db, now, emit } = context;
  const { id, status, plumber } = booking;
  const changes = changesBetween(drawn, corrected);
  const fields = Object.keys(changes) as CorrectedField[];
  if (!canCorrect(booking, actor.role, now)) return notAllowed(status);
  if (fields.length === 0) return OK;
  const isByOffice = actor.role === "admin";
  const eventId = newId();
  const recorded = transitionRecorded(booking, eventId);
  const city = changes.city?.after ?? null;
  const isServed = sql`(plumber_id is null or not exists (
    select 1 from plumber_profiles where user_id = plumber_id and city_key <> ${city && cityKey(city)}))`;
  const mayCorrect = isByOffice
    ? sql`${isStillAdmin(actor.id)} and ${isOneOf(sql`status`, OPEN_STATUSES)} and (${Number(isSure)} or ${isServed})`
    : sql`client_id = ${actor.id} and ${isOneOf(sql`status`, TO_COME_STATUSES)} and starts_at > ${now}`;
  // Boards and prices go by the plumber's city, and without one by the address's (B20).
  const key = city === null ? {} : { cityKey: sql`iif(plumber_id is null, ${cityKey(city)}, city_key)` };
  const tell = (reader: "client" | "plumber", condition: SQL) =>
    notify(context, {
      to: booking[reader]?.id ?? null,
      cause: eventId,
      when: condition,
      notice: bookingNotices.bookingCorrected,
      facts: {
        booking,
        facts: fields.map((name) => ({ name })),
        who: isByOffice ? null : fullName(booking.client),
        reader,
      },
    });
  // Plumbers hear nothing of what they can't see until they confirm (B18).
  const isSeenByPlumber = sql`${recorded} and (${Number(fields.some((field) => field !== "street"))}
    or exists (select 1 from bookings where id = ${id} and ${isOneOf(sql`status`, ACCEPTED_STATUSES)}))`;
  const { updated, present, latest } = await batch(db, {
    updated: db
      .update(bookings)
      .set({ ...corrected, ...key, updatedAt: now } as Partial<typeof bookings.$inferInsert>)
      .where(sql`id = ${id} and plumber_id is ${plumber?.id ?? null} and ${mayCorrect} and ${isAsDrawn(drawn)}`),
    event: recordEvent(context, booking, "correct", actor, { id: eventId, changes }),
    entry: isByOffice
      ? recordBookingEntry(context, actor, "bookingCorrected", booking, recorded, {
          before: Object.fromEntries(fields.map((field) => [field, changes[field]!.before])),
          after: Object.fromEntries(fields.map((field) => [field, changes[field]!.after])),
        })
      : null,
    toPlumber: tell("plumber", isSeenByPlumber),
    toClient: isByOffice ? tell("client", recorded) : null,
    present: db
      .select({
        ...columnsOf(bookings, "status", "startsAt", "clientId", "plumberId", ...FACTS),
        isServed: sql`${isServed}`.mapWith(Boolean).as("is_served"),
      })
      .from(bookings)
      .where(eq(bookings.id, id)),
    latest: selectLatest(db, id),
  });
  const [after] = present;
  if (!after) return refuse("bookingNotFound");
  if (updated.meta.changes > 0) {
    emit({ type: "bookingChanged", bookingId: id, ...after });
    return OK;
  }
  if (!canCorrect(after, actor.role, now))
    return withLatest(notAllowed(after.status), latest, BOOKING_CHANGES, actor, now);
  if (isSame(after, corrected)) return OK;
  if (!isSame(after, drawn)) return withLatest(refuseChanged(after), latest, ["correct"], actor, now);
  if (after.plumberId !== (plumber?.id ?? null))
    return withLatest(notAllowed(after.status), latest, BOOKING_CHANGES, actor, now);
  return plumber ? { ...refuse("cityNotServed"), name: fullName(plumber) } : notAllowed(after.status);
}

const isAsDrawn = (drawn: CorrectableFacts): SQL =>
  sql.join(
    FACTS.flatMap((field) => (field in drawn ? [sql`${bookings[field]} is ${drawn[field] ?? null}`] : [])),
    sql` and `,
  );

const isSame = (present: Record<CorrectedField, string | null>, facts: CorrectableFacts): boolean =>
  FACTS.every((field) => !(field in facts) || present[field] === (facts[field] ?? null));
