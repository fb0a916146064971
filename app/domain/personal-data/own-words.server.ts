import { sql, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database, Write } from "~/db/client.server";
import {
  auditLog,
  bookingEvents,
  bookings,
  enquiries,
  notices,
  onlinePayments,
  quotes,
  rateLimitCounters,
  receipts,
  reviewReports,
  reviews,
  webhookDeliveries,
} from "~/db/schema";
import { updateWhere, type Changes } from "~/db/typed-writes.server";
import { isPhoneConfirmed } from "../accounts/phone-channels.server";
import type { Instant } from "../time/harare";
import type { SessionClaims } from "../values/user";

/** The most rows of each kind in a download; a user who has more asks the office. */
export const ROW_LIMIT = 5000;

/** A query of the ids of a user's accounts: what was merged into theirs is theirs too (O28). */
export const accountsOf = (id: string): SQL =>
  sql`(select ${id} union all select id from users where merged_into = ${id})`;

/** The bookings that a user may have written about: a plumber's, and those of clients they know, which others have by now. */
const bookingsReachedBy = ({ id, role }: SessionClaims): SQL =>
  role === "plumber"
    ? sql`(select id from bookings where plumber_id = ${id} union select id from bookings
        where client_id in (select other_id from contacts where user_id in ${accountsOf(id)}))`
    : sql`(select id from bookings where client_id = ${id})`;

/** The phones that are known to be of a user's accounts, as a query: in a profile anybody can write anybody's. */
export const phonesOf = (id: string): SQL => sql`(select phone from users
  where id in ${accountsOf(id)} and phone is not null and ${isPhoneConfirmed("users")}
  union select phone from phone_channels where user_id in ${accountsOf(id)})`;

/** The condition, over `enquiries`, that a user wrote it: not what came from their former phone after it was ended. */
const isEnquiryOf = (id: string): SQL =>
  sql`(enquiries.email in (select email from users where id in ${accountsOf(id)})
    or enquiries.phone in ${phonesOf(id)} and not exists (select 1 from phone_channels former
      where former.user_id in ${accountsOf(id)} and former.phone = enquiries.phone and former.ended_at < enquiries.created_at
        and not exists (select 1 from phone_channels present where present.user_id in ${accountsOf(id)}
          and present.phone = enquiries.phone and present.ended_at is null)))`;

/**
 * Everything that a user has written but messages and reviews, by where it is kept: the download reads it (A17), and erasure takes
 * it out (A18), so neither can miss what the other one finds.
 */
export function ownWords(db: Database, user: SessionClaims) {
  const { id, role } = user;
  const theirs = accountsOf(id);
  const reached = bookingsReachedBy(user);
  const theirEvents = sql`(select id from booking_events where booking_id in ${reached} and actor_id in ${theirs})`;
  const hasReason = sql`booking_id in ${reached} and reason is not null and actor_id in ${theirs}`;
  const isReport = sql`reporter_id in ${theirs}`;
  const costMore = sql`plumber_id = ${id} and final_reason is not null`;
  const isAnswered = sql`plumber_id = ${id} and answer is not null`;
  const quoted = sql<string>`(select group_concat(json_extract(value, '$.what'), ', ') from json_each(quotes.lines)) || coalesce('. ' || note, '')`;
  const toOffice = sql<string>`coalesce(subject || ': ', '') || message`;

  /** `erased`: what a row becomes; null: it is deleted. */
  const written = <Table extends SQLiteTable>(
    what: string,
    table: Table,
    [words, at]: [words: SQL<string> | AnySQLiteColumn, at: AnySQLiteColumn],
    where: SQL,
    erased: Changes<Table> | null,
  ) => ({
    read: () =>
      db
        .select({
          what: sql<string>`${what}`.as("what"),
          words: sql<string>`${words}`.as("words"),
          createdAt: sql<Instant>`${at}`.as("created_at"),
        })
        .from(table)
        .where(where)
        .limit(ROW_LIMIT),
    erase: (condition: SQL): Write =>
      erased
        ? updateWhere(db, table, erased, sql`(${where}) and ${condition}`)
        : db.delete(table).where(sql`(${where}) and ${condition}`),
  });

  return [
    written("A reason", bookingEvents, [bookingEvents.reason, bookingEvents.at], hasReason, { reason: null }),
    written("A report of a review", reviewReports, [reviewReports.reason, reviewReports.at], isReport, {
      reason: "Erased with the account of its writer.",
    }),
    ...(role === "plumber"
      ? [
          written("Why a job cost more", bookings, [bookings.finalReason, bookings.completedAt], costMore, {
            finalReason: null,
          }),
          // The lines that were agreed on are the client's receipt.
          written("A quote", quotes, [quoted, quotes.createdAt], sql`id in ${theirEvents}`, {
            note: null,
            lines: sql`iif(status = 'accepted', lines,
              (select json_group_array(json_object('what', 'Work', 'amount', json_extract(value, '$.amount'))) from json_each(quotes.lines)))`,
          }),
          written("An answer to a review", reviews, [reviews.answer, reviews.answeredAt], isAnswered, {
            answer: null,
            answeredAt: null,
          }),
        ]
      : []),
    written("To our office", enquiries, [toOffice, enquiries.createdAt], isEnquiryOf(id), null),
  ];
}

