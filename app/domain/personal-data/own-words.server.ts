import { sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database, Write, Changes } from "~/db/client.server";
import * as tables from "~/db/schema";
import { isPhoneConfirmed } from "../accounts/phone-channels.server";
import type { Instant } from "../time/harare";
import type { SessionClaims } from "../values/user";

export type Erasable = SessionClaims & { email: string | null };

/** The most rows of each kind in a download; a user who has more asks the office. */
export const ROW_LIMIT = 5000;

/** A query of the ids of a user's accounts: what was merged into theirs is theirs too (O28). */
export const accountsOf = (id: string): SQL =>
  sql`(select ${id} union all select id from users where merged_into = ${id})`;

/** The bookings that a user may have written about: their own, and those of a plumber's clients, which others have by now. */
const bookingsReachedBy = ({ id, role }: SessionClaims): SQL =>
  role === "plumber"
    ? sql`(select id from bookings where plumber_id = ${id} union select id from bookings
        where client_id in (select other_id from contacts where user_id in ${accountsOf(id)}))`
    : sql`(select id from bookings where client_id = ${id})`;

/** The phones that are known to be of a user's accounts, as a query: in a profile anybody can write anybody's. */
const phonesOf = (id: string): SQL => sql`(select phone from users
  where id in ${accountsOf(id)} and phone is not null and ${isPhoneConfirmed("users")}
  union select phone from phone_channels where user_id in ${accountsOf(id)})`;

/** The condition, over a table of what came from phones, that it was a user's: not their former one, after it was ended. */
const isOwnPhone = (id: string, table: "enquiries" | "dialogues", at: "created_at" | "began_at"): SQL => {
  const phone = sql.raw(`${table}.phone`);
  return sql`(${phone} in ${phonesOf(id)} and not exists (select 1 from phone_channels former
    where former.user_id in ${accountsOf(id)} and former.phone = ${phone} and former.ended_at < ${sql.raw(`${table}.${at}`)}
      and not exists (select 1 from phone_channels present where present.user_id in ${accountsOf(id)}
        and present.phone = ${phone} and present.ended_at is null)))`;
};

/** The condition, over `enquiries`, that a user wrote it. */
const isEnquiryOf = (id: string): SQL =>
  sql`(enquiries.email in (select email from users where id in ${accountsOf(id)})
    or ${isOwnPhone(id, "enquiries", "created_at")})`;

/**
 * Everything that a user has written but messages and reviews, by where it is kept: the download reads it (A17), and
 * erasure takes it out (A18).
 */
export function ownWords(db: Database, user: SessionClaims) {
  const { id, role } = user;
  const theirs = accountsOf(id);
  const reached = bookingsReachedBy(user);
  const theirEvents = sql`(select id from booking_events where booking_id in ${reached} and actor_id in ${theirs})`;
  const hasReason = sql`booking_id in ${reached} and reason is not null and actor_id in ${theirs}`;
  const costMore = sql`plumber_id = ${id} and final_reason is not null`;
  const isAnswered = sql`plumber_id = ${id} and answer is not null`;
  const quoted = sql`(select group_concat(json_extract(value, '$.what'), ', ') from json_each(quotes.lines)) || coalesce('. ' || note, '')`;
  const saidByThem = sql`(select group_concat(value ->> 'text', '; ') from json_each(said) where value ->> 'by' = 'them')`;
  const toOffice = sql`coalesce(subject || ': ', '') || message`;

  /** `erased`: what a row becomes; null: it is deleted. */
  const written = <Table extends SQLiteTable>(
    what: string,
    table: Table,
    words: SQL,
    at: SQL,
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
        .limit(ROW_LIMIT + 1),
    erase(condition: SQL): Write {
      const those = sql`(${where}) and ${condition}`;
      return erased ? db.update(table).set(erased).where(those) : db.delete(table).where(those);
    },
  });

  return [
    written("A reason", tables.bookingEvents, sql`reason`, sql`at`, hasReason, { reason: null }),
    written("A report of a review", tables.reviewReports, sql`reason`, sql`at`, sql`reporter_id in ${theirs}`, {
      reason: "Erased with the account of its writer.",
    }),
    ...(role === "plumber"
      ? [
          written("Why a job cost more", tables.bookings, sql`final_reason`, sql`completed_at`, costMore, {
            finalReason: null,
          }),
          // The lines that were agreed on are the client's receipt.
          written("A quote", tables.quotes, quoted, sql`created_at`, sql`id in ${theirEvents}`, {
            note: null,
            lines: sql`iif(status = 'accepted', lines,
              (select json_group_array(json_object('what', 'Work', 'amount', json_extract(value, '$.amount')))
              from json_each(quotes.lines)))`,
          }),
          written("An answer to a review", tables.reviews, sql`answer`, sql`answered_at`, isAnswered, {
            answer: null,
            answeredAt: null,
          }),
        ]
      : []),
    // Before the enquiries, which it may refer to.
    written(
      "To us from a phone",
      tables.dialogues,
      saidByThem,
      sql`began_at`,
      isOwnPhone(id, "dialogues", "began_at"),
      null,
    ),
    written("To our office", tables.enquiries, toOffice, sql`created_at`, isEnquiryOf(id), null),
  ];
}

/**
 * The statements that take out what a user has written, and what the office and programs have written that names them,
 * where `condition` holds (A18). They go before the statements that take away name, email and phone, because they look
 * for these. The other side's words stay (decision 034), and so do messages, reviews, and what a receipt lists.
 */
