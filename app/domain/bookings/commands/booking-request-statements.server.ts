import { and, eq, or, sql, type SQL } from "drizzle-orm";
import { type Database, insertWhere, columnsOf } from "~/db/client.server";
import { bookings, plumberProfiles } from "~/db/schema";
import { isListedPlumber } from "../../accounts/listing.server";
import { availabilityColumns, hasConflictInSql, isFreeStartInSql } from "../../plumbers/free-starts.server";
import {
  PENDING_BOOKINGS_PER_CLIENT,
  PENDING_BOOKINGS_WITH_ONE_PLUMBER,
  HELD_FOR_NEW_CLIENTS_PER_DAY,
} from "../../rate-limits/limits";
import { MINUTES_WITHOUT_PLUMBER } from "../../time/availability";
import { type Instant, DAY, dateAt, instantOf } from "../../time/harare";
import { cityKey } from "../../values/cities";
import { isOpenBooking, isReplaceable } from "../queries/booking-conditions.server";
import { randomText } from "../../values/id";

/** Letters and digits that no one mistakes for one another on the phone. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A new job reference (B16), like `PB-7K3QF2`; one in 700 million is taken for each booking that exists. */
export const newReference = (): string => `PB-${randomText(ALPHABET, 6)}`;

const hasCompletedJob = (client: SQL) =>
  sql`exists (select 1 from bookings as done where done.client_id = ${client} and done.status = 'completed')`;

/**
 * The condition that a client's request may hold the plumber's slot at once (B8): the client has had a job completed, or
 * fewer than three new clients hold slots of that plumber that day. Else fresh accounts could hold a whole week.
 */
function mayHoldSlot(clientId: string, plumberId: string, start: Instant): SQL {
  const day = instantOf(dateAt(start), 0);
  return sql`(${hasCompletedJob(sql`${clientId}`)} or ${HELD_FOR_NEW_CLIENTS_PER_DAY} > (
    select count(*) from bookings as waiting where waiting.plumber_id = ${plumberId} and waiting.status = 'pending'
      and waiting.starts_at >= ${day} and waiting.starts_at < ${day + DAY} and not ${hasCompletedJob(sql`waiting.client_id`)}))`;
}

export interface BookingWish {
  startsAt: Instant;
  serviceType: string | null;
  suburb: string | null;
  street: string | null;
  /** Without it the city that the address ends with, else the plumber's, else one that the address names (B20). */
  city?: string | null;
  pin: string | null;
  notes: string | null;
}

export interface NewRequest extends BookingWish {
  id: string;
  reference: string;
  clientId: string;
  /** The plumber that the client asks for; null: our office finds one. */
  plumberId: string | null;
  /** The draft that it is made of, which may name the booking that it replaces (B31); null: none. */
  draftId: string | null;
}

// `isOpenBooking` follows from pending; with it the index of a client's open bookings is used.
const isPendingOf = (clientId: string): SQL => sql`client_id = ${clientId} and status = 'pending' and ${isOpenBooking}`;

/** The condition that a booking has this plumber, or waits at the office and asks for them (B8); null: neither is named. */
const isWith = (plumberId: string | null): SQL => sql`coalesce(plumber_id, preferred_plumber_id) is ${plumberId}`;

/** The condition that a client may have one more pending booking, and one more with this plumber (B9). */
const hasRoomFor = (clientId: string, plumberId: string | null): SQL => {
  const underTotal = sql`${PENDING_BOOKINGS_PER_CLIENT} > (select count(*) from bookings where ${isPendingOf(clientId)})`;
  if (plumberId === null) return underTotal;
  return sql`${underTotal} and ${PENDING_BOOKINGS_WITH_ONE_PLUMBER} > (
    select count(*) from bookings where ${isPendingOf(clientId)} and ${isWith(plumberId)})`;
};

/** The condition that an open booking is the same request by the same client (B7). */
export const isAlike = ({ clientId, plumberId, startsAt }: NewRequest): SQL =>
  sql`client_id = ${clientId} and ${isWith(plumberId)} and starts_at = ${startsAt} and ${isOpenBooking}`;

const isNew = (request: NewRequest): SQL => sql`not exists (select 1 from bookings where ${isAlike(request)})`;

/** The condition that a user still is a client who may act: their role may change while they ask. */
export const isStillClient = (userId: string): SQL =>
  sql`exists (select 1 from users where id = ${userId} and role = 'client' and suspended_at is null)`;