/** Shorter names also occur inside other words. */
const SHORTEST_NAME = 3;

/**
 * The statements that take out what a user has written, and what the office and programs have written that names them,
 * where `condition` holds (A18). They go before the statements that take away name, email and phone, because they look
 * for these. What the other side wrote stays (decision 034), and so do messages, reviews, and what a receipt lists.
 */
export function eraseWords(
  db: Database,
  { id, role, email }: SessionClaims & { email: string | null },
  condition: SQL,
) {
  const isPlumber = role === "plumber";
  const theirs = accountsOf(id);
  const known = sql`(select other_id from contacts where user_id in ${theirs})`;
  const reached = bookingsReachedBy({ id, role });
  const ofTheirs = sql`(select id from bookings where ${isPlumber ? sql`plumber_id` : sql`client_id`} = ${id})`;
  const theirReviews = sql`(select id from reviews where ${isPlumber ? sql`plumber_id` : sql`client_id`} = ${id})`;
  const isTheirEnquiry = isEnquiryOf(id);

  const contains = (text: SQL, part: SQL) => sql`instr(lower(${text}), lower(${part})) > 0`;
  const names = (text: SQL) => sql`exists (select 1 from users named where named.id in ${theirs} and (
    length(first_name) >= ${SHORTEST_NAME} and ${contains(text, sql`first_name`)}
    or length(last_name) >= ${SHORTEST_NAME} and ${contains(text, sql`last_name`)}
    or ${contains(text, sql`coalesce(named.email, 'no email')`)}
    or instr(replace(${text}, ' ', ''), substr(coalesce(named.phone, 'no phone'), -9)) > 0))`;
  /** Only where all is erased. */
  const erase = <Table extends SQLiteTable>(table: Table, set: Changes<Table>, where: SQL) =>
    updateWhere(db, table, set, sql`(${where}) and ${condition}`);

  const byOffice = sql`booking_id in ${reached} and actor_role = 'admin' and ${names(sql`booking_events.reason`)}`;
  const ofPlumber = { report: null, title: sql`iif(${names(sql`bookings.title`)}, null, title)` };
  const ofClient = {
    ...{ suburb: null, street: null, city: null, pin: null, notes: null, title: null },
    finalReason: sql`iif(${names(sql`bookings.final_reason`)}, null, final_reason)`,
  };

  return [
    // Notices that went out lose their words, whoever got them; a queued one still has to go out.
    db.delete(webhookDeliveries).where(
      sql`notice_id in (select id from notices where booking_id in ${reached} or user_id in ${known})
        and (notice_id in (select id from notices where booking_id in ${ofTheirs}) or ${names(sql`webhook_deliveries.payload`)}) and ${condition}`,
    ),
    erase(
      notices,
      { subject: null, facts: null, words: null, status: sql`iif(status = 'failed', 'dropped', status)` },
      sql`status <> 'queued' and (booking_id in ${ofTheirs}
        or cause_id in (select id from enquiries where ${isTheirEnquiry})
        or (booking_id in ${reached} or user_id in ${known})
          and ${names(sql`coalesce(notices.subject, '') || coalesce(notices.facts, '') || coalesce(notices.words, '')`)})`,
    ),
    erase(bookingEvents, { reason: null }, byOffice),
    isPlumber ? erase(bookings, ofPlumber, sql`plumber_id = ${id}`) : erase(bookings, ofClient, sql`client_id = ${id}`),
    erase(reviews, { hiddenReason: null }, sql`id in ${theirReviews}`),
    erase(receipts, { reason: null }, sql`booking_id in ${ofTheirs} and ${names(sql`receipts.reason`)}`),
    erase(receipts, isPlumber ? { plumberNames: null } : { clientNames: null }, sql`booking_id in ${ofTheirs}`),
    // The provider's number is what finds a payment; of the phone the end is enough.
    erase(
      onlinePayments,
      { phone: sql`'•••' || substr(phone, -3)`, instructions: null, failure: null },
      sql`client_id = ${id}`,
    ),
    erase(
      auditLog,
      { reason: null },
      sql`subject_id in ${theirs} or reason is not null and ${names(sql`audit_log.reason`)}
        and (subject_id in ${reached} or subject_id in ${theirReviews} or subject_id in ${known}
          or subject_id in (select id from enquiries where ${isTheirEnquiry}))`,
    ),
    erase(
      auditLog,
      { before: sql`iif(before is null, null, '{"title":null}')`, after: '{"title":null}' },
      sql`action = 'bookingRetitled' and subject_id in ${ofTheirs}`,
    ),
    // Last: what is above finds the enquiries' notices and log entries by them.
    ...ownWords(db, { id, role }).map(({ erase }) => erase(condition)),
    db.delete(rateLimitCounters).where(sql`(instr(subject, ${email ?? "no email"}) > 0 or exists (
      select 1 from ${phonesOf(id)} own where instr(rate_limit_counters.subject, own.phone) > 0)) and ${condition}`),
  ];
}
