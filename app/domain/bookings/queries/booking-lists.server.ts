import { and, asc, sql, type SQL, eq } from "drizzle-orm";
import { columnsOf, type Database, firstRow, isOneOf } from "~/db/client.server";
import { once, type ValueOf, readRows } from "~/db/once.server";
import { bookings } from "~/db/schema";
import { addDays, dateAt, DAY, instantOf, type Instant } from "../../time/harare";
import {
  pageByKey,
  parseMarkedCursor,
  listByKey,
  resolveCursor,
  type KeyCursor,
  type ListPart,
  type ListRange,
} from "../../values/lists";
import type { SessionClaims } from "../../values/user";
import { ACCEPTED_STATUSES, isOpen, TO_COME_STATUSES, UNDER_WAY_STATUSES, type BookingFilter } from "../booking";
import { COUNTED } from "../../values/numbers";
import { listBooking, type OnlineStepOf, type ListedRow } from "../next-step/next-step";
import { isCalledOffBooking, isClosedBooking, isOf, isOpenBooking, isUnseen } from "./booking-conditions.server";
import {
  listedFields,
  newestFirst,
  placeOf,
  selectForOverview,
  selectViews,
  selectWithSides,
  soonestFirst,
} from "./booking-views.server";
import type { BookingView } from "../booking-views";
import { refuse, type Refusal } from "../../values/refusal";

export const BOOKINGS_PAGE_SIZE = 15;

const openInOrder = [asc(bookings.openOrder), asc(bookings.id)];

type Owner = SessionClaims & { role: "client" | "plumber" };

/** The closed bookings that a filter shows, after its open ones if it shows those too; null: none. */
const CLOSED: Record<BookingFilter, SQL | null> = {
  all: isClosedBooking,
  upcoming: null,
  past: sql`${bookings.status} = 'completed'`,
  cancelled: isCalledOffBooking,
};
const showsOpen = (filter: BookingFilter) => filter === "all" || filter === "upcoming";

/**
 * A page of what `owner` has (L5): open bookings in order, then the closed ones, newest first. `asked`: on the
 * first page of all, bookings from later pages that ask for something (B30). `cursor` is the `next` of the page before,
 * null at the end; no cursor: the first page. `onlineStepOf` null: no online payments, or a plumber reads.
 */
export async function listOwnBookings(
  db: Database,
  owner: Owner,
  filter: BookingFilter,
  cursor: string | null,
  now: Instant,
  onlineStepOf: OnlineStepOf<ListedRow> | null = null,
) {
  const last = parseMarkedCursor(cursor);
  const from = last ? (last.mark === "past" ? "past" : "ahead") : "start";
  // A cursor of the closed ones, under a filter that shows none.
  if (from === "past" && !CLOSED[filter]) return { bookings: [], asked: [], next: null };
  const values = { owner: owner.id, at: last?.at ?? null, last: last?.id ?? null, now };
  const rows = await readPage(db, values, owner.role, filter, from);
  rows.sort(compareRows);
  // A booking that asks from a later page is no end of this one: the next page would begin behind it.
  const paged = rows.filter(({ isOnPage }) => isOnPage);
  const { shown, next } = pageByKey(
    Object.assign(paged, { lost: rows.lost ?? 0 }),
    BOOKINGS_PAGE_SIZE,
    ({ status, openOrder, startsAt }) => (isOpen(status) ? openOrder : startsAt),
    ({ status }) => (isOpen(status) ? "ahead" : "past"),
  );
  const list = (row: ListedRow) => listBooking(row, owner.role, now, onlineStepOf);
  const others = readsAsked(from, filter) ? rows.filter((row) => !shown.includes(row)).map(list) : [];
  return { bookings: shown.map(list), asked: others.filter(({ step }) => step.isAsked), next };
}

const ONE_MORE = BOOKINGS_PAGE_SIZE + 1;
const ASKED_COUNTED = COUNTED + 1;
type From = "start" | "ahead" | "past";
const readsAsked = (from: From, filter: BookingFilter): boolean => from === "start" && filter === "all";

