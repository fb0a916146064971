import { and, eq, sql, type SQL } from "drizzle-orm";
import { type Database, columnsOf, firstRow, isOneOf } from "~/db/client.server";
import { foldName, foldText } from "~/db/folding";
import { users } from "~/db/schema";
import { isPhoneConfirmed } from "../../accounts/phone-channels.server";
import type { Instant } from "../../time/harare";
import { cityKey } from "../../values/cities";
import { SEARCH_LENGTH, cutText } from "../../values/text";
import { beginningOfPhone } from "../../values/typed-phone";
import { type Role, ROLES } from "../../values/user";
import { callerAddress, selectUsers } from "./users.server";
import { readOfficeRows } from "../bookings/office-rows.server";

export type SearchText = NonNullable<ReturnType<typeof readSearch>>;

/** Reads a search; null for fewer than two characters, which would match nearly everyone (O4). */
export function readSearch(given: string | null) {
  const typed = (given ?? "")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/\s+/g, " ");
  const text = cutText(foldText(typed), SEARCH_LENGTH);
  if (text.length < 2) return null;
  const reference = /^(?:pb[- ]?)?([2-9a-z]{2,6})$/.exec(text)?.[1]?.toUpperCase();
  return {
    text,
    /** The beginning of a name; null for what has no letter of one. */
    name: cutText(foldName(typed).replace(/\s+/g, " ").trim(), SEARCH_LENGTH) || null,
    /** The beginnings of a phone as we store it, and of a job reference; null for what can't be one. */
    phone: beginningOfPhone(typed),
    reference: reference ? `PB-${reference}` : null,
    city: cityKey(typed),
  };
}

const MAX_USERS_FOUND = 20;
const MAX_BOOKINGS_FOUND = 40;

/** The condition that a column begins with a text, as a range for an index: no character sorts after the last code point. */
const begins = (column: SQL, text: string) => sql`${column} >= ${text} and ${column} < ${`${text}\u{10FFFF}`}`;

/** Selects the rows whose name (in either order, `named` too), email or phone begins with the search, `some` for each. */
export function beginWith({ text, name, phone }: SearchText, some: (where: SQL) => SQL, named = sql``): SQL {
  const selects = [
    ...(name
      ? [
          some(sql`${named}${begins(sql`search_name`, name)}`),
          some(sql`${named}${begins(sql`search_last_name`, name)}`),
        ]
      : []),
    some(begins(sql`email`, text)),
    ...(phone ? [some(sql`phone is not null and ${begins(sql`phone`, phone)}`)] : []),
  ];
  return sql.join(selects, sql` union `);
}

/** The ids of users whom the search finds, at most `limit` by each column. A merged one gives the account it was merged into (O28). */
const usersFound = (search: SearchText, limit: number, roles: readonly Role[] = ROLES): SQL =>
  beginWith(
    search,
    (where) =>
      sql`select coalesce(merged_into, id) as id from (select id, merged_into from users where ${where} limit cast(${limit} as integer))`,
    sql`${isOneOf(sql`role`, roles)} and `,
  );

/** Finds users whose name (in either order), email or phone begins with the search, by name; at most 20 (O4). */
export const searchUsers = (db: Database, search: SearchText) =>
  selectUsers(db)
    .where(sql`${users.id} in (${usersFound(search, MAX_USERS_FOUND)})`)
    .orderBy(users.searchName)
    .limit(MAX_USERS_FOUND);

/** Finds clients as `searchUsers` does, for whom the office can book; at most 20 (B29). */
export const searchClients = (db: Database, search: SearchText) =>
  selectFoundClients(db)
    .where(sql`${isBookable} and ${users.id} in (${usersFound(search, MAX_USERS_FOUND, ["client"])})`)
    .orderBy(users.searchName)
    .limit(MAX_USERS_FOUND);

export const findClient = (db: Database, id: string) =>
  firstRow(selectFoundClients(db).where(and(eq(users.id, id), isBookable)));

/** A client whose account is neither suspended nor erased. The plus keeps SQLite from reading all clients by their role. */
const isBookable = sql`+${users.role} = 'client' and ${users.suspendedAt} is null and ${users.passwordHash} not in ('erased', 'merged')`;

const selectFoundClients = (db: Database) =>
  db
    .select({
      ...columnsOf(users, "id", "firstName", "lastName", "email", "phone"),
      address: callerAddress.as("address"),
      /** Its owner or the office has confirmed the phone (B29): else it may be anybody's. */
      isPhoneConfirmed: sql`${isPhoneConfirmed("users")}`.mapWith(Boolean).as("is_phone_confirmed"),
    })
    .from(users);

/** Finds bookings by the beginning of their reference, by city, or by either side (10 of each); at most 40, latest start first (O4). */
export async function searchBookings(db: Database, search: SearchText, now: Instant) {
  const latestOf = (where: SQL) =>
    sql`select id from bookings where ${where} order by starts_at desc, id desc limit 10`;
  const found = sql.join(
    [
      ...(search.reference
        ? [sql`select id from (select id from bookings where ${begins(sql`reference`, search.reference)} limit 20)`]
        : []),
      sql`select id from (select id from bookings where city_key = ${search.city} order by starts_at desc, id desc limit 20)`,
      sql`select bookings.id from (select distinct id from (${usersFound(search, 10)}) limit 20) as user, bookings
        where bookings.id in (select id from (${latestOf(sql`client_id = user.id`)})
          union all select id from (${latestOf(sql`plumber_id = user.id`)}))`,
    ],
    sql` union `,
  );
  return readOfficeRows(db, sql`bookings.id in (${found}) order by starts_at desc limit ${MAX_BOOKINGS_FOUND}`, now);
}
