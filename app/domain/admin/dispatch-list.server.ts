import { eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { bookings } from "~/db/schema";
import { client, nameOf, plumber, preferredPlumberName } from "../bookings/queries/booking-columns.server";
import { TO_COME_STATUSES } from "../bookings/booking";
import { DAY, type Instant } from "../time/harare";
import {
  DISPATCH_KINDS,
  DISPATCH_LIST_SIZE,
  orderDispatch,
  SOON,
  UNANSWERED_AFTER,
  UNANSWERED_AFTER_IF_SOON,
  type DispatchKind,
  type DispatchRow,
  type ToldNotice,
} from "./dispatch-list";

/** Of each list one more than the page shows: it only tells that there are more. */
const OF_EACH = DISPATCH_LIST_SIZE + 1;
/** How many notices of a request are looked at; each channel shows its latest. */
const MAX_TOLD = 12;

// In the words of the partial indexes `bookings_unassigned` and `bookings_unanswered`.
const isUnassigned = sql`plumber_id is null and status = 'pending'`;
/** A plumber who suggested another time has answered: the client is asked then. */
const isAsked = sql`status = 'pending' and plumber_id is not null and proposed_by is not 'plumber'`;
const isNotSuspended = sql`not exists (select 1 from users where users.id = plumber_id and suspended_at is not null)`;

/**
 * Selects the ids of bookings that need the office for one reason, at most `limit` (O3): longest wait first, except
 * jobs of suspended plumbers, which come in no order. A booking is in one of the three.
 */
const IDS: Record<DispatchKind, (now: Instant, limit: number) => SQL> = {
  unassigned: (_, limit) => sql`select id from bookings where ${isUnassigned} order by created_at, id limit ${limit}`,
  unanswered: (now, limit) => sql`
    select id from (select id from bookings where ${isAsked} and asked_at <= ${now - UNANSWERED_AFTER} and ${isNotSuspended}
      order by asked_at, id limit ${limit})
    union select id from (select id from bookings where ${isAsked} and starts_at > ${now} and starts_at <= ${now + SOON}
      and asked_at <= ${now - UNANSWERED_AFTER_IF_SOON} and ${isNotSuspended} order by starts_at, id limit ${limit})`,
  // Not a plain join: SQLite would begin with all bookings to come, however many. The index holds only suspended
  // plumbers.
  stranded: (now, limit) => sql`
    select bookings.id from users as gone indexed by users_suspended_plumbers cross join bookings
    where gone.suspended_at is not null and gone.role = 'plumber' and bookings.plumber_id = gone.id and ${isOneOf(sql`bookings.status`, TO_COME_STATUSES)} and bookings.starts_at > ${now - DAY}
    limit ${limit}`,
};

/** The rows `(id)` of the bookings that need the office for this reason, for counting them up to `limit` (O2). */
export const dispatchIds = (kind: DispatchKind, now: Instant, limit: number): SQL => sql`(${IDS[kind](now, limit)})`;

/** What was sent to the present plumber since they were asked. */
const told = sql<ToldNotice[]>`(
  select json_group_array(json_object('channel', channel, 'status', status, 'createdAt', created_at,
    'nextAttemptAt', next_attempt_at, 'sentAt', sent_at, 'deliveredAt', delivered_at, 'seenAt', seen_at))
  from (select * from notices where notices.booking_id = bookings.id and notices.user_id = bookings.plumber_id
    and notices.topic = 'requests' and notices.created_at >= coalesce(bookings.asked_at, 0)
    order by notices.created_at desc limit ${sql.raw(String(MAX_TOLD))}))`.mapWith(
  (rows: string) => JSON.parse(rows) as ToldNotice[],
);

const remindedAt = sql<Instant | null>`(
  select max(at) from audit_log where audit_log.subject_id = bookings.id and audit_log.action = 'plumberReminded'
    and audit_log.at >= coalesce(bookings.asked_at, 0))`;

const selectKind = (db: Database, kind: DispatchKind, now: Instant): Promise<DispatchRow[]> =>
  db
    .select({
      kind: sql<DispatchKind>`${kind}`.as("kind"),
      id: bookings.id,
      reference: bookings.reference,
      status: bookings.status,
      startsAt: bookings.startsAt,
      serviceType: bookings.serviceType,
      notes: bookings.notes,
      suburb: bookings.suburb,
      cityKey: bookings.cityKey,
      createdAt: bookings.createdAt,
      askedAt: bookings.askedAt,
      preferredPlumberId: bookings.preferredPlumberId,
      preferredPlumberName,
      client: { ...nameOf(client), phone: client.phone },
      plumber: { ...nameOf(plumber), phone: plumber.phone },
      suspendedAt: sql<Instant | null>`${plumber.suspendedAt}`.as("plumber_suspended_at"),
      told: told.as("told"),
      remindedAt: remindedAt.as("reminded_at"),
    })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
    .where(sql`${bookings.id} in ${dispatchIds(kind, now, OF_EACH)}`);

/**
 * Lists the bookings that need the office: unassigned requests, unanswered ones, and open bookings of suspended
 * plumbers, or those of one `kind`; visits that begin within two hours first, then longest wait first; at most 50, and
 * whether there are more (O3, O7). For the office alone: with both phones.
 */
export async function listDispatch(
  db: Database,
  now: Instant,
  kind: DispatchKind | null = null,
): Promise<{ rows: DispatchRow[]; hasMore: boolean }> {
  const kinds = kind ? [kind] : DISPATCH_KINDS;
  const lists = await Promise.all(kinds.map((one) => selectKind(db, one, now)));
  const rows = orderDispatch(lists.flat(), now);
  return { rows: rows.slice(0, DISPATCH_LIST_SIZE), hasMore: rows.length > DISPATCH_LIST_SIZE };
}
