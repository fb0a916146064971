import { sql, and, eq, gte, isNull, lt, desc, type SQL, type SQLWrapper } from "drizzle-orm";
import { batch, type Changes, type Database, insertWhere, isOneOf, columnsOf } from "~/db/client.server";
import { PHONE_CHANNELS } from "~/db/notice-channels";
import { notices, users } from "~/db/schema";
import { tryTwice } from "~/db/transient-errors";
import type { Instant } from "../time/harare";
import { TOKEN_EMAILS, type NoticeOfBooking } from "./notice";

type Status = (typeof notices.$inferSelect)["status"];

interface Step {
  from: Status[];
  to: Status;
  keeps: keyof typeof KEPT_FIELDS;
}

/** A code or a token opens something: only its first sending has it. */
const withoutSecrets = sql`iif(${isOneOf(notices.kind, [...TOKEN_EMAILS, "phoneCode"])}, null, facts)`;
const KEPT_FIELDS = {
  everything: {},
  nothing: { facts: null, words: null },
  withoutSecrets: { facts: withoutSecrets },
  // A phone's provider may report later that it failed, and the office sends it again (N4).
  untilItArrives: { facts: sql`iif(${isOneOf(notices.channel, PHONE_CHANNELS)}, ${withoutSecrets}, null)` },
};

/** The life of a notice (rule 78): the states in which each event finds it, the one it leads to, and what the row keeps there. */
const LIFE = {
  claimed: { from: ["queued"], to: "queued", keeps: "everything" },
  postponed: { from: ["queued"], to: "queued", keeps: "everything" },
  // Dropped while it was on its way: its reader has it all the same.
  sent: { from: ["queued", "sent", "dropped"], to: "sent", keeps: "untilItArrives" },
  failed: { from: ["queued"], to: "failed", keeps: "withoutSecrets" },
  dropped: { from: ["queued"], to: "dropped", keeps: "nothing" },
  sentAgain: { from: ["failed", "queued"], to: "queued", keeps: "everything" },
  postedAgain: { from: ["failed", "queued", "sent"], to: "queued", keeps: "everything" },
  called: { from: ["queued"], to: "sent", keeps: "everything" },
  callTakenBack: { from: ["sent"], to: "queued", keeps: "everything" },
  // By a provider's report: `recordDeliveryReports` changes many rows at once, by these states.
  arrived: { from: ["queued", "sent"], to: "sent", keeps: "nothing" },
  reportedFailed: { from: ["queued", "sent", "failed", "dropped"], to: "failed", keeps: "everything" },
  refusedByOwner: { from: ["queued", "sent", "failed", "dropped"], to: "dropped", keeps: "nothing" },
} satisfies Record<string, Step>;
type NoticeEvent = keyof typeof LIFE;

/** As text, and with `=`: a partial index is used only where its own condition stands in the query. */
const isIn = (states: Status[]): SQL =>
  sql.raw(`(${states.map((status) => `notices.status = '${status}'`).join(" or ")})`);

/** The statement by which an event changes the notices for which `condition` holds, and sets `more`. */
export function changeNotices(
  db: Database,
  event: NoticeEvent,
  more: Omit<Changes<typeof notices>, "status">,
  condition: SQL,
) {
  const { from, to, keeps }: Step = LIFE[event];
  // A status that is written, though it stays, writes each index that has it.
  const status = from.every((one) => one === to) ? {} : { status: to };
  return db
    .update(notices)
    .set({ ...KEPT_FIELDS[keeps], ...status, ...more })
    .where(sql`${isIn(from)} and ${condition}`);
}

/** The statement that drops queued notices where `condition` holds. One that is being sent still counts as sent. */
export const dropQueued = (db: Database, condition: SQL, lastError: string) =>
  changeNotices(db, "dropped", { lastError }, condition);

