import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { SessionClaims } from "../../values/user";
import type { Instant } from "../../time/harare";
import {
  resolveCursor,
  pageByKey,
  parseKeyCursor,
  type KeyCursor,
  type ListPart,
  type ListRange,
} from "../../values/key-cursor";
import type { Refusal } from "../../values/refusal";
import { sharesPhones, type Booking, type Participant } from "../booking";
import { completedAt } from "./booking-columns.server";
import { isOf } from "./booking-conditions.server";
import { withContacts } from "./booking-details.server";

/** A side of a booking: `phone` and `email` are null where the viewer may not see them (B18). */
export interface KnownParticipant extends Participant {
  phone: string | null;
  email: string | null;
}

/** A booking as one of its people, or the desk, may know it: what API clients are shown. */
export interface BookingView extends Booking {
  client: KnownParticipant;
  plumber: KnownParticipant | null;
}

type Records = Promise<ListPart<BookingView> | Refusal<"notInList">>;

const select = (db: Database) => withContacts(db, { completedAt });
type Row = Awaited<ReturnType<typeof select>>[number];

/** The two sides see each other's phone while they share it, the desk sees everything. */
function asSeenBy(viewer: SessionClaims, { completedAt, ...booking }: Row, now: Instant): BookingView {
  if (viewer.role === "admin") return booking;
  const shares = sharesPhones(booking.status, completedAt, now);
  const known = (participant: KnownParticipant): KnownParticipant => ({
    ...participant,
    email: null,
    phone: shares || participant.id === viewer.id ? participant.phone : null,
  });
  return { ...booking, client: known(booking.client), plumber: booking.plumber && known(booking.plumber) };
}

/** The booking with this id, if it is the viewer's or the viewer an admin; else null. */
export async function findBookingView(
  db: Database,
  viewer: SessionClaims,
  id: string,
  now: Instant,
): Promise<BookingView | null> {
  const [row] = await select(db).where(and(eq(bookings.id, id), isOf(viewer)));
  return row ? asSeenBy(viewer, row, now) : null;
}

const newestFirst = [desc(bookings.startsAt), desc(bookings.id)];
const soonestFirst = [asc(bookings.startsAt), asc(bookings.id)];
const after = ({ at, id }: KeyCursor) => sql`(${bookings.startsAt}, ${bookings.id}) > (${at}, ${id})`;
const before = ({ at, id }: KeyCursor) => sql`(${bookings.startsAt}, ${bookings.id}) < (${at}, ${id})`;

/** Where a viewer's booking stands in lists by start; null when it is not theirs. */
async function findStart(db: Database, viewer: SessionClaims, id: string): Promise<KeyCursor | null> {
  const [row] = await db
    .select({ at: bookings.startsAt, id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.id, id), isOf(viewer)));
  return row ?? null;
}

/** A client's bookings, newest start first. */
export async function listBookingViewsOfClient(
  db: Database,
  client: SessionClaims,
  range: ListRange,
  now: Instant,
): Records {
  const found = await resolveCursor(range.before, parseKeyCursor, (id) => findStart(db, client, id));
  if (!found.ok) return found;
  const rows = await select(db)
    .where(and(eq(bookings.clientId, client.id), found.cursor ? before(found.cursor) : undefined))
    .orderBy(...newestFirst)
    .limit(range.limit + 1);
  return part(client, rows, range.limit, now);
}

/** A cursor in a plumber's jobs: `asOf` is when the list was begun, which is where 'ahead' ends and 'past' begins. */
interface JobsCursor extends KeyCursor {
  asOf: Instant;
}

function parseJobsCursor(text: string): JobsCursor | null {
  const match = /^(.+)\.(\d{1,15})$/.exec(text);
  const key = parseKeyCursor(match?.[1] ?? null);
  return key && { ...key, asOf: Number(match?.[2]) };
}

/** A plumber's jobs: those ahead of `now` soonest first, then the past ones, latest first (L5). */
export async function listBookingViewsOfPlumber(
  db: Database,
  plumber: SessionClaims,
  range: ListRange,
  now: Instant,
): Records {
  const found = await resolveCursor(range.before, parseJobsCursor, async (id) => {
    const start = await findStart(db, plumber, id);
    return start && { ...start, asOf: now };
  });
  if (!found.ok) return found;
  const { cursor } = found;
  const asOf = cursor?.asOf ?? now;
  const isAhead = !cursor || cursor.at >= asOf;
  const own = eq(bookings.plumberId, plumber.id);
  // One bound of the start each: given two, SQLite seeks to `now` and reads every row up to the other.
  const [ahead, past] = await Promise.all([
    isAhead
      ? select(db)
          .where(and(own, cursor ? after(cursor) : sql`${bookings.startsAt} >= ${asOf}`))
          .orderBy(...soonestFirst)
          .limit(range.limit + 1)
      : [],
    select(db)
      .where(and(own, isAhead ? sql`${bookings.startsAt} < ${asOf}` : before(cursor)))
      .orderBy(...newestFirst)
      .limit(range.limit + 1),
  ]);
  const { next, ...rest } = part(plumber, [...ahead, ...past], range.limit, now);
  return { ...rest, next: next && `${next}.${asOf}` };
}

/** What a plumber has not yet marked as seen, soonest first (B15). */
export async function listUnseenBookingViews(
  db: Database,
  plumber: SessionClaims,
  range: ListRange,
  now: Instant,
): Records {
  const found = await resolveCursor(range.before, parseKeyCursor, (id) => findStart(db, plumber, id));
  if (!found.ok) return found;
  const rows = await select(db)
    .where(
      and(
        eq(bookings.plumberId, plumber.id),
        sql`${bookings.seenAt} is null`,
        found.cursor ? after(found.cursor) : undefined,
      ),
    )
    .orderBy(...soonestFirst)
    .limit(range.limit + 1);
  return part(plumber, rows, range.limit, now);
}

function part(viewer: SessionClaims, rows: Row[], limit: number, now: Instant): ListPart<BookingView> {
  const { shown, next } = pageByKey(rows, limit, ({ startsAt }) => startsAt);
  return { ok: true, items: shown.map((row) => asSeenBy(viewer, row, now)), next };
}
