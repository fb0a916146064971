import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { Viewer } from "../accounts/user";
import type { Instant } from "../time/harare";
import type { ListRange } from "../values/key-cursor";
import { sharesPhones, type Booking, type Party } from "./booking";
import { completedAt, isOf } from "./booking-columns.server";
import { withContacts } from "./booking-details.server";

/** A side of a booking: `phone` and `email` are null where the viewer may not see them (product.md 12). */
export interface KnownParty extends Party {
  phone: string | null;
  email: string | null;
}

/** A booking as one of its people, or the desk, may know it: what API clients are shown. */
export interface BookingRecord extends Booking {
  client: KnownParty;
  plumber: KnownParty | null;
}

export interface BookingRecords {
  bookings: BookingRecord[];
  hasMore: boolean;
}

const select = (db: Database) => withContacts(db, { completedAt });
type Row = Awaited<ReturnType<typeof select>>[number];

/** The two sides see each other's phone while they share it, the desk sees everything. */
function asSeenBy(viewer: Viewer, { completedAt, ...booking }: Row, now: Instant): BookingRecord {
  if (viewer.role === "admin") return booking;
  const shares = sharesPhones(booking.status, completedAt, now);
  const known = (party: KnownParty): KnownParty => ({ ...party, email: null, phone: shares || party.id === viewer.id ? party.phone : null });
  return { ...booking, client: known(booking.client), plumber: booking.plumber && known(booking.plumber) };
}

/** The booking with this id, if it is the viewer's or the viewer an admin; else null. */
export async function findBookingRecord(db: Database, viewer: Viewer, id: string, now: Instant): Promise<BookingRecord | null> {
  const [row] = await select(db).where(and(eq(bookings.id, id), isOf(viewer)));
  return row ? asSeenBy(viewer, row, now) : null;
}

const newestFirst = [desc(bookings.startsAt), desc(bookings.id)];
const soonestFirst = [asc(bookings.startsAt), asc(bookings.id)];
/** The booking that a part of the list follows, if it is the viewer's: no start of somebody else's can be felt out by it. */
const oneOf = (id: string, viewer: Viewer) => sql`bookings as one where one.id = ${id} and ${viewer.id} in (one.client_id, one.plumber_id)`;
// A select for each part of the key: of one that gives both, SQLite would use the first alone.
const later = (id: string, viewer: Viewer) => sql`(${bookings.startsAt}, ${bookings.id}) > ((select one.starts_at from ${oneOf(id, viewer)}), ${id})`;
const earlier = (id: string, viewer: Viewer) => sql`(${bookings.startsAt}, ${bookings.id}) < ((select one.starts_at from ${oneOf(id, viewer)}), ${id})`;

/** A client's bookings, newest start first. */
export async function listRecordsOfClient(db: Database, client: Viewer, { before, limit }: ListRange, now: Instant): Promise<BookingRecords> {
  const rows = await select(db)
    .where(and(eq(bookings.clientId, client.id), before === null ? undefined : earlier(before, client)))
    .orderBy(...newestFirst)
    .limit(limit + 1);
  return page(client, rows, limit, now);
}

/** A plumber's jobs: those ahead of `now` soonest first, then the past ones, latest first (product.md, Order of lists). */
export async function listRecordsOfPlumber(db: Database, plumber: Viewer, { before, limit }: ListRange, now: Instant): Promise<BookingRecords> {
  // One bound of the start each: given two, SQLite seeks to `now` and reads every row up to the other.
  const ahead =
    before === null
      ? sql`${bookings.startsAt} >= ${now}`
      : and(later(before, plumber), sql`exists (select 1 from ${oneOf(before, plumber)} and one.starts_at >= ${now})`);
  // All of the past follows whatever is ahead.
  const past =
    before === null
      ? sql`${bookings.startsAt} < ${now}`
      : sql`(${bookings.startsAt}, ${bookings.id}) < ((select min(one.starts_at, ${now}) from ${oneOf(before, plumber)}), (select iif(one.starts_at >= ${now}, '', one.id) from ${oneOf(before, plumber)}))`;
  const own = eq(bookings.plumberId, plumber.id);
  const parts = await Promise.all([
    select(db).where(and(own, ahead)).orderBy(...soonestFirst).limit(limit + 1),
    select(db).where(and(own, past)).orderBy(...newestFirst).limit(limit + 1),
  ]);
  return page(plumber, parts.flat(), limit, now);
}

/** What a plumber has not yet marked as seen, soonest first (spec 2.7.5). */
export async function listUnseenRecords(db: Database, plumber: Viewer, { before, limit }: ListRange, now: Instant): Promise<BookingRecords> {
  const rows = await select(db)
    .where(and(eq(bookings.plumberId, plumber.id), sql`${bookings.seenAt} is null`, before === null ? undefined : later(before, plumber)))
    .orderBy(...soonestFirst)
    .limit(limit + 1);
  return page(plumber, rows, limit, now);
}

function page(viewer: Viewer, rows: Row[], limit: number, now: Instant): BookingRecords {
  return { bookings: rows.slice(0, limit).map((row) => asSeenBy(viewer, row, now)), hasMore: rows.length > limit };
}
