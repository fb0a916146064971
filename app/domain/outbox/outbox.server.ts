import { sql, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { isOfSqlite } from "~/db/transient-errors";
import { SENT_CHANNELS, type SentChannel } from "~/db/notice-channels";
import { batch, type Database } from "~/db/client.server";
import type { notices } from "~/db/schema";
import { DAY, HOUR, MINUTE, SECOND, type Instant } from "../time/harare";
import { budgetFree, budgetLeft, isBudgeted, isOfShare, tellOfUsedUpBudget } from "../notices/budgets.server";
import {
  BUDGET_SHARES,
  type BudgetShare,
  CLAIM,
  DeliveryError,
  type NoticeWords,
  type Sender,
  type Senders,
  type Verdict,
} from "../notices/notice";
import { callInstead, changeNotices, isFree } from "../notices/notice-states.server";
import { quietWhenTriedAgain } from "../notices/notify.server";
import { cutText } from "../values/text";
import { openWriter, type Writer, type WriterContext } from "./notice-words.server";
import type { DomainContext } from "../domain-context.server";

const RETRY_AFTER = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR];
/** The provider's limits may keep a notice waiting that does not expire for so long. */
const WAIT_LIMIT = 2 * DAY;
/** Claimed at a time, just before they are sent side by side. */
export const BATCH_SIZE = 25;
const RUN_SIZE = 500;
const ANSWER_WITHIN = 5 * SECOND;

type Context = WriterContext & Pick<DomainContext, "channels">;

interface Options {
  keepWords?: boolean;
  limit?: number;
  /** Of one answer, in milliseconds; by default 5 seconds. */
  answerWithin?: number;
  hasTime?: () => boolean;
}

/**
 * Sends due notices, oldest first, 25 at a time, each channel by itself: a slow provider holds up no other. A notice
 * that a provider does not take waits, is tried again or fails (N2, N3); an expired one, or one seen elsewhere, is
 * dropped, and is in neither number.
 */
export async function sendDueNotices(context: Context, senders: Senders, options: Options = {}) {
  const due = await context.db.all<{ value: SentChannel }>(sql`
    select value from json_each(${JSON.stringify(SENT_CHANNELS)})
    where exists (select 1 from notices where channel = value and status = 'queued' and next_attempt_at <= ${context.now})`);
  const outcome = { sent: 0, failed: 0 };
  const sending = due.map(({ value }) => sendChannel(context, value, senders[value], options, outcome));
  // A channel that fails must not end the run while others are sending.
  await Promise.allSettled(sending);
  await Promise.all(sending);
  return outcome;
}

async function sendChannel(
  context: Context,
  channel: SentChannel,
  sender: Sender | undefined,
  { limit = RUN_SIZE, hasTime = () => true, keepWords = false, answerWithin = ANSWER_WITHIN }: Options,
  outcome: { sent: number; failed: number },
) {
  const { db, now } = context;
  for (let left = limit; left > 0 && hasTime();) {
    const size = Math.min(BATCH_SIZE, left);
    const due = await claim(context, channel, sender !== undefined, size);
    left -= due.length;
    if (due.length === 0 || !sender) break;
    const write = await openWriter(context, due);
    const answers = await Promise.all(due.map((notice) => trySending(sender, notice, write, answerWithin)));
    const marks = answers.map((answer) =>
      answer.error === undefined ? markSent(db, answer, now, keepWords) : postpone(db, answer, now),
    );
    // A text dropped because its news is over has no code of the provider, and needs no call.
    const isUntold = sql`(status = 'failed' or status = 'dropped' and last_error_code is not null)
      and id in (select value from json_each(${JSON.stringify(due.map(({ id }) => id))}))`;
    const isFailing = channel === "sms" && answers.some(({ error }) => error !== undefined);
    await writeMarks(db, isFailing ? [...marks, callInstead(db, isUntold)] : marks);
    for (const { error } of answers) {
      if (error === undefined) outcome.sent++;
      else if (verdictOf(error) !== "drop") outcome.failed++;
    }
    if (due.length < size) break;
  }
}

/** Pauses of `writeMarks`, in milliseconds: together less than a claim lasts. */
const MARK_AGAIN_AFTER = [100, SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE];

/** Writes what became of a batch, again while D1 is away, then row by row: what was sent must not be sent again (N2). */
async function writeMarks(db: Database, marks: Mark[]): Promise<void> {
  for (const pause of [...MARK_AGAIN_AFTER, null]) {
    try {
      await db.batch(marks as [Mark, ...Mark[]]);
      return;
    } catch (error) {
      if (isOfSqlite(error) && marks.length > 1) {
        const written = marks.map((mark) => writeMarks(db, [mark]));
        await Promise.allSettled(written);
        await Promise.all(written);
        return;
      }
      if (pause === null || isOfSqlite(error)) throw error;
      await scheduler.wait(pause);
    }
  }
}

type Mark = BatchItem<"sqlite">;
type Claimed = typeof notices.$inferSelect;

