import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { readRows } from "~/db/readable-rows.server";
import { bookings } from "~/db/schema";
import type { Instant } from "../../time/harare";
import {
  listByKey,
  pageByKey,
  parseMarkedCursor,
  resolveCursor,
  type KeyCursor,
  type ListPart,
  type ListRange,
} from "../../values/key-cursor";
import { refuse, type Refusal } from "../../values/refusal";
import type { SessionClaims } from "../../values/user";
import type { BookingView } from "../booking";
import { isOf } from "./booking-conditions.server";
import { newestFirst, selectViews, soonestFirst } from "./booking-views.server";

// Lists in the order of the start: what the API has published (L5), and what is unseen. A range's
// `before` is the `next` of the part before, or the id of one of the owner's bookings; else they refuse: `notInList`.

type Views = Promise<ListPart<BookingView> | Refusal<"notInList">>;

const after = ({ at, id }: KeyCursor) => sql`(${bookings.startsAt}, ${bookings.id}) > (${at}, ${id})`;
const before = ({ at, id }: KeyCursor) => sql`(${bookings.startsAt}, ${bookings.id}) < (${at}, ${id})`;
const startOf = ({ startsAt }: { startsAt: Instant }) => startsAt;

/** The cursor of a booking in its viewer's lists by start; null when it is not theirs. */
async function findStart(db: Database, viewer: SessionClaims, id: string): Promise<KeyCursor | null> {
  const [row] = await db
    .select({ at: bookings.startsAt, id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.id, id), isOf(viewer)));
  return row ?? null;
}

/** A client's bookings, newest start first (L5). */
export const listBookingsByStart = (db: Database, client: SessionClaims, range: ListRange, now: Instant): Views =>
  listByKey<BookingView>(range, {
    find: (id) => findStart(db, client, id),
    select: (cursor, limit) => readByStart(db, client, now, "past", cursor && before(cursor), limit),
    at: startOf,
  });

/** The jobs that a plumber has not yet marked as seen, soonest first (B15). */
export const listUnseenBookings = (db: Database, plumber: SessionClaims, range: ListRange, now: Instant): Views =>
  listByKey<BookingView>(range, {
    find: (id) => findStart(db, plumber, id),
    select: (cursor, limit) =>
      readByStart(db, plumber, now, "ahead", and(isNull(bookings.seenAt), cursor ? after(cursor) : undefined), limit),
    at: startOf,
  });

const readByStart = (
  db: Database,
  viewer: SessionClaims,
  now: Instant,
  order: "ahead" | "past",
  which: SQL | null | undefined,
  limit: number,
) =>
  readRows(
    db,
    selectViews(db, viewer, now, {})
      .where(and(isOf(viewer), which ?? undefined))
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
