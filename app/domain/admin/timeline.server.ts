import { and, eq, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import type { Channel } from "~/db/notice-channels";
import {
  bookings,
  contacts,
  notices,
  officeNotes,
  onlinePayments,
  payouts,
  refunds,
  reviews,
  settlements,
  users,
} from "~/db/schema";
import { describeChanges } from "../audit-log/audit-log";
import { listAuditEntries } from "../audit-log/audit-log.server";
import { NO_PLUMBER_YET } from "../bookings/booking";
import { onlineMethod } from "../online-payments/online-method";
import { countOf } from "../values/count-of";
import { parseKeyCursor, type KeyCursor } from "../values/key-cursor";
import { latestFirst } from "../values/key-order.server";
import { CHANNEL_NAMES } from "../notices/channel-names";
import { titleOf } from "../notices/notice";
import { formatReceipt } from "../money/booking-money";
import { formatMoney } from "../values/money";
import type { SessionClaims } from "../values/user";
import { selectNotes } from "./office-notes.server";
import { joinNotices, mergeLatest, TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from "./timeline";

const PAGE_SIZE = 30;
const OFFICE = "/admin-dashboard";

interface Asked {
  db: Database;
  viewer: SessionClaims;
  userId: string;
  cursor: KeyCursor | null;
  limit: number;
}
type Source = (asked: Asked) => Promise<TimelineEntry[]>;

const nameOf = (column: SQLWrapper) =>
  sql<string | null>`(select first_name || ' ' || last_name from users where users.id = ${column})`;

const said = (words: readonly (string | null)[]) => words.filter(Boolean).join(", ");

/** The bookings of one side by their start, with what was paid for them. */
const bookingsOf =
  (side: "clientId" | "plumberId", other: "clientId" | "plumberId"): Source =>
  async ({ db, userId, cursor, limit }) => {
    const byStart = latestFirst(bookings.startsAt, bookings.id);
    const rows = await db
      .select({
        id: bookings.id,
        at: bookings.startsAt,
        reference: bookings.reference,
        status: bookings.status,
        serviceType: bookings.serviceType,
        paid: bookings.paidAmount,
        due: bookings.due,
        other: nameOf(bookings[other]).as("other"),
        receipts: sql<string | null>`(select group_concat(number, ', ') from (
          select number from receipts where booking_id = ${bookings.id} order by number limit 5))`.as("receipts"),
      })
      .from(bookings)
      .where(and(eq(bookings[side], userId), byStart.after(cursor)))
      .orderBy(...byStart.order)
      .limit(limit);
    return rows.map(({ id, at, reference, status, serviceType, paid, due, other, receipts }) => ({
      id,
      at,
      kind: "booking",
      status,
      words: said([reference, serviceType, other ?? NO_PLUMBER_YET.toLowerCase()]),
      detail:
        said([
          paid > 0 ? `Paid ${formatMoney(paid)}` : null,
          due && due > 0 ? `${formatMoney(due)} due` : null,
          receipts
            ?.split(", ")
            .map((number) => formatReceipt(Number(number)))
            .join(", ") ?? null,
        ]) || null,
      to: `${OFFICE}/bookings/${id}`,
    }));
  };

/** That they write to each other and when last, and nothing of what (O16). */
const conversations: Source = async ({ db, viewer, userId, cursor, limit }) => {
  const byActivity = latestFirst(contacts.activeAt, contacts.otherId);
  const rows = await db
    .select({
      id: contacts.otherId,
      at: contacts.activeAt,
      conversationId: contacts.conversationId,
      other: sql<string>`${users.firstName} || ' ' || ${users.lastName}`.as("other"),
      role: users.role,
    })
    .from(contacts)
    .innerJoin(users, eq(users.id, contacts.otherId))
    .where(
      and(
        eq(contacts.userId, userId),
        sql`exists (select 1 from messages where conversation_id = ${contacts.conversationId})`,
        byActivity.after(cursor),
      ),
    )
    .orderBy(...byActivity.order)
    .limit(limit);
  return rows.map(({ id, at, conversationId, other, role }) => ({
    id,
    at,
    kind: "message",
    words: id === viewer.id ? "Conversation with you" : `Conversation with ${other}`,
    detail: null,
    to:
      id === viewer.id
        ? `${OFFICE}/messages/${userId}`
        : role === "admin"
          ? null
          : `${OFFICE}/conversations/${conversationId}`,
  }));
};

const paidOnline: Source = async ({ db, userId, cursor, limit }) => {
  const byDate = latestFirst(onlinePayments.createdAt, onlinePayments.id);
  const rows = await db
    .select({
      id: onlinePayments.id,
      at: onlinePayments.createdAt,
      bookingId: onlinePayments.bookingId,
      amount: onlinePayments.amount,
      method: onlinePayments.method,
      status: onlinePayments.status,
    })
    .from(onlinePayments)
    .where(and(eq(onlinePayments.clientId, userId), byDate.after(cursor)))
    .orderBy(...byDate.order)
    .limit(limit);
  return rows.map(({ id, at, bookingId, amount, method, status }) => ({
    id,
    at,
    kind: "money",
    words: `Online payment of ${formatMoney(amount)}`,
    detail: said([onlineMethod(method).name, status]),
    to: `${OFFICE}/bookings/${bookingId}`,
    isFailed: status === "failed",
  }));
};

const refunded: Source = async ({ db, userId, cursor, limit }) => {
  const byDate = latestFirst(refunds.createdAt, refunds.id);
  const rows = await db
    .select({ id: refunds.id, at: refunds.createdAt, amount: refunds.amount, sentAt: refunds.sentAt })
    .from(refunds)
    .where(and(eq(refunds.clientId, userId), byDate.after(cursor)))
    .orderBy(...byDate.order)
    .limit(limit);
  return rows.map(({ id, at, amount, sentAt }) => ({
    id,
    at,
    kind: "money",
    words: `Refund of ${formatMoney(amount)}`,
    detail: sentAt === null ? "Not sent yet" : "Sent",
    to: `${OFFICE}/refunds/${id}`,
  }));
};

const settled: Source = async ({ db, userId, cursor, limit }) => {
  const byDate = latestFirst(settlements.at, settlements.id);
  const rows = await db
    .select({ id: settlements.id, at: settlements.at, bookingId: settlements.bookingId, earned: settlements.earned })
    .from(settlements)
    .where(and(eq(settlements.plumberId, userId), byDate.after(cursor)))
    .orderBy(...byDate.order)
    .limit(limit);
  return rows.map(({ id, at, bookingId, earned }) => ({
    id,
    at,
    kind: "money",
    words: `Earned ${formatMoney(earned)}`,
    detail: null,
    to: `${OFFICE}/bookings/${bookingId}`,
  }));
};

const paidOut: Source = async ({ db, userId, cursor, limit }) => {
  const byDate = latestFirst(payouts.createdAt, payouts.id);
  const rows = await db
    .select({
      id: payouts.id,
      at: payouts.createdAt,
      batchId: payouts.batchId,
      amount: payouts.amount,
      status: payouts.status,
    })
    .from(payouts)
    .where(and(eq(payouts.plumberId, userId), byDate.after(cursor)))
    .orderBy(...byDate.order)
    .limit(limit);
  return rows.map(({ id, at, batchId, amount, status }) => ({
    id,
    at,
    kind: "money",
    words: `Payout of ${formatMoney(amount)}`,
    detail: status,
    to: `${OFFICE}/payouts/${batchId}`,
    isFailed: status === "failed",
  }));
};

const noticesWhere = async ({ db, cursor, limit }: Asked, where: SQL): Promise<TimelineEntry[]> => {
  const byDate = latestFirst(notices.createdAt, notices.id);
  const rows = await db
    .select({
      id: notices.id,
      at: notices.createdAt,
      channel: notices.channel,
      notice: notices.kind,
      subject: notices.subject,
      status: notices.status,
      seenAt: notices.seenAt,
      bookingId: notices.bookingId,
    })
    .from(notices)
    .where(and(where, byDate.after(cursor)))
    .orderBy(...byDate.order)
    .limit(limit);
  return rows.map(({ id, at, channel, notice, subject, status, seenAt, bookingId }) => ({
    id,
    at,
    kind: "notice",
    words: titleOf({ kind: notice, subject }),
    detail: said([CHANNEL_NAMES[channel], progressOf({ channel, status, seenAt })]),
    to: bookingId && `${OFFICE}/bookings/${bookingId}`,
    isFailed: status === "failed",
  }));
};

/** Those of accounts that were merged into this one keep their ids (O28); there are few. */
const mergedInto = (userId: string) => sql`(select id from users where merged_into = ${userId})`;
const sentNotices: Source = (asked) => noticesWhere(asked, sql`${notices.userId} = ${asked.userId}`);
const sentNoticesOfMerged: Source = (asked) =>
  noticesWhere(asked, sql`${notices.userId} in ${mergedInto(asked.userId)}`);

const progressOf = ({ channel, status, seenAt }: { channel: Channel; status: string; seenAt: number | null }) => {
  if (channel === "call") return status === "sent" ? "told" : status === "queued" ? "to call" : status;
  return seenAt === null ? status : "seen";
};

const reviewsOf =
  (side: "clientId" | "plumberId", other: "clientId" | "plumberId"): Source =>
  async ({ db, userId, cursor, limit }) => {
    const byDate = latestFirst(reviews.createdAt, reviews.id);
    const rows = await db
      .select({
        id: reviews.id,
        at: reviews.createdAt,
        bookingId: reviews.bookingId,
        rating: reviews.rating,
        comment: reviews.comment,
        hiddenAt: reviews.hiddenAt,
        other: nameOf(reviews[other]).as("other"),
      })
      .from(reviews)
      .where(and(eq(reviews[side], userId), byDate.after(cursor)))
      .orderBy(...byDate.order)
      .limit(limit);
    return rows.map(({ id, at, bookingId, rating, comment, hiddenAt, other }) => ({
      id,
      at,
      kind: "review",
      words: `${countOf(rating, "star")} ${side === "clientId" ? "for" : "from"} ${other}${hiddenAt === null ? "" : ", hidden"}`,
      detail: comment,
      to: `${OFFICE}/bookings/${bookingId}`,
    }));
  };

const loggedWhere = async ({ db, cursor, limit }: Asked, of: { subjectId?: string; mergedInto?: string }) => {
  const { entries } = await listAuditEntries(db, of, cursor && `${cursor.at}.${cursor.id}`, limit);
  return entries.map((entry): TimelineEntry => ({
    id: entry.id,
    at: entry.at,
    kind: "log",
    words: `${entry.adminName} ${entry.words} ${entry.subject ?? ""}`,
    detail: [describeChanges(entry), entry.reason && `“${entry.reason}”`].filter(Boolean).join(" ") || null,
    to: null,
  }));
};

const logged: Source = (asked) => loggedWhere(asked, { subjectId: asked.userId });
const loggedOfMerged: Source = (asked) => loggedWhere(asked, { mergedInto: asked.userId });

const written: Source = async ({ db, userId, cursor, limit }) => {
  const byDate = latestFirst(officeNotes.at, officeNotes.id);
  const rows = await selectNotes(db)
    .where(and(eq(officeNotes.userId, userId), byDate.after(cursor)))
    .orderBy(...byDate.order)
    .limit(limit);
  return rows.map(({ id, at, words, authorName, editedAt }) => ({
    id,
    at,
    kind: "note",
    words,
    detail: editedAt === null ? authorName : `${authorName}, changed since`,
    to: `${OFFICE}/people/${userId}/notes/${id}`,
  }));
};

const SOURCES: Record<TimelineKind, Source[]> = {
  booking: [bookingsOf("clientId", "plumberId"), bookingsOf("plumberId", "clientId")],
  message: [conversations],
  money: [paidOnline, refunded, settled, paidOut],
  notice: [sentNotices, sentNoticesOfMerged],
  review: [reviewsOf("clientId", "plumberId"), reviewsOf("plumberId", "clientId")],
  log: [logged, loggedOfMerged],
  note: [written],
};

/**
 * Lists a page of everything about someone in order of time, latest first, from the cursor `after` (null: the first page);
 * of one kind, or all (O21). Each source gives one page by its index at most, so that a long file costs no more than a
 * short one. For the office alone.
 */
export async function listTimeline(
  db: Database,
  viewer: SessionClaims,
  userId: string,
  kind: TimelineKind | null,
  after: string | null,
): Promise<{ entries: TimelineEntry[]; next: string | null }> {
  const asked = { db, viewer, userId, cursor: parseKeyCursor(after), limit: PAGE_SIZE + 1 };
  const sources = TIMELINE_KINDS.filter((one) => kind === null || one === kind).flatMap((one) => SOURCES[one]);
  const { shown, next } = mergeLatest(await Promise.all(sources.map((source) => source(asked))), PAGE_SIZE);
  return { entries: joinNotices(shown), next };
}
