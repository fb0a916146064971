import { asc, eq, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { columnsOf, isOneOf } from "~/db/columns";
import { dialect } from "~/db/dialect";
import { isToSend, notices, users } from "~/db/schema";
import { staticSql } from "~/db/once.server";
import { reissueClaimLink } from "../../accounts/claim-links.server";
import { reissuePasswordReset } from "../../accounts/password-changes.server";
import { reissueVerification } from "../../accounts/registration.server";
import { officeVerb } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import {
  CHECK_OVERDUE,
  isSound,
  type LastCheck,
  LEDGER,
  parseCheck,
  PAYOUTS_STOPPED,
} from "../../escrow/ledger.server";
import { isBudgeted, listBudgets } from "../../notices/budgets.server";
import { CHANNEL_NAMES } from "../../notices/choices";
import { isTokenEmail, type TokenEmail } from "../../notices/notice";
import { removeReplaced, requeue } from "../../notices/notice-states.server";
import { CRON, CRON_LATE, LARGE, parseCronRun } from "../../settings/heartbeats.server";
import type { Instant } from "../../time/harare";
import type { AuthenticatedUser } from "../../values/user";
import {
  budgetLine,
  cronLine,
  databaseLine,
  type FailedNotices,
  type HealthLine,
  ledgerLine,
  MOST_COUNTED,
  noticeLines,
  payoutStopLine,
} from "./system-health";

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

/** Reads how the system is, a line for each subject, and the ledger's last check (O17). Failed notices are counted up to 100. */
export async function readHealth({ db, now, channels }: Pick<DomainContext, "db" | "now" | "channels">): Promise<{
  lines: HealthLine[];
  ledger: LastCheck | null;
  failedNotices: number;
}> {
  const [{ results, meta }, budgets] = await Promise.all([
    db.$client.prepare(QUERY).all<Read>(),
    channels.some(isBudgeted) ? listBudgets(db, now) : [],
  ]);
  const row = results[0]!;
  const { [CRON]: cron, [LARGE]: large, [LEDGER]: check } = JSON.parse(row.beats) as Partial<Record<string, Kept>>;
  const stop = row.stop === null ? null : (JSON.parse(row.stop) as Kept);
  const ledger = check ? parseCheck(...check) : null;
  const failed = JSON.parse(row.failed) as FailedNotices[];
  const lines = [
    cronLine(cron ? parseCronRun(...cron) : null, CRON_LATE, now),
    databaseLine(meta.size_after ?? null, large?.[0] ?? null),
    ...noticeLines(row.oldest, failed, now),
    ledgerLine(ledger && { ...ledger, isSound: isSound(ledger) }, CHECK_OVERDUE, now),
    ...(stop ? [payoutStopLine({ since: stop[0], reason: stop[1] })] : []),
    ...budgets
      .filter(({ channel }) => channels.includes(channel))
      .map((budget) => budgetLine(CHANNEL_NAMES[budget.channel], budget)),
  ];
  return { lines, ledger, failedNotices: failed.reduce((sum, { count }) => sum + count, 0) };
}

/**
 * Lists failed notices, oldest first, then queued ones that are due or were tried, next attempt first; at most 50 of each,
 * without their bodies (O12, N4). What only waits for its hour is not undelivered.
 */
export async function listUndelivered(db: Database, now: Instant) {
  const fields = {
    ...columnsOf(notices, "id", "kind", "channel", "recipient"),
    owner: sql<
      string | null
    >`(select first_name || ' ' || last_name from ${users} where ${users.id} = ${notices.userId})`.as("owner"),
    ...columnsOf(notices, "subject", "status", "attempts", "nextAttemptAt", "lastError", "lastErrorCode", "createdAt"),
  };
  const isDue = sql`${isToSend} and (${notices.nextAttemptAt} <= ${now} or ${notices.lastError} is not null)`;
  const some = (where: SQL, by: SQLWrapper) => db.select(fields).from(notices).where(where).orderBy(asc(by)).limit(50);
  const both = [some(sql`${notices.status} = 'failed'`, notices.createdAt), some(isDue, notices.nextAttemptAt)];
  return (await Promise.all(both)).flat();
}

const REISSUE: Record<TokenEmail, (context: DomainContext, recipient: string) => Promise<void>> = {
  verification: reissueVerification,
  passwordReset: reissuePasswordReset,
  accountOffered: reissueClaimLink,
};

export async function findNotice(db: Database, id: string) {
  const [row] = await db
    .select({ id: notices.id, kind: notices.kind, recipient: notices.recipient })
    .from(notices)
    .where(eq(notices.id, id));
  return row ?? null;
}

/**
 * Sends a failed or delayed email, which `findNotice` gave, again at once (O12). One with a token is replaced by a new one
 * (N4). Changes nothing if it has been sent or a sender is just sending it.
 */
export async function resendNotice(
  context: DomainContext,
  admin: AuthenticatedUser,
  notice: NonNullable<Awaited<ReturnType<typeof findNotice>>>,
): Promise<{ ok: true }> {
  const { db, now } = context;
  const { id } = notice;
  const reissue = isTokenEmail(notice.kind) ? REISSUE[notice.kind] : null;
  const { isDone } = await officeVerb(context, admin, "noticeResent", {
    subject: { kind: "notice", id },
    after: { kind: notice.kind },
    when: sql`exists (select 1 from notices where id = ${id} and (status = 'failed' or (status = 'queued' and (attempts > 0 or last_error is not null) and (claimed_until is null or claimed_until <= ${now}))))`,
    do: (recorded) => ({ changed: reissue ? removeReplaced(db, id, recorded) : requeue(db, id, now, recorded) }),
  });
  if (reissue && isDone) await reissue(context, notice.recipient);
  return { ok: true };
}
