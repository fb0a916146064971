import { asc, eq, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { type Database, columnsOf, firstRow, isOneOf } from "~/db/client.server";
import { nameById } from "~/db/user-names.server";
import { dialect } from "~/db/dialect";
import { SENT_CHANNELS, type SentChannel } from "~/db/notice-channels";
import { notices } from "~/db/schema";
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
} from "../../ledger/ledger.server";
import { isBudgeted, listBudgets } from "../../notices/budgets.server";
import { CHANNEL_NAMES, type PhoneChannel } from "../../notices/choices";
import { isTokenEmail, type TokenEmail } from "../../notices/notice";
import { isFree, removeReplaced, requeue } from "../../notices/notice-states.server";
import { CRON, CRON_LATE, LARGE, parseCronRun, type CronRun } from "../../settings/heartbeats.server";
import { DAY, formatInstant, MINUTE, type Instant } from "../../time/harare";
import type { AuthenticatedUser } from "../../values/user";
import { countOf } from "../../values/numbers";

const MOST_COUNTED = 100;
const NOTICE_LATE = 5 * MINUTE;

interface HealthLine {
  name: string;
  isWell: boolean;
  text: string;
  since?: Instant | null;
  todo?: string;
  link?: { to: string; label: string };
}

const well = (name: string, text: string): HealthLine => ({ name, isWell: true, text });
type More = Pick<HealthLine, "since" | "link">;
const problem = (name: string, text: string, todo: string, more?: More): HealthLine => ({
  name,
  isWell: false,
  text,
  todo,
  ...more,
});

export function cronLine(cron: CronRun | null, now: Instant): HealthLine {
  const name = "Scheduled tasks (cron)";
  if (!cron)
    return problem(
      name,
      "Have not run yet.",
      "They run each minute. On a new deployment wait five minutes, then look at the cron triggers of the Worker at Cloudflare.",
    );
  const last = `Last run ${formatInstant(cron.at)}, ${cron.tookMs} ms.`;
  if (now - cron.at >= CRON_LATE)
    return problem(
      name,
      `${last} They should run each minute: nothing is sent, reminded or cancelled until they do.`,
      "Look at the cron triggers of the Worker at Cloudflare, and at its log.",
      { since: cron.at + MINUTE },
    );
  const failed = Object.entries(cron.failed).map(([task, error]) => `${task} (${error})`);
  if (failed.length === 0) return well(name, last);
  return problem(
    name,
    `${last} Failed: ${failed.join("; ")}`,
    "The other tasks went on, and what failed is tried again each minute. If it lasts longer than ten minutes, tell a developer.",
    { since: cron.failingSince },
  );
}

interface FailedNotices {
  count: number;
  since: number;
  channel: SentChannel;
}

/** Notices: what is late since the oldest one should have gone out (null: none is queued), and what has failed. */
export function noticeLines(oldest: Instant | null, failed: FailedNotices[], now: Instant): HealthLine[] {
  const link = { to: "#notices", label: "Unsent notices" };
  return [
    oldest !== null && now - oldest > NOTICE_LATE
      ? problem(
          "Notices",
          "Notices should have gone out, and have not.",
          "If the scheduled tasks run, the provider is slow or refuses: the list below has its words.",
          { since: oldest, link },
        )
      : well("Notices", "Nothing is late."),
    ...failed.map(({ channel, count, since }) =>
      problem(
        `${CHANNEL_NAMES[channel]}, failed`,
        `${countOf(count >= MOST_COUNTED ? `${MOST_COUNTED}+` : count, "notice")} could not be sent.`,
        "Read the provider's words below. Send it again, or ask the person for another address.",
        { since, link },
      ),
    ),
  ];
}

export function databaseLine(size: number | null, largeSince: Instant | null): HealthLine {
  const name = "Database (D1)";
  const text = size === null ? "Responding." : `Responding, ${megabytes(size)} of 10 GB.`;
  if (largeSince === null) return well(name, text);
  const todo = 'At 10 GB nothing can be written any more: see "When it grows" in docs/operations.md.';
  return problem(name, text, todo, { since: largeSince });
}

const megabytes = (bytes: number) =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

export function ledgerLine(check: LastCheck | null, now: Instant): HealthLine {
  const name = "Ledger";
  if (!check)
    return problem(
      name,
      "Has not been checked yet: nothing can be paid out.",
      "The scheduled tasks check it at 2:00 each night, and at their first run.",
    );
  const text = `Checked ${formatInstant(check.at)}, ${check.transfers} transfers.`;
  if (!isSound(check))
    return problem(
      name,
      `${text} It does not add up: nothing can be paid out.`,
      "Change nothing by hand. What differs is below; docs/operations.md says what to do.",
      { since: check.at },
    );
  if (now - check.at < CHECK_OVERDUE) return well(name, `${text} It adds up.`);
  return problem(
    name,
    `${text} It should be checked each night: until then nothing can be paid out.`,
    "See whether the scheduled tasks run and what failed there.",
    { since: check.at + DAY },
  );
}

const payoutStopLine = (since: Instant, reason: string) =>
  problem(
    "Payouts",
    `Stopped: ${reason}`,
    "Let them go out again once the books agree with the provider and the bank.",
    { since, link: { to: "/admin-dashboard/payouts/stop", label: "Stopped payouts" } },
  );

