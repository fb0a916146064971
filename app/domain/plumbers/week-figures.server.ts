import { and, eq, gte, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { dailyTallies } from "~/db/schema";
import { addDays, dateAt, mondayOf, type Instant, type LocalDate } from "../time/harare";

export const WEEKS_SHOWN = 8;

const NOTHING = { requested: 0, confirmed: 0, completed: 0, cancelled: 0, signUps: 0, reviews: 0, ratingSum: 0 };

/** Lists the last eight weeks, oldest first, of a plumber or ('') the site, which alone has `signUps`. */
export async function listWeekFigures(db: Database, plumberId: string, now: Instant) {
  const first = addDays(mondayOf(dateAt(now)), -7 * (WEEKS_SHOWN - 1));
  // From a Sunday, or the next one, back to its week's Monday.
  const monday = sql<LocalDate>`date(${dailyTallies.day}, 'weekday 0', '-6 days')`;
  const sum = (column: string) => sql<number>`sum(${sql.raw(column)})`.as(`${column}_of_week`);
  const weeks = await db
    .select({
      monday: monday.as("monday"),
      requested: sum("requested"),
      confirmed: sum("confirmed"),
      completed: sum("completed"),
      cancelled: sql<number>`sum(refused + cancelled)`.as("cancelled_of_week"),
      signUps: sum("sign_ups"),
      reviews: sum("reviews"),
      ratingSum: sum("rating_sum"),
    })
    .from(dailyTallies)
    .where(and(eq(dailyTallies.plumberId, plumberId), gte(dailyTallies.day, first)))
    .groupBy(monday);
  return Array.from({ length: WEEKS_SHOWN }, (_, week) => {
    const monday = addDays(first, 7 * week);
    return weeks.find((figures) => figures.monday === monday) ?? { monday, ...NOTHING };
  });
}
