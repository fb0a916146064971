import { sql, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database, Write } from "~/db/client.server";
import { bookingEvents, bookings, enquiries, quotes, reviewReports, reviews } from "~/db/schema";
import type { Changes } from "~/db/typed-writes.server";
import { isPhoneConfirmed } from "../accounts/phone-channels.server";
import type { Instant } from "../time/harare";
import type { SessionClaims } from "../values/user";

/** The most rows of each kind in a download; a user who has more asks the office. */
export const AT_MOST = 5000;

/** A query of the ids of a user's accounts: what was merged into theirs is theirs too (O28). */
export const accountsOf = (id: string): SQL =>
  sql`(select ${id} union all select id from users where merged_into = ${id})`;

/** The bookings that a user may have written about: a plumber's, and those of clients they know, which others have by now. */
export const bookingsReachedBy = ({ id, role }: SessionClaims): SQL =>
  role === "plumber"
    ? sql`(select id from bookings where plumber_id = ${id} union select id from bookings
        where client_id in (select other_id from contacts where user_id in ${accountsOf(id)}))`
    : sql`(select id from bookings where client_id = ${id})`;

/** The phones that are known to be of a user's accounts, as a query: in a profile anybody can write anybody's. */
export const phonesOf = (id: string): SQL => sql`(select phone from users
  where id in ${accountsOf(id)} and phone is not null and ${isPhoneConfirmed("users")}
  union select phone from phone_channels where user_id in ${accountsOf(id)})`;

/** The condition, over `enquiries`, that a user wrote it: not what came from their former phone after it was ended. */
export const isEnquiryOf = (id: string): SQL =>
  sql`(enquiries.email in (select email from users where id in ${accountsOf(id)})
    or enquiries.phone in ${phonesOf(id)} and not exists (select 1 from phone_channels former
      where former.user_id in ${accountsOf(id)} and former.phone = enquiries.phone and former.ended_at < enquiries.created_at
        and not exists (select 1 from phone_channels present where present.user_id in ${accountsOf(id)}
          and present.phone = enquiries.phone and present.ended_at is null)))`;

/**
 * What a user has written besides messages and reviews, by where it is kept: the download reads it (A17), and erasure takes
 * it out (A18), so neither can miss what the other one finds.
 */
export function ownWords(db: Database, user: SessionClaims) {
  const { id, role } = user;
  const theirs = accountsOf(id);
  const reached = bookingsReachedBy(user);
  const theirEvents = sql`(select id from booking_events where booking_id in ${reached} and actor_id in ${theirs})`;

  /** `erased`: what a row becomes; null: it is deleted. */
  const written = <Table extends SQLiteTable>(
    what: string,
    table: Table,
    words: SQL<string> | AnySQLiteColumn,
    at: AnySQLiteColumn,
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
        .limit(AT_MOST),
    erase: (condition: SQL): Write =>
      erased
        ? db
            .update(table)
            .set(erased)
            .where(sql`(${where}) and ${condition}`)
        : db.delete(table).where(sql`(${where}) and ${condition}`),
  });

  return [
    written(
      "A reason",
      bookingEvents,
      bookingEvents.reason,
      bookingEvents.at,
      sql`booking_id in ${reached} and reason is not null and actor_id in ${theirs}`,
      { reason: null },
    ),
    written(
      "A report of a review",
      reviewReports,
      reviewReports.reason,
      reviewReports.at,
      sql`reporter_id in ${theirs}`,
      { reason: "Erased with the account of its writer." },
    ),
    ...(role === "plumber"
      ? [
          written(
            "Why a job cost more",
            bookings,
            bookings.finalReason,
            bookings.completedAt,
            sql`plumber_id = ${id} and final_reason is not null`,
            { finalReason: null },
          ),
          // The lines that were agreed on are the client's receipt.
          written(
            "A quote",
            quotes,
            sql`(select group_concat(json_extract(value, '$.what'), ', ') from json_each(quotes.lines)) || coalesce('. ' || note, '')`,
            quotes.createdAt,
            sql`id in ${theirEvents}`,
            {
              note: null,
              lines: sql`iif(status = 'accepted', lines,
                (select json_group_array(json_object('what', 'Work', 'amount', json_extract(value, '$.amount'))) from json_each(quotes.lines)))`,
            },
          ),
          written(
            "An answer to a review",
            reviews,
            reviews.answer,
            reviews.answeredAt,
            sql`plumber_id = ${id} and answer is not null`,
            { answer: null, answeredAt: null },
          ),
        ]
      : []),
    written(
      "To our office",
      enquiries,
      sql`coalesce(subject || ': ', '') || message`,
      enquiries.createdAt,
      isEnquiryOf(id),
      null,
    ),
  ];
}
