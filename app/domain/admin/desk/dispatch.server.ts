import { sql, type SQL } from "drizzle-orm";
import { type Database, isOneOf, readNamed } from "~/db/client.server";
import type { Channel } from "~/db/notice-channels";
import { staticSql } from "~/db/once.server";
import type { Booking } from "../../bookings/booking-views";
import { type BookingStatus, DEFAULT_SERVICE, TO_COME_STATUSES } from "../../bookings/booking";
import { DECIDED_WITHIN, overdueBefore } from "../../bookings/dispute";
import { MISSED_VISIT_CLAIMS } from "../../bookings/job-steps";
import { isStillOpen } from "../../bookings/queries/booking-conditions.server";
import { dateAt, DAY, type Instant, sayWhen, timeAt } from "../../time/harare";
import { CITIES, cityKey } from "../../values/cities";
import { isLate } from "../bookings/admin-bookings.server";
import {
  dayAhead,
  DISPATCH_KINDS,
  DISPATCH_LIST_SIZE,
  FIRST_LIST_SIZE,
  orderByHarm,
  orderDispatch,
  promiseOf,
  UNANSWERED_AHEAD,
  UNANSWERED_AFTER,
  UNANSWERED_AFTER_IF_SOON,
  type DeskKind,
  type DispatchKind,
  DESK_STEPS,
  type ToldNotice,
} from "./dispatch";

const MAX_TOLD = 12;
const MAX_DISPUTES = sql.raw("300");

export const isUnassigned = sql`plumber_id is null and status = 'pending'`;
/** A plumber who suggested another time has answered: the client is asked then. */
const isAsked = sql`status = 'pending' and plumber_id is not null and proposed_by is not 'plumber'`;
const isNotSuspended = sql`not exists (select 1 from users where users.id = plumber_id and suspended_at is not null)`;

/** The condition that the office sees to a request because its plumber hasn't answered (O3), for counting. */
export const isUnanswered = (now: Instant): SQL => sql`${isAsked} and asked_at <= ${now - UNANSWERED_AFTER_IF_SOON}
  and (asked_at <= ${now - UNANSWERED_AFTER} or starts_at > ${now} and starts_at <= ${now + UNANSWERED_AHEAD}) and ${isNotSuspended}`;

/** Open bookings of suspended plumbers. With a plain join SQLite would begin with all bookings to come. */
export const jobsOfSuspended = (
  now: Instant,
): SQL => sql`users as gone indexed by users_suspended_plumbers cross join bookings
  where gone.suspended_at is not null and gone.role = 'plumber' and bookings.plumber_id = gone.id
    and ${isOneOf(sql`bookings.status`, TO_COME_STATUSES)} and bookings.starts_at > ${now - DAY}`;

/**
 * Selects the kind, the id and `since` of the bookings that need the office for a reason, at most `limit`, or twice that where
 * they are ordered both by their start and by their wait (O2, O3).
 */
