import { sql, type SQL } from "drizzle-orm";
import { OPEN_ONLINE_STATUSES } from "~/db/money-words";
import type { SentChannel } from "~/db/notice-channels";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { isToSend } from "~/db/schema";
import { findLargeSince, readDatabaseSize } from "../health/database-size.server";
import { DAY, HOUR, type Instant } from "../time/harare";
import { MOST_COUNTED, PAYMENT_OPEN_TOO_LONG, SWEEP_LATE, type Backlog, type SystemHealth } from "./system-health";

/** Those that only grow: the highest row number is how many there are, give or take what was deleted. */
const TABLES = { users: "Accounts", bookings: "bookings", messages: "messages", audit_log: "log entries" };

/**
 * Reads how the system is (O23). Counts stop at 100, and tables are never counted: their highest row number is read.
 */
export async function readSystemHealth(db: Database, now: Instant): Promise<SystemHealth> {
  const backlog = async (rows: SQL): Promise<Backlog> => {
    const [row] = await db.all<Backlog>(
      sql`select count(*) as count, min(since) as since from (select created_at as since from ${rows} order by created_at limit ${sql.raw(String(MOST_COUNTED))})`,
    );
    return row ?? { count: 0, since: null };
  };
  const highest = Object.entries(TABLES).map(
    ([table, name]) => sql`select ${name} as "table", coalesce(max(rowid), 0) as count from ${sql.identifier(table)}`,
  );
  const [[oldest], failedNotices, openPayments, paymentsToReview, photosToSweep, [failures], rows, size, largeSince] =
    await Promise.all([
      db.all<{ at: Instant }>(
        sql`select next_attempt_at as at from notices indexed by notices_queued where ${isToSend} order by next_attempt_at limit 1`,
      ),
      db.all<Backlog & { channel: SentChannel }>(
        sql`select channel, count(*) as count, min(created_at) as since from (select channel, created_at from notices
          where status = 'failed' order by created_at limit ${sql.raw(String(MOST_COUNTED))}) group by channel`,
      ),
      backlog(
        sql`online_payments where ${isOneOf(sql`status`, OPEN_ONLINE_STATUSES)} and created_at <= ${now - PAYMENT_OPEN_TOO_LONG}`,
      ),
      backlog(sql`online_payments where review is not null and reviewed_by is null`),
      backlog(sql`staged_photos where created_at <= ${now - DAY - SWEEP_LATE}`),
      // From error to error, each the earliest of the hour before the last one: two steps for an hour at most.
      db.all<SystemHealth["failures"]>(
        sql`select (select count(*) from failures where at > ${now - HOUR}) as count, latest, since from (
          with recursive spell(at) as (
            select max(at) from failures where at > ${now - HOUR}
            union all
            select (select min(at) from failures where at >= spell.at - ${HOUR} and at < spell.at) from spell
            where spell.at is not null)
          select max(at) as latest, min(at) as since from spell) as spell`,
      ),
      db.all<{ table: string; count: number }>(sql.join(highest, sql` union all `)),
      readDatabaseSize(db),
      findLargeSince(db),
    ]);
  return {
    oldestNotice: oldest?.at ?? null,
    failedNotices,
    openPayments,
    paymentsToReview,
    photosToSweep,
    failures: failures ?? { count: 0, latest: null, since: null },
    size,
    largeSince,
    rows,
  };
}
