import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isOpen, type BookingStatus } from "../bookings/booking";
import type { PlumberStats } from "./plumber-stats";

/** How many of a plumber's latest jobs the figures cover (O15). */
export const JOBS_LOOKED_AT = 100;

/** Computes a plumber's figures for the office from their latest 100 jobs (O15). */
export async function findPlumberStats(db: Database, plumberId: string): Promise<PlumberStats> {
  const rows = await db.all<{
    status: BookingStatus;
    asked: number;
    answered: number | null;
    answer: string | null;
    cancelledByClient: number;
  }>(sql`
    select job.status as status,
      coalesce(job.asked_at, (select max(at) from booking_events as e where e.booking_id = job.id and e.event in ('request', 'assign'))) as asked,
      (select at from booking_events as e where e.booking_id = job.id and e.event in ('confirm', 'refuse') and e.actor_id = ${plumberId} order by at limit 1) as answered,
      (select event from booking_events as e where e.booking_id = job.id and (e.event = 'expire' or (e.event in ('confirm', 'refuse') and e.actor_id = ${plumberId})) order by at limit 1) as answer,
      exists (select 1 from booking_events as e where e.booking_id = job.id and e.event = 'cancel' and e.actor_role = 'client') as cancelledByClient
    from (select id, status, asked_at from bookings where plumber_id = ${plumberId} order by starts_at desc, id desc limit ${sql.raw(String(JOBS_LOOKED_AT))}) as job`);
  const answers = rows.filter(({ answer }) => answer !== null);
  const waits = rows
    .flatMap(({ asked, answered }) => (answered === null || answered < asked ? [] : [(answered - asked) / 60_000]))
    .sort((a, b) => a - b);
  const counted = rows.filter(({ status, cancelledByClient }) => !cancelledByClient && !isOpen(status));
  const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 100));
  return {
    acceptance: percent(answers.filter(({ answer }) => answer === "confirm").length, answers.length),
    minutesToAnswer: median(waits),
    completionWithoutClients: percent(counted.filter(({ status }) => status === "completed").length, counted.length),
  };
}

function median(sorted: number[]): number | null {
  if (sorted.length === 0) return null;
  const middle = Math.floor(sorted.length / 2);
  return Math.round(sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2);
}
