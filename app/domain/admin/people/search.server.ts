import { and, eq, inArray, isNotNull, sql, type SQL } from "drizzle-orm";
import { type Database, columnsOf, firstRow, isOneOf } from "~/db/client.server";
import { foldName, foldPlace, foldText, HOUSE_NUMBER } from "~/db/folding";
import { payoutBatches, users } from "~/db/schema";
import { isPhoneConfirmed } from "../../accounts/phone-channels.server";
import { dateAt, instantOf, type Instant } from "../../time/harare";
import { cityKey } from "../../values/cities";
import { asBankReference } from "../../escrow/payout";
import { SEARCH_LENGTH, cutText } from "../../values/text";
import { beginningOfPhone, endOfPhone, parsePhone, splitNameAndPhone } from "../../values/typed-phone";
import { type Role, ROLES } from "../../values/user";
import { callerAddress, selectUsers } from "./users.server";
import { readOfficeRows } from "../bookings/office-rows.server";

export interface SearchText {
  text: string;
  /** The beginning of a name, '' where only a phone was typed. */
  name: string;
  /** The beginnings of a phone as we store it, and of a job reference; null for what can't be one. */
  phone: string | null;
  isPhoneWhole: boolean;
  /** The last digits of a phone, six at least, or null. */
  phoneEnd: string | null;
  reference: string | null;
  receipt: number | null;
  city: string;
  /** References of banks and providers as they write them, and as typed: found whole. None is without a digit. */
  numbers: string[];
  /** The beginning of a suburb and, without its house number, of a street; null for fewer than three letters. */
  place: string | null;
  street: string | null;
  /** The house number that was typed before a street, or ''. */
  house: string;
}

/** Reads a search; null for fewer than two characters, which would match nearly everyone (O4). */
export function readSearch(given: string | null): SearchText | null {
  const typed = (given ?? "")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/\s+/g, " ");
  const text = cutText(foldText(typed), SEARCH_LENGTH);
  if (text.length < 2) return null;
  const reference = /^(?:pb[- ]?)?([2-9a-z]{2,6})$/.exec(text)?.[1]?.toUpperCase();
  const receipt = /^(?:pr[- ]?)?(\d{1,9})$/.exec(text)?.[1];
  const { name, phone } = splitNameAndPhone(typed);
  const place = cutText(foldPlace(typed), SEARCH_LENGTH);
  const street = place.replace(LEADING_HOUSE_NUMBER, "");
  return {
    text,
    name: cutText(foldName(name).replace(/\s+/g, " ").trim(), SEARCH_LENGTH),
    phone: beginningOfPhone(phone || typed),
    isPhoneWhole: parsePhone(phone) !== null,
    phoneEnd: endOfPhone(phone || typed),
    reference: reference ? `PB-${reference}` : null,
    receipt: receipt ? Number(receipt) : null,
    city: cityKey(typed),
    numbers:
      /\d/.test(typed) && typed.length <= SEARCH_LENGTH
        ? [...new Set([typed, typed.toUpperCase(), typed.toLowerCase(), asBankReference(typed)])]
        : [],
    place: place.length < 3 ? null : place,
    street: street.length < 3 ? null : street,
    house: LEADING_HOUSE_NUMBER.exec(text)?.[0].trim() ?? "",
  };
}

const LEADING_HOUSE_NUMBER = new RegExp(`^[${HOUSE_NUMBER.replaceAll("-", "\\-")}]+`);

const MAX_USERS_FOUND = 20;
const MAX_BOOKINGS_FOUND = 40;

/** The condition that a column begins with a text, as a range for an index: no character sorts after the last code point. */
const begins = (column: SQL, text: string) => sql`${column} >= ${text} and ${column} < ${`${text}\u{10FFFF}`}`;

/** Selects the rows whose name (in either order, `named` too), email or phone begins with the search, `some` for each. */
export function beginWith(search: Sought, some: (where: SQL) => SQL, named = sql``): SQL {
  const { text, name, phone, phoneEnd } = search;
  const byPhone = [
    phone && sql`phone is not null and ${begins(sql`phone`, phone)}`,
    phoneEnd &&
      sql`phone is not null and phone_end = ${phoneEnd.slice(-6)} and substr(phone, ${-phoneEnd.length}) = ${phoneEnd}`,
  ].flatMap((where) => (where ? [some(where)] : []));
  const byName = [
    sql`${named}${begins(sql`search_name`, name)}`,
    sql`${named}${begins(sql`search_last_name`, name)}`,
  ].map(some);
  // A name that is typed with a phone alone begins none.
  const selects = [...(name === "" ? [] : byName), some(begins(sql`email`, text)), ...byPhone];
  return sql.join(selects, sql` union `);
}

type Sought = Pick<SearchText, "text" | "name" | "phone" | "phoneEnd">;

/** The ids of users whom the search finds, at most `limit` by each column. A merged one gives the account it was merged into (O28). */
const usersFound = (search: Sought, limit: number, roles: readonly Role[] = ROLES): SQL =>
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

/**
 * Finds clients as `searchUsers` does, suspended ones too; at most 20 (B29). A whole phone says who is meant, first who has
 * confirmed it: the name counts only where no one has it. `phone` tells whether someone has it; null: no whole one was typed.
 */
