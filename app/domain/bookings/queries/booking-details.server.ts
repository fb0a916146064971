import type { BookingEvent } from "../booking-event";
import { and, asc, desc, eq, sql, or, type SQL } from "drizzle-orm";
import * as z from "zod";
import { type Database, columnsOf, firstRow, isOneOf } from "~/db/client.server";
import { nameById, nameIn } from "~/db/user-names.server";
import { bookingEvents, bookings, users, plumberProfiles } from "~/db/schema";
import { type Role, type SessionClaims, fullName } from "../../values/user";
import { ACCEPTED_STATUSES, type BookingStatus, DEFAULT_SERVICE } from "../booking";
import { CORRECTABLE_FIELDS, type Corrections } from "../correction";
import { isOf, isCalledOffBooking, isOpenBooking, undecidedVisit } from "./booking-conditions.server";
import {
  selectForCommand,
  selectWithSides,
  calendarFields,
  client,
  nameColumns,
  plumber,
  isPaid,
  participantAsSeenBy,
} from "./booking-views.server";
import { MINUTE, type Instant } from "../../time/harare";
import type { OpenJob } from "../booking-views";

/** The viewer's booking for a command, with the whole address, or null (B10); a page shows `findBookingView`. */
export const findBookingFor = (db: Database, viewer: SessionClaims, id: string | SQL) =>
  firstRow(selectForCommand(db, viewer.role).where(and(eq(bookings.id, id), isOf(viewer))));

/**
 * Lists the bookings whose place this one took (`isLater` false) and those that took its place (B31), in the order in which
 * they were made: for its client and the office; for a plumber none.
 */
export const listReplacements = async (db: Database, viewer: SessionClaims, id: string) =>
  viewer.role === "plumber"
    ? []
    : db
        .select({
          ...columnsOf(bookings, "id", "reference"),
          isLater: sql`${bookings.replacesId} is ${id}`.mapWith(Boolean),
        })
        .from(bookings)
        .where(
          and(
            sql`${bookings.id} in (select id from bookings where replaces_id = ${id}
              union all select replaces_id from bookings where id = ${id})`,
            // The plus keeps SQLite from reading all bookings of the client.
            viewer.role === "client" ? sql`+${bookings.clientId} = ${viewer.id}` : undefined,
          ),
        )
        .orderBy(asc(bookings.createdAt));

/** Where a client's newest booking with a whole address was; null: there is none. */
export const findLastPlace = (db: Database, clientId: string) =>
  firstRow(
    db
      .select(columnsOf(bookings, "city", "suburb", "street", "pin"))
      .from(bookings)
      .where(sql`client_id = ${clientId} and city is not null and suburb is not null and street is not null`)
      .orderBy(desc(bookings.startsAt))
      .limit(1),
  );

/** The columns that say who did what. */
export const eventColumns = {
  ...columnsOf(bookingEvents, "event", "actorRole", "reason", "amount"),
  actorName: nameIn<string | null>(users).as("actor_name"),
};

const historyColumns = {
  ...eventColumns,
  ...columnsOf(bookingEvents, "actorId", "minutesAway", "aboutStart", "outcome", "at"),
  plumberName: nameById(bookingEvents.assignedTo).as("assigned_to_name"),
};

/** The details of corrections (B33): a plumber reads no street before they have confirmed (B18). */
const changesSeenBy = (role: Role) => {
  const hidden = sql`json_replace(${bookingEvents.changes}, '$.street', json('{"before":null,"after":null}'))`;
  const seen =
    role === "plumber"
      ? sql`iif(${isOneOf(bookings.status, ACCEPTED_STATUSES)}, ${bookingEvents.changes}, ${hidden})`
      : sql`${bookingEvents.changes}`;
  return seen.mapWith((json: string | null): Corrections | null =>
    json === null ? null : corrections.parse(JSON.parse(json)),
  );
};

const value = z.string().nullable();
const corrections = z.partialRecord(z.enum(CORRECTABLE_FIELDS.admin), z.object({ before: value, after: value }));

/** A booking's history (B11), oldest first; empty when the viewer is not its client, its plumber or an admin. */
export async function listHistory(db: Database, viewer: SessionClaims, bookingId: string): Promise<BookingEvent[]> {
  return db
    .select({
      ...historyColumns,
      to: sql<BookingStatus>`${bookingEvents.toStatus}`,
      changes: changesSeenBy(viewer.role).as("changes"),
    })
    .from(bookingEvents)
    .innerJoin(bookings, eq(bookings.id, bookingEvents.bookingId))
    .leftJoin(users, eq(users.id, bookingEvents.actorId))
    .where(and(eq(bookingEvents.bookingId, bookingId), isOf(viewer)))
    .orderBy(asc(bookingEvents.seq));
}