function budgetLine({ channel, budget, sent }: { channel: PhoneChannel; budget: number; sent: number }) {
  const name = `${CHANNEL_NAMES[channel]}, today`;
  const text = `${sent} of ${budget} sent.`;
  if (sent < budget) return well(name, text);
  return problem(
    name,
    text,
    "What is meant for this channel is dropped until midnight; email and push go on. Settings has the number.",
    { link: { to: "/admin-dashboard/settings", label: "Settings" } },
  );
}

const QUERY = dialect.sqlToQuery(
  sql`select (select json_group_object(name, json_array(updated_at, value)) from heartbeats
  where ${isOneOf(sql`name`, [CRON, LARGE, LEDGER])}) beats,
  (select json_array(updated_at, value) from settings where ${isOneOf(sql`name`, [PAYOUTS_STOPPED])}) stop,
  (select min((select min(next_attempt_at) from notices where channel = value and status = 'queued'))
  from json_each(${sql.raw(`'${JSON.stringify(SENT_CHANNELS)}'`)})) oldest,
  (select json_group_array(json_object('channel', channel, 'count', count, 'since', since)) from (
  select channel, count(*) count, min(created_at) since from (select channel, created_at from notices
  where status = 'failed' order by created_at limit ${sql.raw(String(MOST_COUNTED))}) group by channel)) failed`,
).sql;

type Kept = [at: Instant, value: string];
interface Read {
  beats: string;
  failed: string;
  stop: string | null;
  oldest: Instant | null;
}

/** Reads the system's lines, those with a problem first, and the ledger's last check (O17). Failed notices count up to 100. */
export async function readHealth({ db, now, channels }: Pick<DomainContext, "db" | "now" | "channels">) {
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
    cronLine(cron ? parseCronRun(...cron) : null, now),
    databaseLine(meta.size_after ?? null, large?.[0] ?? null),
    ...noticeLines(row.oldest, failed, now),
    ledgerLine(ledger, now),
    ...(stop ? [payoutStopLine(...stop)] : []),
    ...budgets.filter(({ channel }) => channels.includes(channel)).map(budgetLine),
  ].sort((one, other) => Number(one.isWell) - Number(other.isWell));
  return { lines, ledger, failedNotices: failed.reduce((sum, { count }) => sum + count, 0) };
}

/**
 * Lists failed notices, oldest first, then queued ones that are due or were tried, next attempt first; at most 50 of each,
 * without their bodies (O12, N4). A notice that only waits for its hour is not undelivered.
 */
export async function listUndelivered(db: Database, now: Instant) {
  const fields = {
    ...columnsOf(notices, "id", "kind", "channel", "recipient"),
    owner: nameById(notices.userId).as("owner"),
    ...columnsOf(notices, "subject", "status", "attempts", "nextAttemptAt", "lastError", "lastErrorCode", "createdAt"),
  };
  const isDue = sql`status = 'queued' and (next_attempt_at <= ${now} or last_error is not null)`;
  // Calls are the office's own (N20). By channel, as the queue is read by the senders.
  const firstOf = (channel: SentChannel) =>
    sql`select * from (select id from notices where channel = ${channel} and ${isDue} order by next_attempt_at limit 50)`;
  const firsts = sql.join(SENT_CHANNELS.map(firstOf), sql` union all `);
  const some = (where: SQL, by: SQLWrapper) => db.select(fields).from(notices).where(where).orderBy(asc(by)).limit(50);
  const both = [
    some(sql`${notices.status} = 'failed'`, notices.createdAt),
    some(sql`${notices.id} in (${firsts})`, notices.nextAttemptAt),
  ];
  return (await Promise.all(both)).flat();
}

const REISSUE: Record<TokenEmail, (context: DomainContext, recipient: string) => Promise<void>> = {
  verification: reissueVerification,
  passwordReset: reissuePasswordReset,
  accountOffered: reissueClaimLink,
};

export const findNotice = (db: Database, id: string) =>
  firstRow(
    db
      .select(columnsOf(notices, "id", "kind", "recipient"))
      .from(notices)
      .where(eq(notices.id, id)),
  );

type FoundNotice = Pick<typeof notices.$inferSelect, "id" | "kind" | "recipient">;

/**
 * Sends a failed or delayed email, which `findNotice` gave, again at once (O12). One with a token is replaced by a new one
 * (N4). Changes nothing if it has been sent or a sender is just sending it.
 */
export async function resendNotice(context: DomainContext, admin: AuthenticatedUser, notice: FoundNotice) {
  const { db, now } = context;
  const { id, kind, recipient } = notice;
  const reissue = isTokenEmail(kind) ? REISSUE[kind] : null;
  const { isDone } = await officeVerb(context, admin, "noticeResent", {
    subject: { kind: "notice", id },
    after: { kind },
    when: sql`exists (select 1 from notices where id = ${id}
      and (status = 'failed' or (status = 'queued' and (attempts > 0 or last_error is not null) and ${isFree(now)})))`,
    do: (recorded) => ({ changed: reissue ? removeReplaced(db, id, recorded) : requeue(db, id, now, recorded) }),
  });
  if (reissue && isDone) await reissue(context, recipient);
}
