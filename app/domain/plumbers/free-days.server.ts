import { sql, type SQL } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { NEVER_FREE, freeDays } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { addDays, DAY, dateAt, instantOf, type Instant, type LocalDate } from "../time/harare";
import { SLOT_DAYS, startBits, STARTS_OF_A_DAY, startsOn } from "../time/slots";

/** The distance between the orders of two successive days. */
const DAY_ORDER = 2 ** 22;

/** A free start as one number in order of time: what `free_order` holds. `bit` is the start's alone. */
const orderOf = (day: LocalDate, bit: number) => (Date.parse(day) / DAY) * DAY_ORDER + bit;

/** The start that an order encodes; null for the order that means no start. */
function startOf(order: number): Instant | null {
  if (order >= NEVER_FREE) return null;
  const date = new Date(Math.floor(order / DAY_ORDER) * DAY).toISOString().slice(0, 10);
  return instantOf(date, STARTS_OF_A_DAY[31 - Math.clz32(order % DAY_ORDER)]!);
}

/** What is still offered of a day at `now`, as bits. */
const offeredBits = (day: LocalDate, now: Instant) => startBits(startsOn(day, now));

/** The condition over `plumber_profiles` that they have a free start on a day which is still offered at `now`. */
export const isFreeOn = (day: LocalDate, now: Instant): SQL =>
  sql`exists (select 1 from free_days where plumber_id = plumber_profiles.user_id and day = ${day} and starts & ${offeredBits(day, now)})`;

/**
 * The next free start as a column of a query over `plumber_profiles` (D8): of the week that begins at `now`, or of one
 * of its days. Null: none. No start that has gone by: where the stored one has, the days are looked at.
 */
export function nextFreeColumn(now: Instant, day: LocalDate | null = null): SQL<Instant | null> {
  const today = dateAt(now);
  const offered = offeredBits(today, now);
  const first = offered === 0 ? orderOf(addDays(today, 1), 1) : orderOf(today, offered & -offered);
  const bits = sql`(starts & iif(day = ${today}, ${offered}, -1))`;
  const ofDays = (condition: SQL) => sql`coalesce((
    select strftime('%s', day) / 86400 * ${sql.raw(String(DAY_ORDER))} + (${bits} & -${bits}) from free_days
    where plumber_id = plumber_profiles.user_id and ${condition} and ${bits} > 0 order by day limit 1), ${sql.raw(String(NEVER_FREE))})`;
  const order = day
    ? ofDays(sql`day = ${day}`)
    : sql`iif(plumber_profiles.free_order >= ${first}, plumber_profiles.free_order, ${ofDays(sql`day >= ${today}`)})`;
  return sql`${order}`.mapWith(startOf);
}

/** Days per statement and statements per run, at most: 20,000 days a minute. */
const DAYS_A_STATEMENT = 1000;
const MOST_STATEMENTS = 20;

/**
 * Moves the stored free starts on with time (D23): days that are over become the same weekday a week later, which
 * triggers recount, and today's starts that are no longer offered go. Readers skip starts that have passed, so a late
 * run only ranks someone too high among the soonest.
 */
export async function passFreeStarts({ db, now }: Pick<DomainContext, "db" | "now">): Promise<void> {
  const today = dateAt(now);
  const last = addDays(today, SLOT_DAYS - 1);
  const offered = offeredBits(today, now);
  const firstOffered = offered === 0 ? 1 << STARTS_OF_A_DAY.length : offered & -offered;
  for (let round = 0; round < MOST_STATEMENTS; round++) {
    const { rolled, passed } = await batch(db, {
      rolled: db
        .update(freeDays)
        .set({
          day: sql`date(${today}, ((cast(julianday(day) - julianday(${today}) as integer) % 7 + 7) % 7) || ' days')`,
        })
        .where(
          sql`rowid in (select rowid from free_days where day < ${today} union all select rowid from free_days where day > ${last} limit ${DAYS_A_STATEMENT})`,
        ),
      passed: db
        .update(freeDays)
        .set({ starts: sql`starts & ${offered}` })
        .where(
          sql`rowid in (select rowid from free_days where day = ${today} and first_start > 0 and first_start < ${firstOffered} limit ${DAYS_A_STATEMENT})`,
        ),
    });
    // Triggers' changes count too: fewer means that nothing was left.
    if (rolled.meta.changes < DAYS_A_STATEMENT && passed.meta.changes < DAYS_A_STATEMENT) return;
  }
}