/** A booking's latest event of each name, latest first (`withLatest`); with a `viewer`, none unless it is theirs. */
export const selectLatest = (db: Database, bookingId: string, viewer?: SessionClaims) =>
  db
    .select(historyColumns)
    .from(bookingEvents)
    .innerJoin(bookings, eq(bookings.id, bookingEvents.bookingId))
    .leftJoin(users, eq(users.id, bookingEvents.actorId))
    .where(
      and(
        eq(bookingEvents.bookingId, bookingId),
        sql`seq in (select max(seq) from booking_events where booking_id = ${bookingId} group by event)`,
        viewer && isOf(viewer),
      ),
    )
    .orderBy(sql`seq desc`);

/** The condition that a booking has this reference, in any letter case and with blanks around it, or this id (B16). */
const isNamed = (name: string) => or(eq(bookings.reference, name.trim().toUpperCase()), eq(bookings.id, name.trim()));

/** The id of the booking with this reference or id, if the viewer is its client, its plumber or an admin; else null (B10). */
export async function findIdByReference(db: Database, viewer: SessionClaims, reference: string) {
  const [row] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(isNamed(reference), isOf(viewer)));
  return row?.id ?? null;
}

/** The booking with this reference or id for a command, as `findBookingFor` gives it (B16); else null (B10). */
export const findBookingByReference = (db: Database, viewer: SessionClaims, reference: string) =>
  firstRow(selectForCommand(db, viewer.role).where(and(isNamed(reference), isOf(viewer))));

/** The booking with this reference or id as an entry of the viewer's calendar, if it is theirs; else null (B10). */
export async function findVisit(db: Database, viewer: SessionClaims, reference: string) {
  const sides = { client: nameColumns(client), plumber: nameColumns(plumber) };
  const [row] = await selectWithSides(db, { ...calendarFields(viewer.role), ...sides }).where(
    and(isNamed(reference), isOf(viewer)),
  );
  if (!row) return null;
  const { serviceType, client: booker, plumber: worker, ...job } = row;
  const other = viewer.role === "client" ? worker : booker;
  const service = serviceType ?? DEFAULT_SERVICE;
  return { ...job, service, summary: [service, other && fullName(other)].filter(Boolean).join(": ") };
}

/** The usual time to answer of a booking's plumber, in milliseconds (D19); null: unknown, or no plumber. */
export async function findAnswerTime(db: Database, bookingId: string): Promise<number | null> {
  const isBookedPlumber = sql`user_id = (select plumber_id from bookings where id = ${bookingId})`;
  const [row] = await db
    .select({ minutesToAnswer: plumberProfiles.minutesToAnswer })
    .from(plumberProfiles)
    .where(isBookedPlumber);
  return row?.minutesToAnswer == null ? null : row.minutesToAnswer * MINUTE;
}

/** The number of a user's own late cancellations among the latest 100 called-off bookings of each side (B26). */
export async function countLateCancellations(db: Database, userId: string): Promise<number> {
  const sideCount = (side: "client" | "plumber") => sql`(select count(*) from (
    select cancelled_late_by from bookings where ${sql.identifier(`${side}_id`)} = ${userId} and ${isCalledOffBooking}
    order by starts_at desc, id desc limit 100) where cancelled_late_by = ${side})`;
  const [row] = await db.all<{ number: number }>(
    sql`select ${sideCount("client")} + ${sideCount("plumber")} as number`,
  );
  return row?.number ?? 0;
}

/** The id of someone's first open booking, or else of their latest: each part is the first row of an index. */
const nextOf = (id: string) => sql`coalesce(
  (select id from bookings where client_id = ${id} and ${isOpenBooking} order by open_order limit 1),
  (select id from bookings where plumber_id = ${id} and ${isOpenBooking} order by open_order limit 1),
  (select id from bookings where client_id = ${id} order by starts_at desc limit 1),
  (select id from bookings where plumber_id = ${id} order by starts_at desc limit 1))`;

/**
 * The open booking of two people that comes first, for their conversation, with the phone (B18); for the office that of the
 * other, or else their latest. Null: none.
 */
export function findOpenJobWith(
  db: Database,
  viewer: SessionClaims,
  otherId: string,
  now: Instant,
): Promise<OpenJob | null> {
  const phoneOf = (side: typeof client | typeof plumber) => participantAsSeenBy(viewer, side, now).phone;
  const other = viewer.role === "client" ? plumber : client;
  const ofOffice = viewer.role === "admin";
  return firstRow(
    selectWithSides(db, {
      ...columnsOf(bookings, "id", "status", "startsAt", "serviceType", "onTheWayAt"),
      isPaid,
      isMissed: undecidedVisit,
      phone: ofOffice
        ? sql<string | null>`iif(${bookings.clientId} = ${otherId}, ${phoneOf(client)}, ${phoneOf(plumber)})`
        : phoneOf(other),
    })
      .where(
        ofOffice
          ? sql`${bookings.id} = ${nextOf(otherId)}`
          : and(isOf(viewer), eq(other === plumber ? bookings.plumberId : bookings.clientId, otherId), isOpenBooking),
      )
      .orderBy(asc(sql`${bookings.openOrder}`))
      .limit(1),
  );
}
