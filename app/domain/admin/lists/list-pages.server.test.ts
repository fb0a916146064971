import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { AGREED_STATUSES, BOOKING_STATUSES, isToCome } from "~/db/booking-statuses";
import { bookings, users } from "~/db/schema";
import { insertBooking } from "../../../../tests/support/money-rows";
import { seededRandom } from "../../../../tests/support/random";
import { context, createUsers, db, now } from "../../../../tests/support/users";
import { DAY, dateAt, HOUR, MINUTE } from "../../time/harare";
import { listAdminBookings } from "../bookings/admin-bookings.server";
import { LATE_AFTER } from "../bookings/office-row";
import { listUsers } from "../people/users.server";
import { readBookingQuery, type UserSort, type UserView } from "./office-lists";

// The office's lists, page after page: whom a plain filter gives, in the order of a plain sort, each once. Many rows share
// the value that they are sorted by.

const random = seededRandom(11);
const [client, otherClient] = await createUsers(context, "client", "client");
const plumbers = await createUsers(context, "plumber", "plumber", "plumber");

/** All pages of a list, by ids. */
async function allPages(read: (after: string | null) => Promise<{ rows: { id: string }[]; next: string | null }>) {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const { rows, next } = await read(after);
    found.push(...rows.map(({ id }) => id));
    after = next;
  } while (after !== null && found.length < 1000);
  return found;
}

/** Sorts by a key and then by id, either way. */
const inOrder = <Row extends { id: string }>(rows: Row[], key: (row: Row) => number | string, isAscending: boolean) => {
  const isBefore = (one: Row, other: Row) => key(one) < key(other) || (key(one) === key(other) && one.id < other.id);
  const sorted = rows.toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
  return (isAscending ? sorted : sorted.toReversed()).map(({ id }) => id);
};

const PEOPLE: [view: UserView, sort: UserSort][] = [
  ...["all", "client", "plumber"].flatMap((view) =>
    (["-joined", "joined"] as const).map((sort): [UserView, UserSort] => [view as UserView, sort]),
  ),
  ...(["name", "-name"] as const).flatMap((sort) => [["client", sort] as [UserView, UserSort]]),
  ["suspended", "-joined"],
];

test("every list of people has all of its view once, in its order, page after page", async () => {
  const values = Array.from({ length: 180 }, (_, at) => [
    `list${String(at).padStart(20, "0")}`,
    ["client", "plumber", "client"][at % 3],
    `Name${random(30)}`,
    now - random(25),
    at % 2 ? now - random(25) : null,
  ]);
  await db.run(sql`insert into users (id, email, role, first_name, last_name, password_hash, created_at, suspended_at, updated_at)
    select value ->> 0, value ->> 0 || '@example.test', value ->> 1, value ->> 2, 'Banda', 'x', value ->> 3, value ->> 4, 1
    from json_each(${JSON.stringify(values)})`);
  const everyone = await db.select().from(users);
  for (const [view, sort] of PEOPLE) {
    const wanted = everyone.filter(
      ({ role, suspendedAt }) => view === "all" || (view === "suspended" ? suspendedAt !== null : role === view),
    );
    const key = (user: (typeof everyone)[number]) =>
      view === "suspended" ? user.suspendedAt! : sort.endsWith("name") ? user.searchName : user.createdAt;
    const found = await allPages((after) => listUsers(db, view, after, sort));
    expect(found, `${view} ${sort}`).toEqual(inOrder(wanted, key, !sort.startsWith("-")));
  }
});

type Row = typeof bookings.$inferSelect;
const isOnDay = ({ startsAt }: Row) => dateAt(startsAt) === dateAt(now);
const isBetween = (from: number, until: number) => (row: Row) => row.startsAt > from && row.startsAt < until;
const isStatus = (status: string) => (row: Row) => row.status === status;
const isHarare = ({ cityKey }: Row) => cityKey === "harare";
const all = () => true;

/** Each list of bookings by its address, whom it has, by what it is sorted, and which way. */
const BOOKINGS: { query: string; has?: (row: Row) => boolean; key?: keyof Row; isAscending?: boolean }[] = [
  { query: "", has: (row) => isToCome(row.status) && row.startsAt >= now - LATE_AFTER, isAscending: true },
  { query: "sort=-start", has: (row) => isToCome(row.status) && row.startsAt >= now - LATE_AFTER },
  { query: "status=all" },
  { query: "status=all&sort=start", isAscending: true },
  { query: "status=all&sort=-created", key: "createdAt" },
  { query: "status=all&sort=created", key: "createdAt", isAscending: true },
  { query: "status=pending&sort=waiting", has: isStatus("pending"), key: "waitingSince" },
  { query: "status=pending&sort=-waiting", has: isStatus("pending"), key: "waitingSince", isAscending: true },
  { query: "status=completed", has: isStatus("completed") },
  {
    query: "status=late",
    has: (row) => isStatus("confirmed")(row) && isBetween(now - DAY, now - LATE_AFTER)(row),
    isAscending: true,
  },
  {
    query: "status=open",
    has: (row) => (AGREED_STATUSES as string[]).includes(row.status) && row.startsAt <= now - DAY,
    isAscending: true,
  },
  { query: "city=harare&status=all", has: isHarare },
  {
    query: "city=harare&status=completed&sort=start",
    has: (row) => isHarare(row) && isStatus("completed")(row),
    isAscending: true,
  },
  { query: `client=${client.id}`, has: ({ clientId }) => clientId === client.id },
  {
    query: `plumber=${plumbers[0].id}&sort=start`,
    has: ({ plumberId }) => plumberId === plumbers[0].id,
    isAscending: true,
  },
  { query: `plumber=${plumbers[0].id}&city=gweru`, has: ({ plumberId }) => plumberId === plumbers[0].id },
  { query: `day=${dateAt(now)}`, has: isOnDay },
  {
    query: `day=${dateAt(now)}&status=completed&sort=start`,
    has: (row) => isOnDay(row) && isStatus("completed")(row),
    isAscending: true,
  },
];

test("every list of bookings has all of its view once, in its order, page after page", async () => {
  const rows = Array.from({ length: 240 }, (_, at) => {
    const startsAt = now + (Math.floor(at / 3) - 40) * HOUR + MINUTE;
    const isHere = random(3) > 0;
    const place = { city: isHere ? "Harare" : "Gweru", cityKey: isHere ? "harare" : "gweru" };
    const since = { createdAt: now - random(30), askedAt: now - random(30) };
    const sides = { clientId: random(3) ? client.id : otherClient.id, plumberId: plumbers[at % 3]!.id };
    return { ...sides, ...place, ...since, startsAt, status: BOOKING_STATUSES[random(BOOKING_STATUSES.length)]! };
  });
  for (const row of rows) await insertBooking(context, row);
  const stored = await db.select().from(bookings);
  for (const { query, has = all, key = "startsAt", isAscending = false } of BOOKINGS) {
    const found = await allPages((after) => listAdminBookings(db, readBookingQuery(query), after, now));
    const wanted = inOrder(stored.filter(has), (row) => row[key] as number, isAscending);
    expect(wanted.length, query).toBeGreaterThan(3);
    expect(found, query).toEqual(wanted);
  }
});
