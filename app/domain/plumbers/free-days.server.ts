import { sql, type SQL } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { freeDays } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { addDays, dateAt, instantOf, type Instant, type LocalDate } from "../time/harare";
import { SLOT_DAYS, startBits, STARTS_OF_A_DAY, startsOn } from "../time/slots";

/** The starts of a day that are still offered at `now`, as bits. */
const offeredBits = (day: LocalDate, now: Instant) => startBits(startsOn(day, now));

/** The condition over a row of `free_days` that one of its starts is still offered at `now`. */
export const isFreeOn = (day: LocalDate, now: Instant): SQL => sql`(coalesce(starts, 0) & ${offeredBits(day, now)})`;

/**
 * The next free start as a column of a query over `plumber_profiles` (D8), of the week from `now` or of one of its
 * days; null: none. Starts that have gone by don't count, though the schedule may not have run.
 */
export function nextFreeColumn(now: Instant, day: LocalDate | null = null): SQL<Instant | null> {
  const today = dateAt(now);
  const starts = sql`(starts & iif(day = ${today}, ${offeredBits(today, now)}, -1))`;
  return sql`(select day || ' ' || ${starts} from free_days
    where plumber_id = plumber_profiles.user_id and ${day ? sql`day = ${day}` : sql`day >= ${today}`} and ${starts} > 0
    order by day limit 1)`.mapWith((text: string) => {
    const [date, bits] = text.split(" ") as [LocalDate, string];
    return instantOf(
      date,
      STARTS_OF_A_DAY.find((_, slot) => Number(bits) & (1 << slot))!,
    );
  });
}

/** Days per statement and statements per run, at most: 20,000 days a minute. */
const DAYS_A_STATEMENT = 1000;
const MOST_STATEMENTS = 20;

/**
 * Moves the stored free starts on with time (D23): days that are over become the same weekday a week later, and today's
 * starts that are no longer offered go. Readers skip those, so a late run only ranks someone too high.
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