/** A page of whose list, which part of it, and `from` its start, or after a key of its open or its closed ones. */
const readPage = once(
  (db, value: ValueOf<"owner" | "at" | "last" | "now">, role: Owner["role"], filter: BookingFilter, from: From) => {
    const isOwn = isOf({ id: value("owner"), role });
    const after = sql`(${value("at")}, ${value("last")})`;
    const first = (which: SQL | undefined, order: SQL[]) =>
      sql`select * from (select id from bookings where ${and(isOwn, which)}
        order by ${sql.join(order, sql`, `)} limit ${ONE_MORE})`;
    const ahead = from === "ahead" ? sql`(${bookings.openOrder}, ${bookings.id}) > ${after}` : undefined;
    const past = from === "past" ? sql`(${bookings.startsAt}, ${bookings.id}) < ${after}` : undefined;
    const closed = CLOSED[filter];
    const parts = [
      ...(showsOpen(filter) && from !== "past" ? [first(and(isOpenBooking, ahead), openInOrder)] : []),
      ...(closed ? [first(and(closed, past), newestFirst)] : []),
    ];
    const all = sql`${sql.join(parts, sql` union all `)} limit ${ONE_MORE}`;
    const page = sql`select id, 1 as on_page from (${all})`;
    const asked = sql`select id, 0 as on_page from (select id from bookings
      where ${isOwn} and ${asks(role, value("now"))}${isForOffice[role]} order by not ${isOpenBooking}, open_order limit ${ASKED_COUNTED})`;
    const shown = readsAsked(from, filter)
      ? sql`select id, max(on_page) as on_page from (${page} union all ${asked}) group by id`
      : page;
    const isOnPage = sql<boolean>`listed.on_page`.mapWith(Boolean);
    return selectWithSides(db, { ...listedFields(role, value("now")), isOnPage }).innerJoin(
      sql`(${shown}) as listed`,
      sql`listed.id = ${bookings.id}`,
    );
  },
);

const compareRows = (a: ListedRow, b: ListedRow): number =>
  placeOf(a) - placeOf(b) || ((isOpen(a.status) ? a.id < b.id : a.id > b.id) ? -1 : 1);

/** The numbers of a client's open bookings and of those that lie ahead (B21). */
export async function countOpen(db: Database, client: SessionClaims, now: Instant) {
  const [counts] = await db.all<{ active: number; upcoming: number }>(
    sql`select count(*) active, coalesce(sum(starts_at > ${now}), 0) upcoming from bookings
      where client_id = ${client.id} and ${isOpenBooking}`,
  );
  return counts ?? { active: 0, upcoming: 0 };
}

/** The condition that a booking asks this side for something at `now` (`app/db/asked.ts`). */
export const asks = (side: Owner["role"], now: Instant | SQL) =>
  sql`(${sql.raw(side)}_asked_from <= ${now} or ${sql.raw(side)}_asked_until > ${now})`;

/** Its plumber is suspended, and so isn't coming: our office asks, not the client. */
const needsOtherPlumber = sql`(${isOneOf(sql`status`, TO_COME_STATUSES)}
  and exists (select 1 from users where id = plumber_id and suspended_at is not null))`;

const isForOffice = { client: sql` and not ${needsOtherPlumber}`, plumber: sql`` };

/** The number of bookings that ask their client or plumber for something now (B30), up to one more than menus say. */
export const countAsked = (db: Database, { id, role }: Owner, now: Instant): Promise<number> =>
  db.$count(
    sql`(select 1 from bookings where ${sql.raw(role)}_id = ${id} and ${asks(role, now)}${isForOffice[role]} limit ${ASKED_COUNTED})`,
  );

const OPEN_READ = 40;
export const AT_HAND_SHOWN = 5;

const readOverview = once((db, value: ValueOf<"client" | "now" | "tomorrow">) => {
  const isOwn = isOf({ id: value("client"), role: "client" });
  const first = (limit: number) =>
    sql`select id from bookings where ${isOwn} and ${isOpenBooking} order by open_order, id limit ${limit}`;
  const isToday = sql`(${isOneOf(sql`status`, UNDER_WAY_STATUSES)} or status = 'confirmed'
    and (starts_at < ${value("tomorrow")} or on_the_way_at is not null))`;
  const atHand = sql`(${asks("client", value("now"))} or frozen_at is null and ${needsOtherPlumber}
    or (frozen_at is not null or open_payment is null) and ${isToday})`;
  return selectForOverview(db, value("now")).where(sql`${bookings.id} in (select * from (${first(1)})
    union select * from (select id from bookings where id in (${first(OPEN_READ)}) and ${atHand}
    order by open_order, id limit ${AT_HAND_SHOWN + 2})
    union select * from (select id from bookings where ${isOwn} and status = 'completed' and client_asked_until > ${value("now")}
      order by starts_at desc, id desc limit ${AT_HAND_SHOWN}))`);
});

export type OverviewRow = Awaited<ReturnType<typeof readOverview>>[number];

/**
 * A client's booking that runs or comes first (B21), and others that ask for something or happen today (B30), in the order
 * of lists: of the open ones the first 40 are looked at, then finished jobs of the last 30 days, latest first.
 */
export async function listOverview(db: Database, client: SessionClaims, now: Instant) {
  const tomorrow = instantOf(addDays(dateAt(now), 1), 0);
  const rows = await readOverview(db, { client: client.id, now, tomorrow });
  const sorted = rows.sort((a, b) => placeOf(a) - placeOf(b));
  const next = sorted[0] && isOpen(sorted[0].status) ? sorted[0] : null;
  const others = sorted.filter((row) => row !== next);
  return { next, others: others.slice(0, AT_HAND_SHOWN), hasMore: others.length > AT_HAND_SHOWN };
}

// Lists in the order of the start: what the API has published (L5), and what is unseen. A range's
// `before` is the `next` of the part before, or the id of one of the owner's bookings; else they refuse: `notInList`.

