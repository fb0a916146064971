import { and, gt, gte, inArray, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { pageTimes } from "~/db/schema";
import { HOUR, type Instant } from "../time/harare";
import { boundOf, hourOf, PAGE_TIMES_KEPT, SLOW_FROM, type HourOfPage, type PageTimes } from "./page-time";

/** More rows than two hours of every route have. */
const MOST_ROWS = 4000;

/** Counts how long a page took, in milliseconds (O23): one write, nothing about who asked. */
export async function countPageTime(db: Database, routeId: string, ms: number, now: Instant): Promise<void> {
  await db
    .insert(pageTimes)
    .values({ hour: hourOf(now), routeId, atMost: boundOf(ms), times: 1 })
    .onConflictDoUpdate({
      target: [pageTimes.hour, pageTimes.routeId, pageTimes.atMost],
      set: { times: sql`times + 1` },
    });
}

/** Lists what was measured in this hour and the last one (O23). */
export const listPageTimes = (db: Database, now: Instant): Promise<PageTimes[]> =>
  db
    .select({ routeId: pageTimes.routeId, atMost: pageTimes.atMost, times: pageTimes.times })
    .from(pageTimes)
    .where(gte(pageTimes.hour, hourOf(now) - HOUR))
    .limit(MOST_ROWS);

/** Lists what was measured in each kept hour of the pages that were slow for somebody in this hour or the last one (O17). */
export const listSlowHours = (db: Database, now: Instant): Promise<HourOfPage[]> => {
  const since = hourOf(now) - HOUR;
  const slow = db
    .selectDistinct({ routeId: pageTimes.routeId })
    .from(pageTimes)
    .where(and(gte(pageTimes.hour, since), gt(pageTimes.atMost, SLOW_FROM)));
  // By name, each is a seek: a range would read every page's hours.
  const hours = Array.from({ length: PAGE_TIMES_KEPT / HOUR }, (_, back) => hourOf(now) - back * HOUR);
  return db
    .select({
      hour: pageTimes.hour,
      routeId: pageTimes.routeId,
      atMost: pageTimes.atMost,
      times: pageTimes.times,
    })
    .from(pageTimes)
    .where(and(inArray(pageTimes.hour, hours), inArray(pageTimes.routeId, slow)))
    .limit(MOST_ROWS);
};
