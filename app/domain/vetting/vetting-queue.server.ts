import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles as profiles, profileTextColumns, users } from "~/db/schema";
import { defineList } from "../values/list-definition.server";

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

/** The plumbers who wait to be listed or have sent papers, by since when (O9, D21). */
export const vettingQueue = defineList({
  id: profiles.userId,
  views: { queue: { by: profiles.queuedAt, where: sql`${profiles.queuedAt} is not null` } },
  select: (db) => db.select(columns).from(profiles).innerJoin(users, eq(users.id, profiles.userId)),
  show: (plumber) => plumber,
  at: ({ queuedAt }) => queuedAt,
});

/** Finds what the office decides by (D21); null for anyone but a plumber. */
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

/** Finds what a plumber sees of it (D21); null for anyone else. */
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
