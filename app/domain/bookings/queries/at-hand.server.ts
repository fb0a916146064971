import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { once, type ValueOf } from "~/db/once.server";
import { bookings } from "~/db/schema";
import { addDays, dateAt, instantOf, type Instant } from "../../time/harare";
import type { SessionClaims } from "../../values/user";
import { isOpen, TO_COME_STATUSES, UNDER_WAY_STATUSES } from "../booking";
import { isOf, isOpenBooking } from "./booking-conditions.server";
import { placeOf, selectForOverview } from "./booking-views.server";

type Side = "client" | "plumber";

/** The condition that a booking asks this side for something at `now` (`app/db/asked.ts`). */
const asks = (side: Side, now: Instant | SQL) =>
  sql`(${sql.raw(side)}_asked_from <= ${now} or ${sql.raw(side)}_asked_until > ${now})`;

/** Its plumber is suspended, and so isn't coming: our office asks, not the client. */
const needsOtherPlumber = sql`(${isOneOf(sql`status`, TO_COME_STATUSES)}
  and exists (select 1 from users where id = plumber_id and suspended_at is not null))`;

const isForOffice = { client: sql` and not ${needsOtherPlumber}`, plumber: sql`` };

/** The number of bookings that ask their client or plumber for something now (B30), up to 100. */
export const countAsked = (db: Database, { id, role }: SessionClaims & { role: Side }, now: Instant): Promise<number> =>
  db.$count(
    sql`(select 1 from bookings where ${sql.raw(role)}_id = ${id} and ${asks(role, now)}${isForOffice[role]} limit 100)`,
  );

const OPEN_READ = 40;
export const AT_HAND_SHOWN = 5;

const readOverview = once((db, value: ValueOf<"client" | "now" | "tomorrow">) => {
  const isOwn = isOf({ id: value("client"), role: "client" });
  const first = (limit: number) =>
    sql`select id from bookings where ${isOwn} and ${isOpenBooking} order by open_order, id limit ${limit}`;
  const isToday = sql`(${isOneOf(sql`status`, UNDER_WAY_STATUSES)} or status = 'confirmed' and (starts_at < ${value("tomorrow")} or on_the_way_at is not null))`;
  const atHand = sql`(${asks("client", value("now"))} or frozen_at is null and (${needsOtherPlumber} or open_payment is null and ${isToday}))`;
  return selectForOverview(db, value("now")).where(sql`${bookings.id} in (select * from (${first(1)})
    union select * from (select id from bookings where id in (${first(OPEN_READ)}) and ${atHand} order by open_order, id limit ${AT_HAND_SHOWN + 1})
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
  return { next, others: sorted.filter((row) => row !== next).slice(0, AT_HAND_SHOWN) };
}