export async function searchClients(db: Database, search: SearchText) {
  const { name, isPhoneWhole } = search;
  if (!isPhoneWhole) return { clients: await findClientsBy(db, search), phone: null };
  const [byPhone, byName] = await Promise.all([
    findClientsBy(db, { ...search, name: "" }),
    // Without a name everyone would be found.
    name === "" ? [] : findClientsBy(db, { text: name, name, phone: null, phoneEnd: null }),
  ]);
  const confirmedFirst = byPhone.toSorted(
    (one, other) => Number(other.isPhoneConfirmed) - Number(one.isPhoneConfirmed),
  );
  return byPhone.length > 0
    ? { clients: confirmedFirst, phone: "known" as const }
    : { clients: byName, phone: "unknown" as const };
}

const findClientsBy = (db: Database, search: Sought) =>
  selectFoundClients(db)
    .where(sql`${isClient} and ${users.id} in (${usersFound(search, MAX_USERS_FOUND, ["client"])})`)
    .orderBy(users.searchName)
    .limit(MAX_USERS_FOUND);

export const findClient = (db: Database, id: string) =>
  firstRow(selectFoundClients(db).where(and(eq(users.id, id), isClient)));

/** A client whose account is not erased. The plus keeps SQLite from reading all clients by their role. */
const isClient = sql`+${users.role} = 'client' and ${users.passwordHash} not in ('erased', 'merged')`;

const selectFoundClients = (db: Database) =>
  db
    .select({
      ...columnsOf(users, "id", "firstName", "lastName", "email", "phone"),
      address: callerAddress.as("address"),
      /** Nothing can be booked for them until the office restores the account (O7). */
      isSuspended: sql`${users.suspendedAt} is not null`.mapWith(Boolean).as("is_suspended"),
      /** Its owner or the office has confirmed the phone (B29): else it may be anybody's. */
      isPhoneConfirmed: sql`${isPhoneConfirmed("users")}`.mapWith(Boolean).as("is_phone_confirmed"),
    })
    .from(users);

/** Selects all ids of these selects: D1 takes five selects of a union at most, so they go in two halves. */
const allOf = (selects: readonly SQL[]): SQL => {
  const halves = [selects.slice(0, 4), selects.slice(4)]
    .filter((half) => half.length > 0)
    .map((half) => sql.join(half, sql` union `));
  return sql.join(
    halves.map((half) => sql`select id from (${half})`),
    sql` union `,
  );
};

/** Selects the bookings whose money has a number of ours, the provider's or the bank's: a few rows by their indexes. */
function byMoney({ receipt, numbers }: SearchText): SQL[] {
  if (numbers.length === 0) return [];
  const isOne = sql`in (${sql.join(
    numbers.map((number) => sql`${number}`),
    sql`, `,
  )})`;
  return [
    sql`select booking_id as id from receipts where number = ${receipt}`,
    sql`select booking_id from online_payments where id ${isOne}`,
    sql`select booking_id from online_payments where provider_reference is not null and provider_reference ${isOne}`,
    sql`select booking_id from refunds where reference is not null and reference ${isOne}`,
  ];
}

/** Selects the bookings at a suburb or a street that begins so, at most 20 of each, those named just so first. */
const byPlace = ({ place, street, house }: SearchText): SQL[] => [
  ...(place
    ? [
        sql`select id from (select id from bookings where suburb is not null and ${begins(sql`search_suburb`, place)}
          order by search_suburb, starts_at desc limit 20)`,
      ]
    : []),
  ...(street
    ? [
        sql`select id from (select id from (select id, street from bookings
          where street is not null and ${begins(sql`search_street`, street)}
          order by search_street, starts_at desc limit 200) where instr(street, ${house}) > 0 limit 20)`,
      ]
    : []),
];

/**
 * Finds bookings by the beginning of their reference, by city, by either side (20 of each), by street and suburb, and by
 * the numbers of their money (receipt, payment, provider, bank); at most 40, from today on soonest first, then latest first (O4).
 */
export async function searchBookings(db: Database, search: SearchText, now: Instant) {
  const today = instantOf(dateAt(now), 0);
  const latestOf = (where: SQL) =>
    sql`select id from bookings where ${where} order by starts_at desc, id desc limit 20`;
  const found = allOf([
    ...byMoney(search),
    ...byPlace(search),
    ...(search.reference
      ? [sql`select id from (select id from bookings where ${begins(sql`reference`, search.reference)} limit 20)`]
      : []),
    sql`select id from (select id from bookings where city_key = ${search.city} order by starts_at desc, id desc limit 20)`,
    sql`select bookings.id from (select distinct id from (${usersFound(search, 10)}) limit 20) as user, bookings
        where bookings.id in (select id from (${latestOf(sql`client_id = user.id`)})
          union all select id from (${latestOf(sql`plumber_id = user.id`)}))`,
  ]);
  return readOfficeRows(
    db,
    sql`bookings.id in (${found}) order by starts_at < ${today}, abs(starts_at - ${today}) limit ${MAX_BOOKINGS_FOUND}`,
    now,
  );
}

/** Finds the payouts whose file went out under this reference of the bank's (M14). */
export const searchPayouts = async (db: Database, { numbers }: SearchText) =>
  numbers.length === 0
    ? []
    : db
        .select(columnsOf(payoutBatches, "id", "number", "reference"))
        .from(payoutBatches)
        .where(and(isNotNull(payoutBatches.reference), inArray(payoutBatches.reference, numbers)))
        .limit(5);
