import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles, profileTextColumns, users } from "~/db/schema";
import { hasOpenBooking } from "../bookings/queries/booking-conditions.server";
import { hasSecondFactor } from "../accounts/second-factor/factor-changes.server";
import type { Instant } from "../time/harare";
import { countEach } from "../values/lists.server";
import { pageByKey, parseKeyCursor, parseMarkedCursor, type ListPage } from "../values/lists";
import { callerAddress } from "./caller-address.server";
import { plumbersToReview } from "./plumbers-to-review.server";
import type { UserSort, UserView } from "./user-query";
import type { UserSummary } from "./user-summary";

const summary = {
  id: users.id,
  role: users.role,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  phone: users.phone,
  photoKey: users.photoKey,
  createdAt: users.createdAt,
  isVerified: sql<boolean>`${users.emailVerifiedAt} is not null`.mapWith(Boolean),
  isSuspended: sql<boolean>`${users.suspendedAt} is not null`.mapWith(Boolean),
  city: sql<
    string | null
  >`(select city from plumber_profiles where user_id = ${users.id} and ${users.role} = 'plumber')`,
};

/** The query of the office's lists of users, without a condition or an order. */
export const selectUsers = (db: Database) => db.select(summary).from(users);

const USERS_PAGE_SIZE = 50;

/** The condition of a view but "review". Accounts that were merged into others are theirs. */
const ofView = (view: Exclude<UserView, "review">) =>
  and(
    isNull(users.mergedInto),
    view === "suspended" ? sql`${users.suspendedAt} is not null` : view === "all" ? undefined : eq(users.role, view),
  );

/**
 * Lists a page of users in the order of `sort` (suspended ones: latest suspension first), from the cursor `after` (null: the
 * first page). "review" gives all plumbers to review at once, at most 100 (O2).
 */
export async function listUsers(
  db: Database,
  view: UserView,
  after: string | null,
  sort: UserSort = "-joined",
): Promise<ListPage<UserSummary>> {
  if (view === "review") {
    const toReview = selectUsers(db).where(sql`${users.id} in (${plumbersToReview})`);
    return { rows: await toReview.limit(100), next: null };
  }
  const byName = sort === "name" || sort === "-name";
  const key = byName ? users.searchName : sql<number>`${view === "suspended" ? users.suspendedAt : users.createdAt}`;
  const last = byName ? parseMarkedCursor(after) : parseKeyCursor(after);
  const isAscending = !sort.startsWith("-");
  const turn = isAscending ? asc : desc;
  const isAfter =
    last &&
    sql`(${key}, ${users.id}) ${sql.raw(isAscending ? ">" : "<")} (${"mark" in last ? last.mark : last.at}, ${last.id})`;
  const rows = await db
    .select({ ...summary, key: sql<string | number>`${key}`.as("key") })
    .from(users)
    .where(and(ofView(view), isAfter ?? undefined))
    .orderBy(turn(key), turn(users.id))
    .limit(USERS_PAGE_SIZE + 1);
  const { shown, next } = byName
    ? pageByKey(
        rows,
        USERS_PAGE_SIZE,
        () => 0,
        ({ key }) => String(key),
      )
    : pageByKey(rows, USERS_PAGE_SIZE, ({ key }) => Number(key));
  return { rows: shown.map(({ key: _, ...user }) => user), next };
}

/** How many users there are of each role, and how many are suspended, counted up to 500 (O25). */
export const countUsers = (db: Database) =>
  countEach(db, ["client", "plumber", "admin", "suspended"], (view) => sql`${users} where ${ofView(view)}`);

/** Finds a user with all the office may see, or null; `trade` is null without a plumber's profile. */
export async function findUser(db: Database, id: string) {
  const [row] = await db
    .select({
      ...summary,
      addressLine1: users.addressLine1,
      addressLine2: users.addressLine2,
      address: callerAddress.as("address"),
      suspendedReason: users.suspendedReason,
      mergedInto: users.mergedInto,
      isErased: sql<boolean>`${users.passwordHash} = 'erased'`.mapWith(Boolean),
      hasSecondFactor: sql<boolean>`${hasSecondFactor(sql`${users.id}`)}`.mapWith(Boolean),
      factorResetDueAt: sql<Instant | null>`(select due_at from second_factor_resets where user_id = ${users.id})`,
      approval: plumberProfiles.approval,
      isQueued: sql<boolean>`${plumberProfiles.queuedAt} is not null`.mapWith(Boolean),
      trade: {
        ...profileTextColumns,
        feeCents: plumberProfiles.feeCents,
        listed: plumberProfiles.listed,
        paused: plumberProfiles.paused,
        ratingSum: plumberProfiles.ratingSum,
        ratingCount: plumberProfiles.ratingCount,
        jobsTotal: plumberProfiles.jobsTotal,
        jobsCompleted: plumberProfiles.jobsCompleted,
      },
    })
    .from(users)
    .leftJoin(plumberProfiles, eq(plumberProfiles.userId, users.id))
    .where(eq(users.id, id));
  return row ?? null;
}

export type UserDetails = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** Whether a user has an open booking, as its client or its plumber. */
export async function hasOpenBookings(db: Database, id: string): Promise<boolean> {
  const [row] = await db.all<{ open: number }>(sql`select ${hasOpenBooking(id)} as open`);
  return row?.open === 1;
}

/**
 * Lists other accounts that may be the same user's, at most 10: those with the same phone, or the same role and name, in
 * either order (plumbers: and city).
 */
export function listPossibleDuplicates(db: Database, id: string): Promise<UserSummary[]> {
  const one = (column: string) => sql`(select ${sql.raw(column)} from users as one where one.id = ${id})`;
  const city = sql`(select city_key from plumber_profiles where user_id = users.id)`;
  return selectUsers(db)
    .where(
      sql`${users.id} in (
        select id from (select id from users where phone is not null and phone = ${one("phone")} limit 11)
        union select id from (select id from users where role = ${one("role")} and search_name = ${one("search_name")}
          and ${city} is (select city_key from plumber_profiles where user_id = ${id}) limit 11)
        union select id from (select id from users where role = ${one("role")} and search_last_name = ${one("search_name")}
          and ${city} is (select city_key from plumber_profiles where user_id = ${id}) limit 11))
        and ${users.id} <> ${id} and password_hash not in ('erased', 'merged')`,
    )
    .limit(10);
}