/** The condition that a client can make a request: the plumber is listed, takes new jobs and is free then (B3, B6, T9). */
const isFreeForClient = ({ clientId, plumberId, startsAt }: NewRequest): SQL => {
  const takesJob = sql`exists (select 1 from plumber_profiles where user_id = ${plumberId} and listed = 1
    and ${isFreeStartInSql(startsAt)})`;
  return sql`${isStillClient(clientId)} and ${plumberId === null ? sql`true` : takesJob} and ${hasRoomFor(clientId, plumberId)}`;
};

/** The condition that the office can make a request: the plumber is listed and has no other job then, at any hour (B29). */
export const isFreeForOffice = ({ plumberId, startsAt }: Pick<NewRequest, "plumberId" | "startsAt">): SQL =>
  plumberId === null
    ? sql`true`
    : sql`${isListedPlumber(plumberId)}
    and not ${hasConflictInSql(sql`${plumberId}`, sql`${startsAt}`, null)}`;

/** The booking in whose place a request is made: its draft names it, and it is the client's own, and replaceable (B31). */
const replacedBy = ({ draftId, clientId, plumberId }: NewRequest, now: Instant): SQL => sql`(
  select bookings.id from request_drafts join bookings on bookings.id = request_drafts.replaces_id
  where request_drafts.id = ${draftId} and expires_at > ${now} and request_drafts.plumber_id is ${plumberId}
    and bookings.client_id = ${clientId} and ${isReplaceable(now)})`;

/**
 * The statement that makes a request, where all rules and `condition` hold; the unique index decides about the slot. A
 * new client's surplus request goes to the office (B8); the office's own requests hold their slot (B29).
 */
export function insertRequest(
  db: Database,
  request: NewRequest,
  now: Instant,
  condition: SQL,
  by: "client" | "office" = "client",
) {
  const { clientId, plumberId, startsAt, city = null } = request;
  const holder =
    plumberId === null || by === "office"
      ? sql`${plumberId}`
      : sql`iif(${mayHoldSlot(clientId, plumberId, startsAt)}, ${plumberId}, null)`;
  return insertWhere(
    db,
    bookings,
    {
      ...columnsOf(request, "id", "reference", "clientId", "startsAt"),
      ...columnsOf(request, "serviceType", "suburb", "street", "pin", "notes"),
      city,
      plumberId: sql`asked.plumber_id`,
      replacesId: replacedBy(request, now),
      preferredPlumberId: sql`iif(asked.plumber_id is null, ${plumberId}, null)`,
      cityKey: sql`coalesce((select city_key from plumber_profiles where user_id = ${plumberId}), ${city && cityKey(city)})`,
      status: "pending",
      jobMinutes: sql`coalesce((select job_minutes from plumber_profiles where user_id = asked.plumber_id), ${MINUTES_WITHOUT_PLUMBER})`,
      fee: sql`(select fee_cents from plumber_profiles where user_id = asked.plumber_id)`,
      askedAt: now,
      createdAt: now,
      updatedAt: now,
    },
    sql`${by === "office" ? isFreeForOffice(request) : isFreeForClient(request)} and ${isNew(request)} and ${condition}`,
    { from: sql`(select ${holder} as plumber_id) as asked`, onConflict: "nothing" },
  );
}

/** The open bookings at that start that can conflict: all of the plumber's, and the client's own like this one. */
export const selectSameStart = (db: Database, { clientId, plumberId, startsAt }: NewRequest) => {
  const own = and(eq(bookings.clientId, clientId), isWith(plumberId));
  return db
    .select(columnsOf(bookings, "id", "reference", "clientId", "plumberId"))
    .from(bookings)
    .where(
      and(plumberId ? or(eq(bookings.plumberId, plumberId), own) : own, eq(bookings.startsAt, startsAt), isOpenBooking),
    );
};

export const selectPending = (db: Database, { clientId, plumberId }: NewRequest) =>
  db
    .select({
      total: sql<number>`count(*)`.as("total"),
      withPlumber: sql<number>`coalesce(sum(${isWith(plumberId)}), 0)`.as("with_plumber"),
    })
    .from(bookings)
    .where(isPendingOf(clientId));

export const selectHours = (db: Database, plumberId: string) =>
  db
    .select({ listed: plumberProfiles.listed, ...availabilityColumns })
    .from(plumberProfiles)
    .where(eq(plumberProfiles.userId, plumberId));
