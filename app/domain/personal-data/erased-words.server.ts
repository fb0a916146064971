import { sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "~/db/client.server";
import {
  auditLog,
  bookingEvents,
  bookings,
  notices,
  onlinePayments,
  rateLimitCounters,
  receipts,
  reviews,
  webhookDeliveries,
} from "~/db/schema";
import type { Changes } from "~/db/typed-writes.server";
import type { SessionClaims } from "../values/user";
import { accountsOf, bookingsReachedBy, isEnquiryOf, ownWords, phonesOf } from "./own-words.server";

/** Shorter names also stand inside other words. */
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
    db
      .update(table)
      .set(set)
      .where(sql`(${where}) and ${condition}`);

  return [
    // Notices that went out lose their words, whoever got them; a queued one still has to go out.
    db.delete(webhookDeliveries).where(
      sql`notice_id in (select id from notices where booking_id in ${reached} or user_id in ${known})
        and (notice_id in (select id from notices where booking_id in ${ofTheirs}) or ${names(sql`webhook_deliveries.payload`)}) and ${condition}`,
    ),
    erase(
      notices,
      {
        subject: null,
        facts: null,
        words: null,
        status: sql`iif(status = 'failed', 'dropped', status)`,
      },
      sql`status <> 'queued' and (booking_id in ${ofTheirs}
        or cause_id in (select id from enquiries where ${isTheirEnquiry})
        or (booking_id in ${reached} or user_id in ${known})
          and ${names(sql`coalesce(notices.subject, '') || coalesce(notices.facts, '') || coalesce(notices.words, '')`)})`,
    ),
    erase(
      bookingEvents,
      { reason: null },
      sql`booking_id in ${reached} and actor_role = 'admin'
        and ${names(sql`booking_events.reason`)}`,
    ),
    isPlumber
      ? erase(
          bookings,
          { report: null, title: sql`iif(${names(sql`bookings.title`)}, null, title)` },
          sql`plumber_id = ${id}`,
        )
      : erase(
          bookings,
          {
            suburb: null,
            street: null,
            city: null,
            pin: null,
            notes: null,
            title: null,
            finalReason: sql`iif(${names(sql`bookings.final_reason`)}, null, final_reason)`,
          },
          sql`client_id = ${id}`,
        ),
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
    db
      .delete(rateLimitCounters)
      .where(
        sql`(instr(subject, ${email ?? "no email"}) > 0 or exists (select 1 from ${phonesOf(id)} own where instr(rate_limit_counters.subject, own.phone) > 0)) and ${condition}`,
      ),
  ];
}