/** The condition that a client has no email (B29), so that our office calls them. `user`: the users, or an alias. */
export const hasNoEmail = (user: { passwordHash: SQLWrapper }): SQL => sql`${user.passwordHash} = 'none'`;

/**
 * The statement that puts on the office's list of calls (N20) what a text message has not told a client without an email:
 * those of `condition`, over `notices`.
 */
export const callInstead = (db: Database, condition: SQL) =>
  insertWhere(
    db,
    notices,
    {
      id: sql`lower(hex(randomblob(12)))`,
      kind: sql`kind`,
      topic: sql`topic`,
      causeId: sql`cause_id`,
      channel: "call",
      recipient: sql`recipient`,
      userId: sql`user_id`,
      bookingId: sql`booking_id`,
      subject: sql`coalesce(subject, 'News of the booking')`,
      nextAttemptAt: sql`created_at`,
      createdAt: sql`created_at`,
    },
    sql`channel = 'sms' and topic in ('requests', 'changes') and booking_id is not null
      and exists (select 1 from users where users.id = user_id and ${hasNoEmail(users)}) and ${condition}`,
    { from: sql`notices`, onConflict: "nothing" },
  );

/** The statements that drop queued notices of a phone that wants no more, where `condition` holds, and put them on the list of calls. */
export const dropUntold = (db: Database, condition: SQL, lastError: string) => ({
  untold: callInstead(db, sql`status = 'queued' and ${condition}`),
  dropped: dropQueued(db, condition, lastError),
});

/** The state of a notice that was never tried. */
export const UNTRIED = { attempts: 0, claimedUntil: null, lastError: null, lastErrorCode: null };

/** The condition that no sender has it now. */
export const isFree = (now: Instant): SQL => sql`(claimed_until is null or claimed_until <= ${now})`;

/** The statement that sends a notice again at once, as if it had never been tried, where `condition` holds (O12). */
export const requeue = (db: Database, id: string, now: Instant, condition: SQL) =>
  changeNotices(
    db,
    "sentAgain",
    {
      ...UNTRIED,
      nextAttemptAt: now,
      // Local mode keeps sent words for its mailbox alone.
      words: sql`iif(channel = 'webhook' or sent_at is null, words, null)`,
      sentAt: null,
      providerId: null,
    },
    sql`id = ${id} and ${condition}`,
  );

/** The statement that deletes a notice that another one is to replace, where `condition` holds (N4). */
export const removeReplaced = (db: Database, id: string, condition: SQL) =>
  db.delete(notices).where(sql`id = ${id} and ${condition}`);

const markSeen = (db: Database, userId: string, now: Instant, which: SQL | undefined) =>
  db
    .update(notices)
    .set({ seenAt: now })
    .where(and(which, eq(notices.userId, userId), isNull(notices.seenAt)));

/** Marks a notice as seen by its reader (N12): a fallback that would tell the same by phone is dropped. */
export const markNoticeSeen = (db: Database, userId: string, noticeId: string, now: Instant) =>
  tryTwice(() => markSeen(db, userId, now, eq(notices.id, noticeId)).run());

/** Marks as seen what someone was told about a booking whose page they have opened (N12). */
export const markBookingNoticesSeen = (db: Database, userId: string, bookingId: string, now: Instant) =>
  tryTwice(() => markSeen(db, userId, now, eq(notices.bookingId, bookingId)).run());

/** The statement that marks as seen what someone was told for causes whose ids lie from one text to before another (N12). */
export const markNoticesSeen = (db: Database, userId: string, causes: { from: string; before: string }, now: Instant) =>
  markSeen(db, userId, now, and(gte(notices.causeId, causes.from), lt(notices.causeId, causes.before)));

export interface DeliveryReport {
  /** Where the provider gives it back. */
  noticeId?: string;
  providerId: string;
  deliveredAt?: Instant;
  seenAt?: Instant;
  /** Why it will not arrive. `isRefused`: the phone's owner wants no messages, which is no one's failure. */
  failed?: { code: string | null; reason: string; isRefused: boolean };
}

