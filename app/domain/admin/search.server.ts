import { desc, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings, users } from "~/db/schema";
import type { Booking } from "../bookings/booking";
import { selectBookings } from "../bookings/queries/booking-views.server";
import type { UserSummary } from "./user-summary";
import { selectUsers } from "./users.server";
import type { SearchText } from "./search-text";

const MAX_USERS_FOUND = 20;
const MAX_BOOKINGS_FOUND = 40;

/** Everything that begins with a text, as an index can be read; the last code point comes after whatever follows. */
export const begins = (column: SQL, text: string) => sql`${column} >= ${text} and ${column} < ${`${text}\u{10FFFF}`}`;

/** The ids of those whose name (either way round), email or phone begins with what was typed: at most `limit` each. */
function usersFound({ text, phone }: SearchText, limit: number): SQL {
  const some = (where: SQL) =>
    sql`select id from (select id from users where ${where} limit cast(${limit} as integer))`;
  const anyRole = sql`role in ('client', 'plumber', 'admin')`;
  return sql.join(
    [
      some(sql`${anyRole} and ${begins(sql`lower(first_name || ' ' || last_name)`, text)}`),
      some(sql`${anyRole} and ${begins(sql`lower(last_name || ' ' || first_name)`, text)}`),
      some(begins(sql`email`, text)),
      ...(phone ? [some(sql`phone is not null and ${begins(sql`phone`, phone)}`)] : []),
    ],
    sql` union `,
  );
}

/** Users by the beginning of a name, an email or a phone; at most 20. */
export function searchUsers(db: Database, search: SearchText): Promise<UserSummary[]> {
  return selectUsers(db)
    .where(sql`${users.id} in (${usersFound(search, MAX_USERS_FOUND)})`)
    .orderBy(sql`lower(${users.firstName}), lower(${users.lastName})`)
    .limit(MAX_USERS_FOUND);
}

/**
 * Bookings by the beginning of their reference, by the people of either side, or by the plumber's city: the latest
 * 10 of each user found, at most 40 in all, latest start first.
 */
export function searchBookings(db: Database, search: SearchText): Promise<Booking[]> {
  const latestOf = (where: SQL) =>
    sql`select id from bookings where ${where} order by starts_at desc, id desc limit 10`;
  const found = sql.join(
    [
      ...(search.reference
        ? [sql`select id from (select id from bookings where ${begins(sql`reference`, search.reference)} limit 20)`]
        : []),
      sql`select id from (select id from bookings where city_key = ${search.text} order by starts_at desc, id desc limit 20)`,
      sql`select bookings.id from (select id from (${usersFound(search, 10)}) limit 20) as user, bookings
        where bookings.id in (${latestOf(sql`client_id = user.id`)})`,
      sql`select bookings.id from (select id from (${usersFound(search, 10)}) limit 20) as user, bookings
        where bookings.id in (${latestOf(sql`plumber_id = user.id`)})`,
    ],
    sql` union `,
  );
  return selectBookings(db, sql`${bookings.id} in (${found})`, [desc(bookings.startsAt)], MAX_BOOKINGS_FOUND);
}
