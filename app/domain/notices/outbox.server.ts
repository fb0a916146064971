import { and, eq, ne, sql, type SQL } from "drizzle-orm";
import { SENT_CHANNELS, type SentChannel } from "~/db/notice-channels";
import { batch, type Database } from "~/db/client.server";
import { notices } from "~/db/schema";
import { DAY, HOUR, MINUTE, SECOND, type Instant } from "../time/harare";
import { budgetFree, budgetLeft, isBudgeted, isOfShare } from "./budgets.server";
import type { BudgetedChannel, BudgetShare } from "./daily-budgets";
import { CLAIM, DeliveryError, type QueuedNotice, type Sender, type Senders, type Verdict } from "./delivery";
import { TOKEN_EMAILS } from "./notice";
import { quietWhenTriedAgain } from "./notify.server";
import { cutText } from "../values/text";

const RETRY_AFTER = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR];
/** How long after it was written the provider's limits may keep a notice waiting that does not expire. */
const WAITS_FOR = 2 * DAY;
/** Claimed at a time, just before they are sent side by side. */
export const BATCH_SIZE = 25;
/** How many rows of each channel a run sends at most. */
const RUN_SIZE = 500;
/** How long a provider may take for one answer, in milliseconds. */
const ANSWER_WITHIN = 5 * SECOND;

interface Run {
  now: Instant;
  /** Local mode: what was sent is kept. */
  keepBodies: boolean;
  /** How many rows of each channel at most. */
  limit?: number;
  /** How long a provider may take for one answer, in milliseconds; by default 5 seconds. */
  answerWithin?: number;
  /** Whether there is time for another batch. */
  hasTime?: () => boolean;
  /** Runs once rows are claimed. */
  beforeSending?: () => Promise<void>;
  /** Runs when notices were dropped because a share of their channel's day is used up (N18). */
  budgetUsedUp?: (channel: BudgetedChannel, share: BudgetShare) => Promise<void>;
}

/** How a run went. What was dropped is neither. */
export interface Outcome {
  sent: number;
  failed: number;
}

/**
 * Sends what is due, oldest first: each channel by itself, so that a slow provider holds up no other, 25 at a time.
 * What a provider does not take waits, is tried again or fails, depending on its code (N3); after the fifth retry, two
 * days of waiting, when the last sender died, or where the channel has no sender any more, it has failed (N2). What has expired, has
 * been seen elsewhere, or has lost its recipient, is dropped.
 */
export async function sendDueNotices(db: Database, senders: Senders, run: Run): Promise<Outcome> {
  const sending = SENT_CHANNELS.map((channel) => sendChannel(db, channel, senders[channel], run));
  // A channel that fails must not end the run while others are sending.
  await Promise.allSettled(sending);
  const outcomes = await Promise.all(sending);
  return {
    sent: outcomes.reduce((sum, { sent }) => sum + sent, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
  };
}

async function sendChannel(db: Database, channel: SentChannel, sender: Sender | undefined, run: Run): Promise<Outcome> {
  const outcome = { sent: 0, failed: 0 };
  let left = run.limit ?? RUN_SIZE;
  while (left > 0 && (run.hasTime?.() ?? true)) {
    const size = Math.min(BATCH_SIZE, left);
    const due = await claim(db, channel, sender !== undefined, run, size);
    left -= due.length;
    if (due.length === 0 || !sender) break;
    await run.beforeSending?.();
    const answers = await Promise.all(
      due.map(async (notice) => ({ notice, ...(await trySending(sender, notice, run)) })),
    );
    const marks = answers.map(({ notice, providerId, error }) =>
      error === undefined ? markSent(db, notice, providerId, run) : postpone(db, notice, run.now, error),
    );
    await db.batch(marks as [(typeof marks)[0], ...typeof marks]);
    for (const { error } of answers) {
      if (error === undefined) outcome.sent++;
      else if (verdictOf(error).kind !== "drop") outcome.failed++;
    }
    if (due.length < size) break;
  }
  return outcome;
}

type Claimed = typeof notices.$inferSelect;

/** Closes what will not be sent, and claims what is due. */
async function claim(db: Database, channel: SentChannel, canSend: boolean, run: Run, size: number): Promise<Claimed[]> {
  const { now } = run;
  const due = sql`channel = ${channel} and status = 'queued' and next_attempt_at <= ${now}
    and (claimed_until is null or claimed_until <= ${now})`;
  const close = (values: Record<string, unknown>, condition: SQL) =>
    db
      .update(notices)
      .set({ ...values, claimedUntil: null, lastErrorCode: null })
      .where(sql`${due} and ${condition}`);
  if (!canSend) {
    await close({ ...FAILED, lastError: "This channel is not set up." }, sql`true`);
    return [];
  }
  const unaffordable = (share: BudgetShare) =>
    isBudgeted(channel)
      ? close(
          { ...DROPPED, lastError: "The day's budget of this channel is used up." },
          sql`${isOfShare[share]} and ${budgetLeft(channel, now, share)} = 0`,
        )
      : null;
  const isClaimable = sql`${due} and attempts <= ${RETRY_AFTER.length}`;
  const inTurn = sql`order by next_attempt_at, created_at limit`;
  const mayGo = isBudgeted(channel)
    ? sql`${isClaimable} and (not ${isOfShare.codes} or id in (select id from notices
        where ${isClaimable} and ${isOfShare.codes} ${inTurn} ${budgetFree(channel, now, "codes")}))
        ${inTurn} min(${size}, ${budgetFree(channel, now, "all")})`
    : sql`${isClaimable} ${inTurn} ${size}`;
  const { claimed, all, codes } = await batch(db, {
    abandoned: close(
      { ...FAILED, lastError: "The last sender never came back." },
      sql`attempts > ${RETRY_AFTER.length}`,
    ),
    expired: close({ ...DROPPED, lastError: "Its time had passed." }, sql`expires_at <= ${now}`),
    seen: close(
      { ...DROPPED, lastError: "Seen on another channel." },
      sql`is_fallback = 1 and exists (select 1 from notices other where other.cause_id = notices.cause_id
        and other.kind = notices.kind and other.user_id = notices.user_id and other.seen_at is not null)`,
    ),
    all: unaffordable("all"),
    codes: unaffordable("codes"),
    claimed: db
      .update(notices)
      .set({ claimedUntil: now + CLAIM, attempts: sql`attempts + 1` })
      .where(sql`id in (select id from notices where ${mayGo})`)
      .returning(),
  });
  if (isBudgeted(channel) && all?.meta.changes) await run.budgetUsedUp?.(channel, "all");
  if (isBudgeted(channel) && codes?.meta.changes) await run.budgetUsedUp?.(channel, "codes");
  return claimed.sort((a, b) => a.nextAttemptAt - b.nextAttemptAt);
}

async function trySending(
  sender: Sender,
  notice: QueuedNotice,
  { answerWithin = ANSWER_WITHIN }: Run,
): Promise<{ providerId: string | null; error?: unknown }> {
  const timeout = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      timeout.abort();
      reject(new DeliveryError("The provider did not answer in time.", { kind: "retry" }));
    }, answerWithin);
  });
  try {
    return await Promise.race([sender.send(notice, timeout.signal), tooLate]);
  } catch (error) {
    return { providerId: null, error };
  } finally {
    clearTimeout(timer);
  }
}