const DUE = {
  unassigned: (_, limit) =>
    sql`select 'unassigned' as kind, * from (
      select id, created_at as since from (select id, created_at from bookings where ${isUnassigned}
        order by starts_at, id limit ${limit})
      union select id, created_at from (select id, created_at from bookings where ${isUnassigned}
        order by created_at, id limit ${limit}))`,
  unanswered: (now, limit) => sql`select 'unanswered' as kind, * from (
    select * from (select id, asked_at as since from bookings where ${isAsked}
      and asked_at <= ${now - UNANSWERED_AFTER} and ${isNotSuspended} order by asked_at, id limit ${limit})
    union select * from (select id, asked_at from bookings where ${isAsked} and starts_at > ${now}
      and starts_at < ${dayAhead(now, 2)} and asked_at <= iif(starts_at <= ${now + UNANSWERED_AHEAD},
      ${now - UNANSWERED_AFTER_IF_SOON}, ${now - UNANSWERED_AFTER}) and ${isNotSuspended}
      order by starts_at, id limit ${limit}))`,
  suspended: (now, limit) =>
    sql`select 'suspended' as kind, bookings.id, iif(status = 'pending', waiting_since, gone.suspended_at) as since
      from ${jobsOfSuspended(now)} order by status = 'pending', bookings.starts_at, bookings.id limit ${limit}`,
  // A frozen one is listed by its dispute.
  late: (now, limit) =>
    sql`select 'late' as kind, id, starts_at as since from bookings where ${isLate(now)} and frozen_at is null
      order by starts_at, id limit ${limit}`,
  // Two kinds: those about a missed visit, whenever they were opened, and the other ones that are promised by today.
  disputes: (now, limit) => {
    const isMissed = isOneOf(sql`event`, MISSED_VISIT_CLAIMS);
    return sql`select iif(${isMissed}, 'missed', 'promised') as kind, booking_id as id, opened_at as since
      from (select * from disputes where closed_at is null order by opened_at, id limit ${MAX_DISPUTES})
      where ${isMissed} or opened_at < ${overdueBefore(dayAhead(now, 1))} order by ${isMissed} desc, opened_at, booking_id limit ${limit}`;
  },
  open: (now, limit) =>
    sql`select 'open' as kind, id, starts_at as since from bookings where ${isStillOpen(now)} order by starts_at, id limit ${limit}`,
} satisfies Partial<Record<DeskKind | "disputes", (now: Instant, limit: number) => SQL>>;
type Due = keyof typeof DUE;

const told =
  sql.raw(`(select json_group_array(json_object('channel', channel, 'status', status, 'createdAt', created_at,
  'nextAttemptAt', next_attempt_at, 'sentAt', sent_at, 'deliveredAt', delivered_at, 'seenAt', seen_at))
  from (select * from notices where notices.booking_id = bookings.id and notices.user_id = bookings.plumber_id
    and notices.topic = 'requests' and notices.created_at >= coalesce(bookings.asked_at, 0)
    order by notices.created_at desc limit ${MAX_TOLD}))`);

export const remindedAt = sql.raw(`(select max(at) from audit_log where subject_id = bookings.id
  and action = 'plumberReminded' and at >= coalesce(asked_at, 0))`);

const columns = sql`due.*, reference, status, starts_at, service_type, suburb, city_key, on_the_way_at,
  client.first_name || ' ' || client.last_name as client, client.phone as client_phone, plumber.first_name as plumber,
  plumber.last_name as plumber_last, plumber.phone as plumber_phone,
  iif(kind = 'unanswered', ${remindedAt}, null) as reminded_at, preferred_plumber_id,
  (select json_array(first_name, last_name) from users where id = preferred_plumber_id) as preferred`;
const ROW = staticSql(columns);
/** With how the plumber was told. */
const ROW_WITH_NOTICES = staticSql(sql`${columns}, iif(kind = 'unanswered', ${told}, null) as told`);

interface Read {
  kind: DeskKind;
  id: string;
  /**
   * The request, for an unanswered one the asking of its plumber, for a confirmed job of a suspended plumber the
   * suspension (O3); for the other kinds the start, or the opening of the dispute.
   */
  since: Instant;
  reference: string;
  status: BookingStatus;
  startsAt: Instant;
  serviceType: Booking["serviceType"];
  suburb: string | null;
  cityKey: string | null;
  onTheWayAt: Instant | null;
  client: string;
  clientPhone: string | null;
  plumber: string | null;
  plumberLast: string | null;
  plumberPhone: string | null;
  /** JSON of `ToldNotice[]`; absent where nobody asks. */
  told?: string | null;
  remindedAt: Instant | null;
  /** Whom the client asked for: the id, and JSON of the first and last name. */
  preferredPlumberId: string | null;
  preferred: string | null;
}

