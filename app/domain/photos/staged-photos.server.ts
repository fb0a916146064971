import { asc, eq, lte, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { stagedPhotos, type plumberPapers, type privatePhotos } from "~/db/schema";
import { DAY, HOUR, type Instant } from "../time/harare";
import type { DomainContext } from "../domain-context.server";
import { doDueRows, DUE_ROWS } from "../due-rows.server";

/** Reserves a row before anything is written to R2, so that no object is ever without one (P3). */
export const stagePhoto = (db: Database, photoKey: string, now: Instant, condition: SQL = sql`true`) =>
  insertWhere(db, stagedPhotos, { photoKey, createdAt: now }, condition);

export const claimPhoto = (db: Database, photoKey: string | null, condition: SQL) =>
  db.delete(stagedPhotos).where(sql`photo_key = ${photoKey} and ${condition}`);

// An hour less than the sweep waits: nobody claims a photo that is being deleted.
const CLAIMABLE = 23 * HOUR;

export function isStaged(photoKey: string, now: Instant): SQL {
  return sql`exists (select 1 from staged_photos where photo_key = ${photoKey} and created_at > ${now - CLAIMABLE})`;
}

/** The statement that leaves the photos of a query (one column, `photo_key`) to the next sweep. */
export function leaveToSweep(db: Database, photos: SQL, now: Instant) {
  return insertWhere(db, stagedPhotos, { photoKey: sql`photo_key`, createdAt: now - DAY }, sql`true`, {
    from: sql`(${photos})`,
    onConflict: { set: { createdAt: now - DAY } },
  });
}

/** The key in R2 of a private photo (P5). No other key has a slash, so the route of public photos never reaches it. */
export const privateKey = (id: string): string => `private/${id}`;
const privateKeyInSql = sql`'private/' || id`;

/** The statements that delete private photos, a condition over their table, and leave their objects to the next sweep. */
export const deletePrivate = (
  db: Database,
  table: typeof privatePhotos | typeof plumberPapers,
  photos: SQL,
  now: Instant,
) => [
  leaveToSweep(db, sql`select ${privateKeyInSql} as photo_key from ${table} where ${photos}`, now),
  db.delete(table).where(photos),
];

/** Deletes photos that nobody has claimed for 24 hours, oldest first, 50 a run: first from R2, then their rows. */
export async function sweepStagedPhotos({
  db,
  photos,
  privatePhotos,
  now,
}: Pick<DomainContext, "db" | "photos" | "privatePhotos" | "now">): Promise<number> {
  const old = await db
    .select({ photoKey: stagedPhotos.photoKey })
    .from(stagedPhotos)
    .where(lte(stagedPhotos.createdAt, now - DAY))
    .orderBy(asc(stagedPhotos.createdAt))
    .limit(DUE_ROWS);
  return doDueRows(old, 50, async ({ photoKey }) => {
    await (photoKey.startsWith("private/") ? privatePhotos : photos).remove(photoKey);
    await db.delete(stagedPhotos).where(eq(stagedPhotos.photoKey, photoKey));
    return true;
  });
}
