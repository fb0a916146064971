import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isOpen, type BookingStatus } from "../bookings/booking";
import type { BookingEventName } from "../bookings/booking-event";
import { MINUTE } from "../time/harare";
import type { PlumberStats } from "./plumber-stats";

/** How many of a plumber's latest jobs the figures cover (O15). */
const JOBS_LOOKED_AT = 100;

interface LatestJob {
  status: BookingStatus;
  askedAt: number | null;
  /** In the order in which they happened. */
  events: { event: BookingEventName; at: number; actorId: string | null; actorRole: string | null }[];
}

/** Computes a plumber's figures for the office from their latest 100 jobs (O15). */
export async function findPlumberStats(db: Database, plumberId: string): Promise<PlumberStats> {
  const jobs = (
    await db.all<Omit<LatestJob, "events"> & { events: string }>(sql`
      select status, asked_at as askedAt, (
        select json_group_array(json_object('event', event, 'at', at, 'actorId', actor_id, 'actorRole', actor_role) order by at)
        from booking_events where booking_id = bookings.id
      ) as events
      from bookings where plumber_id = ${plumberId}
      order by starts_at desc, id desc limit ${sql.raw(String(JOBS_LOOKED_AT))}`)
  ).map((job) => ({ ...job, events: JSON.parse(job.events) as LatestJob["events"] }));
  const answers = jobs.flatMap((job) => answerOf(job, plumberId) ?? []);
  const waits = answers
    .flatMap(({ event, at, askedAt }) =>
      event === "expire" || askedAt === null || at < askedAt ? [] : [(at - askedAt) / MINUTE],
    )
    .sort((a, b) => a - b);
  const counted = jobs.filter(
    ({ status, events }) =>
      !isOpen(status) && !events.some(({ event, actorRole }) => event === "cancel" && actorRole === "client"),
  );
  const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 100));
  return {
    acceptance: percent(answers.filter(({ event }) => event === "confirm").length, answers.length),
    minutesToAnswer: median(waits),
    completionWithoutClients: percent(counted.filter(({ status }) => status === "completed").length, counted.length),
  };
}

/** How the plumber answered a request, or that it expired; and since when it had waited for them. Null while open. */
function answerOf({ askedAt, events }: LatestJob, plumberId: string) {
  const answer = events.find(
    ({ event, actorId }) =>
      event === "expire" || ((event === "confirm" || event === "refuse") && actorId === plumberId),
  );
  const asked = events.findLast(({ event }) => event === "request" || event === "assign");
  return answer ? { ...answer, askedAt: askedAt ?? asked?.at ?? null } : null;
}

function median(sorted: number[]): number | null {
  if (sorted.length === 0) return null;
  const middle = Math.floor(sorted.length / 2);
  return Math.round(sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2);
}