/**
 * Reads the bookings that need the office for these reasons, at most `limit` of each, as their tables say them. `reached` is whom
 * to call: the plumber who should answer or come, or the client if no one should; both for a visit that fails.
 */
async function readDue(db: Database, row: SQL, reasons: readonly Due[], limit: number, now: Instant) {
  const due = reasons.map((reason) => sql`select * from (${DUE[reason](now, limit)})`);
  // D1 takes five selects of a union at most: they go in two.
  const halves = [due.slice(0, 4), due.slice(4)].filter((half) => half.length > 0);
  const all = halves.map((half) => sql`select * from (${sql.join(half, sql` union all `)})`);
  const rows = await readNamed<Read>(
    db,
    sql`select ${row}
    from (${sql.join(all, sql` union all `)}) as due join bookings on bookings.id = due.id
    join users as client on client.id = client_id left join users as plumber on plumber.id = plumber_id`,
  );
  return rows.map((read) => {
    const { kind, id, since, reference, status, startsAt, remindedAt, client, plumber } = read;
    const isOfPlumber = kind !== "unassigned" && kind !== "suspended";
    const called = [
      { name: `${plumber} ${read.plumberLast}`, phone: isOfPlumber && read.plumberPhone },
      { name: client, phone: kind !== "unanswered" && read.clientPhone },
    ];
    const notices = read.told ? (JSON.parse(read.told) as ToldNotice[]) : undefined;
    const preferred = kind === "unassigned" ? preferredOf(read) : null;
    const told = notices ? describeTold(notices, now) : "";
    const asked = plumber
      ? askedOf(read, plumber, notices, now)
      : preferred
        ? `asked for ${preferred.firstName} ${preferred.lastName}`
        : "Nobody yet";
    return {
      id,
      reference,
      kind,
      status,
      since,
      startsAt,
      remindedAt,
      client,
      asked,
      told: told || null,
      problem: read.serviceType ?? DEFAULT_SERVICE,
      place: placeOf(read.suburb, read.cityKey),
      reached: called.flatMap(({ name, phone }) => (phone ? { name, phone } : [])),
      preferred: preferred && { id: preferred.id, firstName: preferred.firstName },
    };
  });
}

function preferredOf({ preferredPlumberId, preferred }: Read) {
  if (preferredPlumberId === null || preferred === null) return null;
  const [firstName, lastName] = JSON.parse(preferred) as [string, string];
  return { id: preferredPlumberId, firstName, lastName };
}

function placeOf(suburb: string | null, key: string | null): string {
  const city = CITIES.find((one) => cityKey(one) === key) ?? key;
  if (!suburb || !city) return suburb ?? city ?? "";
  return suburb.toLowerCase().includes(city.toLowerCase()) ? suburb : `${suburb}, ${city}`;
}

/** Says why a booking of `plumber` is here: how they were told, and whether it arrived, or what went wrong. */
function askedOf(
  { kind, since, startsAt, onTheWayAt }: Read,
  plumber: string,
  notices: ToldNotice[] | undefined,
  now: Instant,
): string {
  switch (kind) {
    case "late":
      return `${plumber} ${onTheWayAt === null ? "hasn't set off" : "isn't there yet"}`;
    case "missed":
      return `Missed at ${timeAt(startsAt)}`;
    case "promised":
      return since < overdueBefore(now) ? `Not decided within ${DECIDED_WITHIN}` : `Promised ${promiseOf(since, now)}`;
    case "open":
      return `${plumber} hasn't closed it after 24 hours`;
    case "suspended":
      return `${plumber} is suspended`;
    default:
      return notices ? `${plumber}: ${sayIfSeen(notices, now)}` : `${plumber} hasn't answered`;
  }
}

const UNTOLD = ["failed", "not sent"];