async function claim(context: Context, channel: SentChannel, canSend: boolean, size: number): Promise<Claimed[]> {
  const { db, now } = context;
  const due = sql`channel = ${channel} and status = 'queued' and next_attempt_at <= ${now} and ${isFree(now)}`;
  const close = (event: "failed" | "dropped", lastError: string, condition: SQL) =>
    changeNotices(db, event, { lastError, claimedUntil: null, lastErrorCode: null }, sql`${due} and ${condition}`);
  if (!canSend) {
    await close("failed", "This channel is not set up.", sql`true`);
    return [];
  }
  const isUnaffordable = (share: BudgetShare) =>
    isBudgeted(channel) ? sql`${isOfShare(channel, share)} and ${budgetLeft(channel, now, share)} = 0` : sql`false`;
  const unaffordable = (share: BudgetShare) =>
    close("dropped", "The day's budget of this channel is used up.", isUnaffordable(share));
  const isClaimable = sql`${due} and attempts <= ${RETRY_AFTER.length}`;
  const queueOrder = sql`order by next_attempt_at, created_at limit`;
  const isAffordable = (share: BudgetShare) =>
    isBudgeted(channel)
      ? sql`and (not ${isOfShare(channel, share)} or id in (select id from notices
          where ${isClaimable} and ${isOfShare(channel, share)} ${queueOrder} ${budgetFree(channel, now, share)}))`
      : sql``;
  const mayGo = sql`${isClaimable} ${sql.join(BUDGET_SHARES.map(isAffordable), sql` `)} ${queueOrder} ${size}`;
  const { claimed, usedUp } = await batch(db, {
    abandoned: close("failed", "The last sender never came back.", sql`attempts > ${RETRY_AFTER.length}`),
    expired: close("dropped", "Its time had passed.", sql`expires_at <= ${now}`),
    seen: close(
      "dropped",
      "Seen on another channel.",
      sql`is_fallback = 1 and exists (select 1 from notices other where other.cause_id = notices.cause_id
        and other.kind = notices.kind and other.user_id = notices.user_id and other.seen_at is not null)`,
    ),
    untold: channel === "sms" ? callInstead(db, sql`${due} and ${isUnaffordable("all")}`) : null,
    usedUp: isBudgeted(channel) ? BUDGET_SHARES.map(unaffordable) : [],
    claimed: changeNotices(
      db,
      "claimed",
      { claimedUntil: now + CLAIM, attempts: sql`attempts + 1` },
      sql`id in (select id from notices where ${mayGo})`,
    ).returning(),
  });
  for (const [at, { meta }] of usedUp.entries())
    if (isBudgeted(channel) && meta.changes) await tellOfUsedUpBudget(context, channel, BUDGET_SHARES[at]!);
  return claimed.sort((a, b) => a.nextAttemptAt - b.nextAttemptAt);
}

/** The result of an attempt; `words`: null for a notice that couldn't be written. */
interface Attempt {
  notice: Claimed;
  words: NoticeWords | null;
  providerId: string | null;
  error?: unknown;
}

async function trySending(sender: Sender, notice: Claimed, write: Writer, answerWithin: number): Promise<Attempt> {
  const attempt: Attempt = { notice, words: null, providerId: null };
  const timeout = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      timeout.abort();
      reject(new DeliveryError("The provider did not answer in time.", "retry"));
    }, answerWithin);
  });
  try {
    attempt.words = write(notice);
    const sent = sender.send({ ...notice, ...attempt.words }, timeout.signal);
    return { ...attempt, providerId: await Promise.race([sent, tooLate]) };
  } catch (error) {
    return { ...attempt, error };
  } finally {
    clearTimeout(timer);
  }
}

const subjectOf = ({ words }: Attempt) => words && { subject: words.email?.subject ?? words.short?.title };

function markSent(db: Database, attempt: Attempt, now: Instant, keepWords: boolean) {
  const { notice, words, providerId } = attempt;
  const sent = {
    ...subjectOf(attempt),
    sentAt: now,
    providerId,
    words: keepWords ? JSON.stringify(words?.email ?? words?.short) : null,
  };
  // A provider's report may have been quicker: what has failed by it stays so.
  return changeNotices(db, "sent", sent, sql`id = ${notice.id}`);
}

/** Records that a notice was not taken, and when it is tried again, if ever. */
function postpone(db: Database, attempt: Attempt, now: Instant) {
  const { notice, words, error } = attempt;
  const verdict = verdictOf(error);
  const gap = gapUntilNext(notice, verdict, now);
  const over = verdict === "drop" ? "dropped" : "failed";
  const outcome = {
    ...subjectOf(attempt),
    // Each retry of a webhook posts what the first attempt did (X11).
    ...(verdict !== "drop" && notice.channel === "webhook" && words?.short && { words: JSON.stringify(words.short) }),
    ...(gap !== undefined && { nextAttemptAt: sql`${now + gap} + ${quietWhenTriedAgain(now + gap)}` }),
    ...(typeof verdict === "number" && { attempts: notice.attempts - 1 }),
    claimedUntil: null,
    lastError: cutText(error instanceof Error ? error.message : String(error), 300),
    lastErrorCode: error instanceof DeliveryError ? error.code : null,
  };
  // A provider that was too slow for us may have reported meanwhile that it arrived; written again, it may be claimed again.
  return changeNotices(
    db,
    gap === undefined ? over : "postponed",
    outcome,
    sql`id = ${notice.id} and (claimed_until is null or claimed_until = ${notice.claimedUntil})`,
  );
}

function gapUntilNext({ attempts, createdAt, expiresAt }: Claimed, verdict: Verdict, now: Instant): number | undefined {
  if (verdict === "retry") return RETRY_AFTER[attempts - 1];
  return typeof verdict === "number" && (expiresAt !== null || now < createdAt + WAIT_LIMIT) ? verdict : undefined;
}

const verdictOf = (error: unknown): Verdict => (error instanceof DeliveryError ? error.verdict : "retry");
