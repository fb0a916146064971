import { and, asc, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { type Database, columnsOf, firstRow, isTrue } from "~/db/client.server";
import { type bookingEvents, plumberProfiles, profileTextColumns, users, type bookings } from "~/db/schema";
import { hasOpenBooking } from "../../bookings/queries/booking-conditions.server";
import { hasSpokenConsent } from "../../notices/calls.server";
import { hasSecondFactor } from "../../accounts/second-factor/factor-changes.server";
import { type Instant, MINUTE } from "../../time/harare";
import { countEach } from "../../values/lists.server";
import { pageByKey, parseKeyCursor, parseMarkedCursor } from "../../values/lists";
import type { UserSort, UserView } from "../lists/office-lists";
import { percentOf } from "../insights/insights";
import { isOpen } from "../../bookings/booking";
import type { BookingEventName } from "../../bookings/booking-event";
import type { PlumberStats } from "./office-users";
import { accountAddress } from "../../accounts/user-fields.server";

const summary = {
  ...columnsOf(users, "id", "role", "firstName", "lastName"),
  /** Null: a client whom the office books for on the phone (B29). */
  ...columnsOf(users, "email", "phone", "photoKey", "createdAt"),
  isVerified: sql`${users.emailVerifiedAt} is not null`.mapWith(Boolean),
  isSuspended: sql`${users.suspendedAt} is not null`.mapWith(Boolean),
  city: sql<
    string | null
  >`(select city from plumber_profiles where user_id = ${users.id} and ${users.role} = 'plumber')`,
};

export const selectUsers = (db: Database) => db.select(summary).from(users);

const USERS_PAGE_SIZE = 50;

/** The condition of a view but "review". Accounts that were merged into others are theirs. */
const viewCondition = (view: Exclude<UserView, "review">) =>
  and(
    isNull(users.mergedInto),
    view === "suspended" ? sql`${users.suspendedAt} is not null` : view === "all" ? undefined : eq(users.role, view),
  );

/**
 * Lists a page of users in the order of `sort` (suspended ones: latest suspension first) behind the cursor `after`. "review"
 * gives all plumbers to review at once, at most 100 (O2).
 */
export async function listUsers(db: Database, view: UserView, after: string | null, sort: UserSort = "-joined") {
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
    .where(and(viewCondition(view), isAfter ?? undefined))
    .orderBy(turn(key), turn(users.id))
    .limit(USERS_PAGE_SIZE + 1);
  const mark = byName ? ({ key }: (typeof rows)[number]) => String(key) : undefined;
  const { shown, next } = pageByKey(rows, USERS_PAGE_SIZE, ({ key }) => (byName ? 0 : Number(key)), mark);
  return { rows: shown.map(({ key: _, ...user }) => user), next };
}

/** Counts the users of each role and the suspended ones, each up to `COUNTED` (O25). */
export const countUsers = (db: Database) =>
  countEach(db, ["client", "plumber", "admin", "suspended"], (view) => sql`${users} where ${viewCondition(view)}`);

/** Finds a user with all the office may see, or null; `trade` is null without a plumber's profile. */
export function findUser(db: Database, id: string) {
  const details = {
    ...summary,
    city: sql<string | null>`iif(${users.role} = 'plumber', ${plumberProfiles.city}, null)`,
    ...columnsOf(users, "addressLine1", "addressLine2", "suspendedReason", "mergedInto", "phoneCorrectedAt"),
    address: callerAddress.as("address"),
    isErased: sql`${users.passwordHash} = 'erased'`.mapWith(Boolean),
    hasSecondFactor: sql`${hasSecondFactor(sql`${users.id}`)}`.mapWith(Boolean),
    /** They have agreed on the phone to text messages, which have not ended since (B29). */
    hasConsent: sql`${hasSpokenConsent(sql`users.id`)}`.mapWith(Boolean),
    factorResetDueAt: sql<Instant | null>`(select due_at from second_factor_resets where user_id = ${users.id})`,
    approval: plumberProfiles.approval,
    isQueued: sql`${plumberProfiles.queuedAt} is not null`.mapWith(Boolean),
    trade: {
      ...profileTextColumns,
      ...columnsOf(plumberProfiles, "feeCents", "listed", "paused", "ratingSum", "ratingCount"),
      ...columnsOf(plumberProfiles, "jobsTotal", "jobsCompleted"),
    },
  };
  const isOwnProfile = eq(plumberProfiles.userId, users.id);
  return firstRow(db.select(details).from(users).leftJoin(plumberProfiles, isOwnProfile).where(eq(users.id, id)));
}

export const hasOpenBookings = (db: Database, id: string) => isTrue(db, hasOpenBooking(id));

/** Lists other accounts that may be the same user's, at most 10: with the same phone, or role and name (plumbers: and city). */
export function listPossibleDuplicates(db: Database, id: string) {
  const one = (column: string) => sql`(select ${sql.raw(column)} from users as one where one.id = ${id})`;
  const cityOf = (user: SQL | string) => sql`(select city_key from plumber_profiles where user_id = ${user})`;
  const named = (key: string) => sql`select id from (select id from users where role = ${one("role")}
    and ${sql.raw(key)} = ${one("search_name")} and ${cityOf(sql`users.id`)} is ${cityOf(id)} limit 11)`;
  return selectUsers(db)
    .where(
      sql`${users.id} in (
        select id from (select id from users where phone is not null and phone = ${one("phone")} limit 11)
        union ${named("search_name")} union ${named("search_last_name")})
        and ${users.id} <> ${id} and password_hash not in ('erased', 'merged')`,
    )
    .limit(10);
}

const JOBS_SCANNED = 100;

interface LatestJob extends Pick<typeof bookings.$inferSelect, "status" | "askedAt"> {
  events: Pick<typeof bookingEvents.$inferSelect, "event" | "at" | "actorId" | "actorRole">[];
}

/** Computes a plumber's figures for the office from their latest 100 jobs (O15); null: of none. */
export async function findPlumberStats(db: Database, plumberId: string): Promise<PlumberStats> {
  const rows = await db.all<Omit<LatestJob, "events"> & { events: string }>(sql`
    select status, asked_at as askedAt, (
      select json_group_array(json_object('event', event, 'at', at, 'actorId', actor_id, 'actorRole', actor_role) order by at)
      from booking_events where booking_id = bookings.id
    ) as events
    from bookings where plumber_id = ${plumberId}
    order by starts_at desc, id desc limit ${sql.raw(String(JOBS_SCANNED))}`);
  const jobs = rows.map((job) => ({ ...job, events: JSON.parse(job.events) as LatestJob["events"] }));
  const answers = jobs.flatMap((job) => answerOf(job, plumberId) ?? []);
  const waits = answers
    .flatMap(({ event, at, askedAt }) =>
      event === "expire" || askedAt === null || at < askedAt ? [] : [(at - askedAt) / MINUTE],
    )
    .sort((a, b) => a - b);
  const counted = jobs.filter(
    ({ status, events }) =>
      !isOpen(status) && !events.some(({ event, actorRole }) => event === "cancel" && actorRole === "client"),
  );
  return {
    acceptance: percentOf(answers.filter(({ event }) => event === "confirm").length, answers.length),
    minutesToAnswer: median(waits),
    completionWithoutClients: percentOf(counted.filter(({ status }) => status === "completed").length, counted.length),
  };
}

function answerOf({ askedAt, events }: LatestJob, plumberId: string) {
  const isAnswer = (event: BookingEventName) => event === "confirm" || event === "refuse";
  const answer = events.find(({ event, actorId }) => event === "expire" || (isAnswer(event) && actorId === plumberId));
  const asked = events.findLast(({ event }) => event === "request" || event === "assign");
  return answer ? { ...answer, askedAt: askedAt ?? asked?.at ?? null } : null;
}

function median(sorted: number[]): number | null {
  if (sorted.length === 0) return null;
  const middle = Math.floor(sorted.length / 2);
  return Math.round(sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2);
}

/** Selects the ids of plumbers to review, at most 50 (O2): those with three or more reviews and an average below 3.00. */
export const plumbersToReview = sql`
  select user_id from (select user_id, rating_count, rating_sum from plumber_profiles
  where listed = 1 and rank_order > -3700 order by rank_order desc limit 50)
    where rating_count >= 3 and rating_sum < 3 * rating_count`;

/** Over `users`: a client's address in one line (B29), of their account, else of their latest booking; null: not known. */
export const callerAddress = sql<string | null>`coalesce(${accountAddress}, (select
  street || coalesce(', ' || suburb, '') || coalesce(', ' || city, '') from bookings where
  client_id = users.id and street is not null order by starts_at desc limit 1))`;
