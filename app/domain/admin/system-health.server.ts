import { sql } from "drizzle-orm";
import { dialect } from "~/db/dialect";
import { staticSql } from "~/db/once.server";
import { isOneOf } from "~/db/columns";
import { isToSend } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { CHECK_OVERDUE, isSound, LEDGER, parseCheck, type LastCheck } from "../ledger/ledger-health.server";
import { isBudgeted, listBudgets } from "../notices/budgets.server";
import { CHANNEL_NAMES } from "../notices/channel-names";
import { PAYOUTS_STOPPED } from "../payouts/payout-stop.server";
import { CRON, CRON_LATE, LARGE, parseCronRun } from "../settings/heartbeats.server";
import type { Instant } from "../time/harare";
import {
  budgetLine,
  cronLine,
  databaseLine,
  type HealthLine,
  ledgerLine,
  MOST_COUNTED,
  noticeLines,
  payoutStopLine,
  type SystemHealth,
} from "./system-health";

/** Written once: every page of the office asks it. */
const QUERY = dialect.sqlToQuery(
  staticSql(sql`select (select json_group_object(name, json_array(updated_at, value)) from heartbeats
    where ${isOneOf(sql`name`, [CRON, LARGE, LEDGER])}) as beats,
  (select json_array(updated_at, value) from settings where ${isOneOf(sql`name`, [PAYOUTS_STOPPED])}) as stop,
  (select next_attempt_at from notices indexed by notices_queued where ${isToSend} order by next_attempt_at limit 1) as oldest,
  (select json_group_array(json_object('channel', channel, 'count', number, 'since', since)) from (
    select channel, count(*) as number, min(created_at) as since from (select channel, created_at from notices
      where status = 'failed' order by created_at limit ${sql.raw(String(MOST_COUNTED))}) group by channel)) as failed`),
).sql;

type Kept = [at: Instant, value: string];
interface Read {
  beats: string;
  stop: string | null;
  oldest: Instant | null;
  failed: string;
}

/**
 * Reads how the system is, a line for each subject, and the ledger's last check (O17): for the System page, and for the count
 * beside it in the menu. Failed notices are counted up to 100.
 */
export async function readHealth({ db, now, channels }: Pick<DomainContext, "db" | "now" | "channels">): Promise<{
  lines: HealthLine[];
  ledger: LastCheck | null;
  failedNotices: number;
}> {
  const [{ results, meta }, budgets] = await Promise.all([
    db.$client.prepare(QUERY).all<Read>(),
    channels.some(isBudgeted) ? listBudgets(db, now) : [],
  ]);
  const [row] = results;
  if (!row) throw new Error("The system's health has no row.");
  const { [CRON]: cron, [LARGE]: large, [LEDGER]: check } = JSON.parse(row.beats) as Partial<Record<string, Kept>>;
  const stop = row.stop === null ? null : (JSON.parse(row.stop) as Kept);
  const ledger = check ? parseCheck(...check) : null;
  const health: SystemHealth = {
    oldestNotice: row.oldest,
    failedNotices: JSON.parse(row.failed) as SystemHealth["failedNotices"],
    size: meta.size_after ?? null,
    largeSince: large?.[0] ?? null,
  };
  const lines = [
    cronLine(cron ? parseCronRun(...cron) : null, CRON_LATE, now),
    databaseLine(health),
    ...noticeLines(health, CHANNEL_NAMES, now),
    ledgerLine(ledger && { ...ledger, isSound: isSound(ledger) }, CHECK_OVERDUE, now),
    ...(stop ? [payoutStopLine({ since: stop[0], reason: stop[1] })] : []),
    ...budgets
      .filter(({ channel }) => channels.includes(channel))
      .map((budget) => budgetLine(CHANNEL_NAMES[budget.channel], budget)),
  ];
  const failedNotices = health.failedNotices.reduce((sum, { count }) => sum + count, 0);
  return { lines, ledger, failedNotices };
}
