import { and, asc, eq, gte } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { dailyTallies } from "~/db/schema";
import { addDays, dateAt, mondayOf, type Instant, type LocalDate } from "../time/harare";

export const WEEKS_SHOWN = 8;

export interface WeekFigures {
  monday: LocalDate;
  requested: number;
  confirmed: number;
  completed: number;
  /** Refused or cancelled, by anyone. */
  cancelled: number;
  /** Only for the whole site; 0 for a plumber. */
  signUps: number;
  reviews: number;
  ratingSum: number;
}

/**
 * Lists the figures of the last eight weeks in Harare, this one included, oldest first: a plumber's, or with '' the
 * whole site's.
 */
export async function listWeekFigures(db: Database, plumberId: string, now: Instant): Promise<WeekFigures[]> {
  const first = addDays(mondayOf(dateAt(now)), -7 * (WEEKS_SHOWN - 1));
  const days = await db
    .select()
    .from(dailyTallies)
    .where(and(eq(dailyTallies.plumberId, plumberId), gte(dailyTallies.day, first)))
    .orderBy(asc(dailyTallies.day));
  return Array.from({ length: WEEKS_SHOWN }, (_, week) => {
    const monday = addDays(first, 7 * week);
    const own = days.filter(({ day }) => mondayOf(day) === monday);
    const sum = (
      figure: "requested" | "confirmed" | "completed" | "refused" | "cancelled" | "signUps" | "reviews" | "ratingSum",
    ) => own.reduce((total, day) => total + day[figure], 0);
    return {
      monday,
      requested: sum("requested"),
      confirmed: sum("confirmed"),
      completed: sum("completed"),
      cancelled: sum("refused") + sum("cancelled"),
      signUps: sum("signUps"),
      reviews: sum("reviews"),
      ratingSum: sum("ratingSum"),
    };
  });
}