type Views = Promise<ListPart<BookingView> | Refusal<"notInList">>;

const after = ({ at, id }: KeyCursor) => sql`(${bookings.startsAt}, ${bookings.id}) > (${at}, ${id})`;

const before = ({ at, id }: KeyCursor) => sql`(${bookings.startsAt}, ${bookings.id}) < (${at}, ${id})`;

const startOf = ({ startsAt }: { startsAt: Instant }) => startsAt;

function findStart(db: Database, viewer: SessionClaims, id: string): Promise<KeyCursor | null> {
  const start = db.select({ at: bookings.startsAt, id: bookings.id }).from(bookings);
  return firstRow(start.where(and(eq(bookings.id, id), isOf(viewer))));
}

const listByStart =
  (order: "ahead" | "past", which?: SQL) =>
  (db: Database, viewer: SessionClaims, range: ListRange, now: Instant): Views =>
    listByKey<BookingView>(range, {
      find: (id) => findStart(db, viewer, id),
      select: (cursor, limit) => {
        const rest = cursor && (order === "ahead" ? after(cursor) : before(cursor));
        return readByStart(db, viewer, now, order, and(which, rest ?? undefined), limit);
      },
      at: startOf,
    });

/** A client's bookings, newest start first (L5). */
export const listBookingsByStart = listByStart("past");

/** The jobs that a plumber has not yet marked as seen, soonest first (B15). */
export const listUnseenBookings = listByStart("ahead", isUnseen);

const readByStart = (
  db: Database,
  viewer: SessionClaims,
  now: Instant,
  order: "ahead" | "past",
  which: SQL | undefined,
  limit: number,
) =>
  readRows(
    db,
    // A ruling is of the next step, which a program's list does not say.
    selectViews(db, viewer, now, { ruling: sql<null>`null`.as("ruling") })
      .where(and(eq(viewer.role === "plumber" ? bookings.plumberId : bookings.clientId, viewer.id), which))
      .orderBy(...(order === "ahead" ? soonestFirst : newestFirst))
      .limit(limit),
  );

const NOTHING: never[] & { lost?: number } = [];

/**
 * A plumber's jobs: those ahead of `now` soonest first, then the past ones, latest first (L5). The cursor's mark is
 * when the list was begun: that instant separates 'ahead' from 'past' on all later pages.
 */
export async function listJobsByStart(db: Database, plumber: SessionClaims, range: ListRange, now: Instant): Views {
  const found = await resolveCursor(range.before, parseMarkedCursor, async (id) => {
    const start = await findStart(db, plumber, id);
    return start && { ...start, mark: String(now) };
  });
  if (!found.ok) return found;
  const { cursor } = found;
  const begun = Number(cursor?.mark ?? now);
  if (!Number.isInteger(begun)) return refuse("notInList");
  const isAhead = !cursor || cursor.at >= begun;
  const read = (order: "ahead" | "past", which: SQL) => readByStart(db, plumber, now, order, which, range.limit + 1);
  // One bound of the start each: given two, SQLite seeks to `now` and reads every row up to the other.
  const [ahead, past] = await Promise.all([
    isAhead ? read("ahead", cursor ? after(cursor) : sql`${bookings.startsAt} >= ${begun}`) : NOTHING,
    read("past", isAhead ? sql`${bookings.startsAt} < ${begun}` : before(cursor)),
  ]);
  const lost = (ahead.lost ?? 0) + (past.lost ?? 0);
  const { shown, next } = pageByKey(Object.assign([...ahead, ...past], { lost }), range.limit, startOf, () =>
    String(begun),
  );
  return { ok: true, items: shown, next };
}

const MOST_NAMED = 5;
const clientName = sql<string>`(select first_name from users where users.id = client_id)`.as("client_name");

/** Lists the requests that wait for a plumber's answer, the soonest first; with a `reference` that one alone. */
export const listWaitingFor = (db: Database, { id }: SessionClaims, reference: string | null) =>
  db
    .select({ ...columnsOf(bookings, "id", "startsAt", "serviceType"), client: clientName })
    .from(bookings)
    .where(sql`plumber_id = ${id} and status = 'pending' and (${reference} is null or reference = ${reference})`)
    .orderBy(bookings.startsAt)
    .limit(MOST_NAMED);

const PHOTOS_WITHIN = 2 * DAY;

/** Lists a plumber's jobs of these days that a photo may be of, those nearest to now first. */
export const listAtWork = (db: Database, { id }: SessionClaims, now: Instant) =>
  db
    .select({
      ...columnsOf(bookings, "id", "status", "startsAt"),
      client: clientName,
    })
    .from(bookings)
    .where(
      sql`plumber_id = ${id} and ${isOneOf(sql`status`, ACCEPTED_STATUSES)}
        and starts_at between ${now - PHOTOS_WITHIN} and ${now + PHOTOS_WITHIN}`,
    )
    .orderBy(sql`abs(starts_at - ${now})`)
    .limit(MOST_NAMED);
