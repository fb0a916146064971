import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { nameById } from "~/db/user-names.server";
import type { Channel } from "~/db/notice-channels";
import type { OnlineMethod, OnlineStatus } from "~/db/money-words";
import { officeNotes } from "~/db/schema";
import { formatReceipt, formatMoney } from "../../values/money";
import { describeChanges } from "../../audit-log/audit-log";
import { NO_PLUMBER_YET, type BookingStatus } from "../../bookings/booking";
import { CHANNEL_NAMES } from "../../notices/choices";
import { titleOf } from "../../notices/notice";

import { ONLINE_STATUS_WORDS, onlineMethod } from "../../escrow/online-payment";
import { PAYOUT_STATUS_WORDS, type PayoutStatus } from "../../escrow/payout";
import { countOf } from "../../values/numbers";
import { pageByKey, parseKeyCursor, type KeyCursor } from "../../values/lists";
import { latestFirst } from "../../values/lists.server";
import type { SessionClaims } from "../../values/user";
import { selectNotes } from "./office-notes.server";
import type { ToldNotice } from "../desk/dispatch";
import { joinNotices, TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from "./office-users";
import { listAuditEntries } from "../../audit-log/audit-log-lists.server";

const PAGE_SIZE = 20;
const LIMIT = PAGE_SIZE + 1;
const OFFICE = "/admin-dashboard";

interface Asked {
  db: Database;
  viewer: SessionClaims;
  userId: string;
  cursor: KeyCursor | null;
}
type Source = (asked: Asked) => Promise<TimelineEntry[]>;

/** A source of entries: the query of a user's rows, with `id` and `at` as an index orders them, and the entry of a row. */
const source =
  <Row>(
    kind: TimelineKind,
    query: (userId: string) => SQL,
    entry: (row: Row & KeyCursor, asked: Asked) => Omit<TimelineEntry, "id" | "kind" | "at">,
  ): Source =>
  async (asked) => {
    const order = latestFirst(sql`at`, sql`id`);
    const those = order.after(asked.cursor) ?? sql`true`;
    const by = sql.join([...order.order], sql`, `);
    // On one line: there are a dozen of them, and D1 compiles their text each time.
    const page = sql`select * from (${query(asked.userId)}) where ${those} order by ${by} limit ${LIMIT}`;
    const rows = await asked.db.all<Row & KeyCursor>(page);
    return rows.map((row) => ({ id: row.id, at: row.at, kind, ...entry(row, asked) }));
  };

const said = (words: readonly (string | null)[]) => words.filter(Boolean).join(", ");
const bookingPage = (id: string) => `${OFFICE}/bookings/${id}`;

const SIDES = [
  [sql`client_id`, sql`plumber_id`, "for"],
  [sql`plumber_id`, sql`client_id`, "from"],
] as const;

interface BookingRow extends Record<"service" | "other" | "receipts", string | null> {
  reference: string;
  status: BookingStatus;
  paid: number;
  due: number | null;
}
const bookings = SIDES.map(([side, other]) =>
  source<BookingRow>(
    "booking",
    (userId) => sql`select id, starts_at as at, reference, status, service_type as service, paid_amount as paid, due,
      ${nameById(other)} as other, (select group_concat(number, ', ') from (
        select number from receipts where booking_id = bookings.id order by number limit 5)) as receipts
      from bookings where ${side} = ${userId}`,
    ({ id, reference, status, service, paid, due, other, receipts }) => ({
      status,
      words: said([reference, service, other ?? NO_PLUMBER_YET.toLowerCase()]),
      detail:
        said([
          paid > 0 ? `Paid ${formatMoney(paid)}` : null,
          due && due > 0 ? `${formatMoney(due)} due` : null,
          ...(receipts?.split(", ").map((number) => formatReceipt(Number(number))) ?? []),
        ]) || null,
      to: bookingPage(id),
    }),
  ),
);

/** Says that they write to each other and when last, and nothing of what they write (O16). */
const conversations = source<{ conversation: string; other: string; role: string }>(
  "message",
  (userId) => sql`select other_id as id, active_at as at, conversation_id as conversation, role,
    first_name || ' ' || last_name as other
    from contacts join users on users.id = other_id where user_id = ${userId}
      and exists (select 1 from messages where conversation_id = contacts.conversation_id)`,
  ({ id, conversation, other, role }, { viewer, userId }) => {
    if (id === viewer.id) return { words: "Conversation with you", detail: null, to: `${OFFICE}/messages/${userId}` };
    const to = role === "admin" ? null : `${OFFICE}/conversations/${conversation}`;
    return { words: `Conversation with ${other}`, detail: null, to };
  },
);

const money = [
  source<{ booking: string; amount: number; method: OnlineMethod; status: OnlineStatus }>(
    "money",
    (userId) => sql`select id, created_at as at, booking_id as booking, amount, method, status
      from online_payments where client_id = ${userId}`,
    ({ booking, amount, method, status }) => ({
      words: `Online payment of ${formatMoney(amount)}`,
      detail: said([onlineMethod(method).name, ONLINE_STATUS_WORDS[status].toLowerCase()]),
      to: bookingPage(booking),
      isFailed: status === "failed",
    }),
  ),
  source<{ amount: number; sentAt: number | null }>(
    "money",
    (userId) => sql`select id, created_at as at, amount, sent_at as sentAt from refunds where client_id = ${userId}`,
    ({ id, amount, sentAt }) => ({
      words: `Refund of ${formatMoney(amount)}`,
      detail: sentAt === null ? "Not sent yet" : "Sent",
      to: `${OFFICE}/refunds/${id}`,
    }),
  ),
  source<{ booking: string; earned: number }>(
    "money",
    (userId) => sql`select id, at, booking_id as booking, earned from settlements where plumber_id = ${userId}`,
    ({ booking, earned }) => ({ words: `Earned ${formatMoney(earned)}`, detail: null, to: bookingPage(booking) }),
  ),
  source<{ batch: string; amount: number; status: PayoutStatus }>(
    "money",
    (userId) => sql`select id, created_at as at, batch_id as batch, amount, status
      from payouts where plumber_id = ${userId}`,
    ({ batch, amount, status }) => ({
      words: `Payout of ${formatMoney(amount)}`,
      detail: PAYOUT_STATUS_WORDS[status],
      to: `${OFFICE}/payouts/${batch}`,
      isFailed: status === "failed",
    }),
  ),
];

const mergedInto = (userId: string) => sql`in (select id from users where merged_into = ${userId})`;

interface NoticeRow extends Record<"subject" | "booking", string | null> {
  channel: Channel;
  kind: string;
  status: NoticeStatus;
  seenAt: number | null;
}
const notices = [(userId: string) => sql`= ${userId}`, mergedInto].map((ofUser) =>
  source<NoticeRow>(
    "notice",
    (id) => sql`select id, created_at as at, channel, kind, subject, status, seen_at as seenAt, booking_id as booking
      from notices where user_id ${ofUser(id)}`,
    ({ channel, kind, subject, status, seenAt, booking }) => ({
      words: titleOf({ kind, subject }),
      detail: said([CHANNEL_NAMES[channel], progressOf(channel, status, seenAt)]),
      to: booking && bookingPage(booking),
      isFailed: status === "failed",
    }),
  ),
);

type NoticeStatus = ToldNotice["status"];

const NOTICE_WORDS: Record<NoticeStatus, string> = {
  queued: "waiting",
  sent: "sent",
  failed: "failed",
  dropped: "not sent",
};
const CALL_WORDS: Record<NoticeStatus, string> = {
  queued: "to call",
  sent: "told",
  failed: "not reached",
  dropped: "not called",
};

function progressOf(channel: Channel, status: NoticeStatus, seenAt: number | null) {
  if (channel === "call") return CALL_WORDS[status];
  return seenAt === null ? NOTICE_WORDS[status] : "seen";
}

const reviews = SIDES.map(([side, other, way]) =>
  source<{ booking: string; rating: number; comment: string | null; hiddenAt: number | null; other: string }>(
    "review",
    (userId) => sql`select id, created_at as at, booking_id as booking, rating, comment, hidden_at as hiddenAt,
      ${nameById(other)} as other from reviews where ${side} = ${userId}`,
    ({ booking, rating, comment, hiddenAt, other }) => ({
      words: `${countOf(rating, "star")} ${way} ${other}${hiddenAt === null ? "" : ", hidden"}`,
      detail: comment,
      to: bookingPage(booking),
    }),
  ),
);

const log = (["subjectId", "mergedInto"] as const).map((of): Source => async ({ db, userId, cursor }) => {
  const pageRequest = { cursor: cursor && `${cursor.at}.${cursor.id}`, isAscending: false };
  const { entries } = await listAuditEntries(db, { [of]: userId }, pageRequest, LIMIT);
  return entries.map((entry) => ({
    id: entry.id,
    at: entry.at,
    kind: "log",
    words: `${entry.adminName} ${entry.words} ${entry.subject ?? ""}`,
    detail: [describeChanges(entry), entry.reason && `“${entry.reason}”`].filter(Boolean).join(" ") || null,
    to: null,
  }));
});

const claim = source<Record<never, never>>(
  "log",
  (userId) => sql`select id, claimed_at as at from users where id = ${userId} and claimed_at is not null`,
  () => ({ words: "Claimed the account with the link we emailed: it is their own now", detail: null, to: null }),
);

const notes: Source = async ({ db, userId, cursor }) => {
  const byDate = latestFirst(officeNotes.at, officeNotes.id);
  const rows = await selectNotes(db)
    .where(and(eq(officeNotes.userId, userId), byDate.after(cursor)))
    .orderBy(...byDate.order)
    .limit(LIMIT);
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
  booking: bookings,
  message: [conversations],
  money,
  notice: notices,
  review: reviews,
  log: [...log, claim],
  note: [notes],
};

/**
 * Lists a page of everything about someone, latest first, from a cursor; of one kind, or all (O21). Each source
 * gives one page by its index at most: a long file costs no more than a short one. For the office alone.
 */
export async function listTimeline(asked: Omit<Asked, "cursor">, kind: TimelineKind | null, from: string | null) {
  const cursor = parseKeyCursor(from);
  const sources = TIMELINE_KINDS.filter((one) => kind === null || one === kind).flatMap((one) => SOURCES[one]);
  const found = await Promise.all(sources.map((read) => read({ ...asked, cursor })));
  const latest = found.flat().sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const { shown, next } = pageByKey(latest, PAGE_SIZE, ({ at }) => at);
  return { entries: joinNotices(shown), next };
}