/** Says if someone has seen what they were told, when last, or that nothing reached them. */
function sayIfSeen(notices: readonly ToldNotice[], now: Instant): string {
  const seenAt = Math.max(...notices.map((notice) => notice.seenAt ?? 0));
  if (seenAt > 0) return `seen ${dateAt(seenAt) === dateAt(now) ? timeAt(seenAt) : sayWhen(seenAt)}`;
  return notices.every((notice) => UNTOLD.includes(progressOf(notice))) ? "not told" : "not seen";
}

const CHANNEL_WORDS: Partial<Record<Channel, string>> = { whatsapp: "WhatsApp", sms: "SMS" };

const progressOf = ({ status, seenAt, deliveredAt }: ToldNotice) => {
  if (seenAt !== null) return "seen";
  if (deliveredAt !== null) return "delivered";
  if (status === "sent") return "sent";
  if (status === "queued") return "goes out";
  return status === "failed" ? "failed" : "not sent";
};

/**
 * Describes how someone was told, by the latest notice of each channel, newest first: `push delivered 9:12 am; SMS failed 9:20 am`
 * (O3). A dropped one counts only if its channel has no other. Empty: nothing was sent.
 */
export function describeTold(notices: readonly ToldNotice[], now: Instant): string {
  const newestFirst = [...notices].sort((one, other) => other.createdAt - one.createdAt);
  const latest = new Map<Channel, ToldNotice>();
  for (const notice of newestFirst) {
    const other = latest.get(notice.channel);
    if (!other || (progressOf(other) === "not sent" && progressOf(notice) !== "not sent"))
      latest.set(notice.channel, notice);
  }
  return newestFirst
    .filter((notice) => latest.get(notice.channel) === notice)
    .map((notice) => {
      const progress = progressOf(notice);
      const isWaiting = progress === "goes out";
      const at = isWaiting ? Math.max(notice.nextAttemptAt, now) : (notice.sentAt ?? notice.createdAt);
      const when = dateAt(at) === dateAt(now) ? timeAt(at) : sayWhen(at);
      return `${CHANNEL_WORDS[notice.channel] ?? notice.channel} ${progress} ${when}`;
    })
    .join("; ");
}

/**
 * Lists the bookings that need the office, of one `kind` or all: visits that begin within two hours first, then day by
 * day; at most 50, of which who waits the longest is always one, and whether there are more (O3, O7).
 * For the office alone: with both phones.
 */
export async function listDispatch(db: Database, now: Instant, kind: DispatchKind | null = null) {
  const reasons = kind ? [kind] : DISPATCH_KINDS;
  const due = await readDue(db, ROW_WITH_NOTICES, reasons, DISPATCH_LIST_SIZE + 1, now);
  return firstOf(keepLongestWait(orderDispatch(due, now), DISPATCH_LIST_SIZE), DISPATCH_LIST_SIZE);
}

/** Gives the last seat of a list to who waits the longest, if nearer visits fill it: else nobody would ever read of them. */
function keepLongestWait<Row extends { since: Instant }>(rows: Row[], seats: number): Row[] {
  const longest = Math.min(...rows.map(({ since }) => since));
  const place = rows.findIndex(({ since }) => since === longest);
  return place < seats ? rows : rows.toSpliced(place, 1).toSpliced(seats - 1, 0, rows[place]!);
}

/**
 * Lists what the office does first, whatever its kind, by harm (O2): each booking once, at most 12, and whether there are more.
 * Those with the same step follow one another. For the office alone: with both phones.
 */
export async function listFirst(db: Database, now: Instant) {
  const due = await readDue(db, ROW, Object.keys(DUE) as Due[], FIRST_LIST_SIZE + 1, now);
  const { rows, hasMore } = firstOf(orderByHarm(due, now), FIRST_LIST_SIZE);
  return { rows: [...Map.groupBy(rows, ({ kind }) => DESK_STEPS[kind]).values()].flat(), hasMore };
}

const firstOf = (due: Awaited<ReturnType<typeof readDue>>, size: number) => ({
  rows: due.slice(0, size).map(({ status: _, ...row }) => row),
  hasMore: due.length > size,
});