const markSent = (db: Database, { id }: Claimed, providerId: string | null, { now, keepBodies }: Run) =>
  db
    .update(notices)
    .set({ status: "sent", sentAt: now, providerId, ...(!keepBodies && NOTHING) })
    // A provider's report may have been quicker: what has failed by it stays so.
    .where(and(eq(notices.id, id), ne(notices.status, "failed")));

/** A failed notice keeps its body, so the office can send it again, but never a token. */
const withoutToken = (body: "text" | "html") =>
  sql`iif(kind in (${sql.join(
    TOKEN_EMAILS.map((kind) => sql`${kind}`),
    sql`, `,
  )}), null, ${sql.identifier(body)})`;
const FAILED = {
  status: "failed" as const,
  text: withoutToken("text"),
  html: withoutToken("html"),
  // The code of a phone is worth nothing by then, and nobody else should see it.
  payload: sql`iif(kind = 'phoneCode', null, payload)`,
};
const NOTHING = { text: null, html: null, payload: null };
const DROPPED = { status: "dropped" as const, ...NOTHING };

/** Records that a notice was not taken, and when it is tried again, if ever. */
function postpone(db: Database, notice: Claimed, now: Instant, error: unknown) {
  const { code } = error instanceof DeliveryError ? error : { code: null };
  const verdict = verdictOf(error);
  const gap = gapUntilNext(notice, verdict, now);
  return (
    db
      .update(notices)
      .set({
        ...(gap !== undefined
          ? { nextAttemptAt: sql`${now + gap} + ${quietWhenTriedAgain(now + gap)}` }
          : verdict.kind === "drop"
            ? DROPPED
            : FAILED),
        ...(verdict.kind === "wait" && { attempts: notice.attempts - 1 }),
        claimedUntil: null,
        lastError: cutText(error instanceof Error ? error.message : String(error), 300),
        lastErrorCode: code,
      })
      // A provider that was too slow for us may have reported meanwhile that it arrived.
      .where(and(eq(notices.id, notice.id), eq(notices.status, "queued")))
  );
}

/** How long until the next attempt; undefined: there is none. */
function gapUntilNext({ attempts, createdAt, expiresAt }: Claimed, verdict: Verdict, now: Instant): number | undefined {
  if (verdict.kind === "retry") return RETRY_AFTER[attempts - 1];
  return verdict.kind === "wait" && (expiresAt !== null || now < createdAt + WAITS_FOR) ? verdict.for : undefined;
}

const verdictOf = (error: unknown): Verdict => (error instanceof DeliveryError ? error.verdict : { kind: "retry" });