/** Marks what providers report (N12, N17), the first of each kind, in any order; what arrived isn't sent again. */
export async function recordDeliveryReports(db: Database, reports: DeliveryReport[]): Promise<void> {
  if (reports.length === 0) return;
  const marked = db
    .update(notices)
    .set({
      deliveredAt: sql`coalesce(delivered_at, report.arrived_at)`,
      seenAt: sql`coalesce(seen_at, report.read_at)`,
      providerId: sql`coalesce(provider_id, report.given_id)`,
      sentAt: sql`coalesce(sent_at, report.arrived_at)`,
      // One that waits to be sent again has failed once already.
      status: sql`case when report.reason is not null and delivered_at is null and not (status = 'queued' and attempts = 0) 
        then iif(report.is_refused, ${LIFE.refusedByOwner.to}, ${LIFE.reportedFailed.to})
        when ${isIn(LIFE.arrived.from)} and report.arrived_at is not null then ${LIFE.arrived.to} else status end`,
      facts: sql`iif(report.arrived_at is not null or report.is_refused, null, facts)`,
      lastError: sql`iif(delivered_at is null, coalesce(report.reason, last_error), last_error)`,
      lastErrorCode: sql`iif(delivered_at is null and report.reason is not null, report.code, last_error_code)`,
    })
    .from(
      sql`(select json_extract(value, '$.providerId') as given_id,
        coalesce(json_extract(value, '$.noticeId'), (select named.id from notices named
          where named.provider_id = json_extract(value, '$.providerId'))) as notice_id,
        json_extract(value, '$.deliveredAt') as arrived_at, json_extract(value, '$.seenAt') as read_at,
        json_extract(value, '$.failed.reason') as reason, json_extract(value, '$.failed.code') as code,
        json_extract(value, '$.failed.isRefused') as is_refused
      from json_each(${JSON.stringify(mergeReports(reports))})) as report`,
    )
    .where(sql`notices.id = report.notice_id`);
  const arrived = reports.flatMap(({ providerId, deliveredAt, seenAt }) => (deliveredAt || seenAt ? [providerId] : []));
  // A recipient who has it on WhatsApp answers there: our office need not call them (N20).
  const isAnsweredThere = sql`channel = 'call' and (cause_id, kind, user_id) in (
    select told.cause_id, told.kind, told.user_id from notices told
    where told.channel = 'whatsapp' and told.provider_id in (select value from json_each(${JSON.stringify(arrived)})))`;
  const failed = reports.flatMap(({ providerId, failed }) => (failed ? [providerId] : []));
  const isUntold = sql`delivered_at is null and provider_id in (select value from json_each(${JSON.stringify(failed)}))`;
  await batch(db, {
    marked,
    calls: dropQueued(db, isAnsweredThere, "It reached them by WhatsApp."),
    untold: failed.length > 0 ? callInstead(db, isUntold) : null,
  });
}

/** One report for each message: an update takes one row of many. */
function mergeReports(reports: DeliveryReport[]): DeliveryReport[] {
  const merged = new Map<string, DeliveryReport>();
  for (const report of reports) merged.set(report.providerId, { ...report, ...merged.get(report.providerId) });
  return [...merged.values()];
}

const NOTICES_SHOWN = 50;

/** Lists the newest 50 notices about a booking for the office, without bodies (N17). `to` null: the office. */
export const listNoticesOfBooking = (db: Database, bookingId: string): Promise<NoticeOfBooking[]> =>
  db
    .select({
      ...columnsOf(notices, "id", "kind", "channel", "subject", "status", "nextAttemptAt", "sentAt", "deliveredAt"),
      ...columnsOf(notices, "seenAt", "lastError", "createdAt"),
      to: users.role,
    })
    .from(notices)
    .leftJoin(users, eq(users.id, notices.userId))
    .where(eq(notices.bookingId, bookingId))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(NOTICES_SHOWN);