export function eraseWords(db: Database, { id, role, email }: Erasable, condition: SQL) {
  const isPlumber = role === "plumber";
  const theirs = accountsOf(id);
  const known = sql`(select other_id from contacts where user_id in ${theirs})`;
  const reached = bookingsReachedBy({ id, role });
  const isOwn = sql`${isPlumber ? sql`plumber_id` : sql`client_id`} = ${id}`;
  const theirBookings = sql`(select id from bookings where ${isOwn})`;
  const theirReviews = sql`(select id from reviews where ${isOwn})`;
  const isTheirEnquiry = isEnquiryOf(id);

  const wordless = (change: SQL) => sql`(select json_group_object(key, null) from json_each(${change}))`;
  const contains = (text: SQL, part: SQL) => sql`instr(lower(${text}), lower(${part})) > 0`;
  // Shorter names also occur inside other words.
  const names = (text: SQL) => sql`exists (select 1 from users named where named.id in ${theirs} and (
    length(first_name) >= 3 and ${contains(text, sql`first_name`)}
    or length(last_name) >= 3 and ${contains(text, sql`last_name`)}
    or ${contains(text, sql`coalesce(named.email, 'no email')`)}
    or instr(replace(${text}, ' ', ''), substr(coalesce(named.phone, 'no phone'), -9)) > 0))`;
  const withoutWords = sql`iif(status = 'sent', status, 'dropped')`;
  const erase = <Table extends SQLiteTable>(table: Table, set: Changes<Table>, where: SQL) =>
    db
      .update(table)
      .set(set)
      .where(sql`(${where}) and ${condition}`);

  const byOffice = sql`booking_id in ${reached} and actor_role = 'admin' and ${names(sql`booking_events.reason`)}`;
  const plumberColumns = { report: null, title: sql`iif(${names(sql`bookings.title`)}, null, title)` };
  const clientColumns = {
    suburb: null,
    street: null,
    city: null,
    pin: null,
    notes: null,
    title: null,
    replacesId: null,
    finalReason: sql`iif(${names(sql`bookings.final_reason`)}, null, final_reason)`,
  };

  return [
    // Notices that went out lose their words for every reader; a queued one still has to go out.
    db.delete(tables.webhookDeliveries).where(
      sql`notice_id in (select id from notices where booking_id in ${reached} or user_id in ${known})
        and (notice_id in (select id from notices where booking_id in ${theirBookings})
        or ${names(sql`webhook_deliveries.payload`)}) and ${condition}`,
    ),
    erase(
      tables.notices,
      { subject: null, facts: null, words: null, status: withoutWords },
      sql`status <> 'queued' and (booking_id in ${theirBookings}
        or cause_id in (select id from enquiries where ${isTheirEnquiry} union all
          select id from audit_log where subject_id in (select id from enquiries where ${isTheirEnquiry}))
        or (booking_id in ${reached} or user_id in ${known})
          and ${names(sql`coalesce(notices.subject, '') || coalesce(notices.facts, '') || coalesce(notices.words, '')`)})`,
    ),
    // Notices without an account: to their phone, or to an email that our office offered them.
    erase(
      tables.notices,
      { recipient: sql`'erased ' || id`, subject: null, facts: null, words: null, status: withoutWords },
      sql`user_id is null and (recipient in ${phonesOf(id)} or recipient in (select json_extract(after, '$.email')
        from audit_log where action = 'accountOffered' and subject_id in ${theirs}))`,
    ),
    erase(tables.bookingEvents, { reason: null }, byOffice),
    // A correction holds the client's address and words, even if the office made it.
    ...(isPlumber
      ? []
      : [erase(tables.bookingEvents, { changes: null }, sql`changes is not null and booking_id in ${theirBookings}`)]),
    erase(tables.bookings, isPlumber ? plumberColumns : clientColumns, isOwn),
    erase(tables.reviews, { hiddenReason: null }, isOwn),
    erase(tables.receipts, { reason: null }, sql`booking_id in ${theirBookings} and ${names(sql`receipts.reason`)}`),
    erase(tables.receipts, { [isPlumber ? "plumberNames" : "clientNames"]: null }, sql`booking_id in ${theirBookings}`),
    erase(tables.payouts, { reason: null }, sql`plumber_id in ${theirs} and ${names(sql`payouts.reason`)}`),
    erase(tables.refunds, { returnReason: null }, sql`client_id in ${theirs} and ${names(sql`refunds.return_reason`)}`),
    // The provider's number is what finds a payment; of the phone the end is enough.
    erase(
      tables.onlinePayments,
      { phone: sql`'•••' || substr(phone, -3)`, instructions: null, failure: null },
      sql`client_id = ${id}`,
    ),
    erase(
      tables.auditLog,
      { reason: null },
      // Why it was erased stays, unless it names them.
      sql`subject_id in ${theirs} and (action <> 'userErased' or ${names(sql`audit_log.reason`)})
        or reason is not null and ${names(sql`audit_log.reason`)}
        and (subject_id in ${reached} or subject_id in ${theirReviews} or subject_id in ${known}
          or subject_id in (select id from enquiries where ${isTheirEnquiry}))`,
    ),
    // The entry says which fields the office changed, and no longer from what to what.
    erase(
      tables.auditLog,
      { before: wordless(sql`before`), after: wordless(sql`after`) },
      sql`action = 'bookingRetitled' and subject_id in ${theirBookings}
        or action = 'bookingCorrected' and ${Number(!isPlumber)} and subject_id in ${theirBookings}
        or action in ('accountCorrected', 'accountOffered') and subject_id in ${theirs}`,
    ),
    // Last: what is above finds the enquiries' notices and log entries by them.
    ...ownWords(db, { id, role }).map(({ erase }) => erase(condition)),
    db.delete(tables.rateLimitCounters).where(sql`(instr(subject, ${email ?? "no email"}) > 0 or exists (
      select 1 from ${phonesOf(id)} own where instr(rate_limit_counters.subject, own.phone) > 0)) and ${condition}`),
  ];
}
