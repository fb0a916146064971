import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles, users } from "~/db/schema";
import { hasOpenBooking } from "../bookings/queries/booking-conditions.server";
import { listPage } from "../values/key-cursor";
import { latestFirst } from "../values/key-order.server";
import { plumbersToReview } from "./plumbers-to-review.server";
import type { UserFilter, UserSummary } from "./user-summary";

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

const USERS_PAGE_SIZE = 30;

/**
 * Lists a page of users, newest account first (suspended ones: latest suspension first), from the cursor `after` (null: the
 * first page). "review" gives all plumbers to review at once, at most 100 (O2).
 */
export async function listUsers(
  db: Database,
  filter: UserFilter,
  after: string | null,
): Promise<{ users: UserSummary[]; next: string | null }> {
  if (filter === "review")
    return {
      users: await selectUsers(db)
        .where(sql`${users.id} in (${plumbersToReview})`)
        .limit(100),
      next: null,
    };
  const since = filter === "suspended" ? users.suspendedAt : users.createdAt;
  const byDate = latestFirst(since, users.id);
  const { items, next } = await listPage(after, USERS_PAGE_SIZE, {
    select: (cursor, limit) =>
      db
        .select({ ...summary, since: sql<number>`${since}` })
        .from(users)
        .where(
          and(
            filter === "suspended"
              ? sql`${users.suspendedAt} is not null`
              : filter === "all"
                ? undefined
                : eq(users.role, filter),
            byDate.after(cursor),
          ),
        )
        .orderBy(...byDate.order)
        .limit(limit),
    at: ({ since }) => since,
  });
  return { users: items.map(({ since: _, ...user }) => user), next };
}

/** Finds a user with all the office may see, or null; `trade` is null without a plumber's profile. */
export async function findUser(db: Database, id: string) {
  const [row] = await db
    .select({
      ...summary,
      addressLine1: users.addressLine1,
      addressLine2: users.addressLine2,
      suspendedReason: users.suspendedReason,
      isErased: sql<boolean>`${users.passwordHash} = 'erased'`.mapWith(Boolean),
      awaitsApproval: sql<boolean>`coalesce(${plumberProfiles.awaitsApproval}, 0)`.mapWith(Boolean),
      trade: {
        speciality: plumberProfiles.speciality,
        experience: plumberProfiles.experience,
        about: plumberProfiles.about,
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
 * Lists other accounts that may be the same user's, at most 10: those with the same phone, or the same role and name
 * (plumbers: and city).
 */
export function listPossibleDuplicates(db: Database, id: string): Promise<UserSummary[]> {
  const one = (column: string) => sql`(select ${sql.raw(column)} from users as one where one.id = ${id})`;
  const city = sql`(select city_key from plumber_profiles where user_id = users.id)`;
  return selectUsers(db)
    .where(
      sql`${users.id} in (
        select id from (select id from users where phone is not null and phone = ${one("phone")} limit 11)
        union select id from (select id from users where role = ${one("role")} and lower(first_name || ' ' || last_name) = ${one("lower(first_name || ' ' || last_name)")}
          and ${city} is (select city_key from plumber_profiles where user_id = ${id}) limit 11))
        and ${users.id} <> ${id} and password_hash <> 'erased'`,
    )
    .limit(10);
}
