import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles as profiles, profileTextColumns, users } from "~/db/schema";
import { countUpTo } from "../values/bounded-count.server";
import { listPage } from "../values/key-cursor";
import { inOrder } from "../values/key-order.server";

const PAGE_SIZE = 50;

const columns = {
  id: profiles.userId,
  firstName: users.firstName,
  lastName: users.lastName,
  photoKey: users.photoKey,
  city: profiles.city,
  speciality: profiles.speciality,
  approval: profiles.approval,
  queuedAt: profiles.queuedAt,
  checks: profiles.checks,
  papersNote: profiles.papersNote,
  papers: sql<number>`(select count(*) from plumber_papers where plumber_id = plumber_profiles.user_id)`.as("papers"),
};

/**
 * Lists a page of the plumbers whom the office has to check, who wait to be listed or have sent papers (O9, D21), longest
 * waiting first unless not `ascending`, from the cursor `after` (null: the first page).
 */
export async function listVettingQueue(db: Database, after: string | null, ascending = true) {
  const byWait = inOrder(profiles.queuedAt, profiles.userId, ascending);
  const { items, next } = await listPage(after, PAGE_SIZE, {
    select: (cursor, limit) =>
      db
        .select(columns)
        .from(profiles)
        .innerJoin(users, eq(users.id, profiles.userId))
        .where(and(sql`${profiles.queuedAt} is not null`, byWait.after(cursor)))
        .orderBy(...byWait.order)
        .limit(limit),
    at: ({ queuedAt }) => queuedAt ?? 0,
  });
  return { plumbers: items, next };
}

/** How many plumbers the office has to check, counted up to 500 (O25). */
export const countVettingQueue = (db: Database) =>
  countUpTo(db, { queue: sql`plumber_profiles where queued_at is not null` });

export type QueuedPlumber = Awaited<ReturnType<typeof listVettingQueue>>["plumbers"][number];

/** What the office sees of a plumber beside the profile, to decide (D21); null for anyone else. */
export async function findVetting(db: Database, plumberId: string) {
  const [row] = await db
    .select({
      ...columns,
      ...profileTextColumns,
      nameKey: profiles.sortName,
      officeWords: profiles.officeWords,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.userId, plumberId), eq(users.role, "plumber")));
  return row ?? null;
}

/** What a plumber sees of it on their own page (D21); null for anyone else. */
export async function findOwnVetting(db: Database, plumberId: string) {
  const [row] = await db
    .select({
      approval: profiles.approval,
      queuedAt: profiles.queuedAt,
      officeWords: profiles.officeWords,
      papersNote: profiles.papersNote,
      checks: profiles.checks,
    })
    .from(profiles)
    .where(eq(profiles.userId, plumberId));
  return row ?? null;
}
