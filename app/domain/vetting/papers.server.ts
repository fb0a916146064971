import { asc, eq, lte, sql, type SQL } from "drizzle-orm";
import type * as z from "zod";
import { batch, type Database, insertWhere, type Changes, firstRow, columnsOf } from "~/db/client.server";
import { plumberPapers, plumberProfiles } from "~/db/schema";
import { isLiveSender } from "../values/live-session.server";
import { hashToken } from "../accounts/tokens.server";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import {
  type PhotoSender,
  claimPhoto,
  isStaged,
  deletePrivate,
  privateKey,
  stagePhoto,
} from "../photos/private-photos.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { DAY, type Instant } from "../time/harare";
import { newId } from "../values/id";
import { OK, refuse } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import { PAPER_DAYS, PAPERS_PER_KIND, type Paper } from "./vetting";
import type { paperForm } from "./vetting-forms";

export const listPapers = (db: Database, plumberId: string) =>
  db
    .select(columnsOf(plumberPapers, "id", "kind", "createdAt"))
    .from(plumberPapers)
    .where(eq(plumberPapers.plumberId, plumberId))
    .orderBy(asc(plumberPapers.createdAt));

/** The assignments that put a plumber into the office's queue (D21); a refused one waits again. */
const backInQueue = (now: Instant): Changes<typeof plumberProfiles> => ({
  approval: sql`iif(approval = 'approved', 'approved', 'waiting')`,
  queuedAt: sql`coalesce(queued_at, ${now})`,
  officeWords: null,
});

/** An erased plumber keeps the role. */
const isPlumber = (userId: string): SQL =>
  sql`exists (select 1 from users where id = ${userId} and role = 'plumber' and password_hash <> 'erased')`;

type SentPaper = z.output<typeof paperForm> & { upload: Blob };

/**
 * Adds a photo of a paper, and queues its plumber for the office (D21); the same upload again gives the first. Refuses with
 * `userNotFound`, `enoughPapers` beyond two of a kind, `photoGone` for another paper's upload id, as `save` does, and `tooMany`.
 */
export async function addPaper(context: DomainContext, sender: PhotoSender, paper: SentPaper) {
  const { db, now, emit, privatePhotos } = context;
  const { viewer, token, confirmation } = sender;
  const { kind, uploadId, upload } = paper;
  const id = newId();
  const attempt: Attempt = ["photoPerUser", viewer.id];
  const hasRoom = sql`${PAPERS_PER_KIND} > (select count(*) from plumber_papers where plumber_id = ${viewer.id} and kind = ${kind})`;
  const isNew = sql`not exists (select 1 from plumber_papers where upload_id = ${uploadId})`;
  const isLive = isLiveSender(token && (await hashToken(token)), viewer, now);
  const begins = sql`${isLive} and ${isPlumber(viewer.id)} and ${isNew} and ${hasRoom}`;
  const earlier = () =>
    db
      .select({ plumberId: plumberPapers.plumberId, kind: plumberPapers.kind })
      .from(plumberPapers)
      .where(eq(plumberPapers.uploadId, uploadId));
  const isSame = ([first]: { plumberId: string; kind: string }[]) =>
    first?.plumberId === viewer.id && first.kind === kind;

  const [begun, user] = await Promise.all([
    batch(db, {
      counted: hit(context, attempt, begins),
      // Its row is there before anything is written to R2, so that no object is ever without one (P3).
      reserved: stagePhoto(db, privateKey(id), now, sql`${begins} and ${isWithinLimit(context, attempt)}`),
      earlier: earlier(),
    }),
    confirmation,
  ]);
  if (user?.role !== "plumber") return refuse("userNotFound");
  if (begun.earlier.length > 0) return isSame(begun.earlier) ? OK : refuse("photoGone");
  const tooMany = exceeded(context, begun.counted);
  if (tooMany) return tooMany;
  if (begun.reserved.meta.changes !== 1) return refuse("enoughPapers");

  const saved = await privatePhotos.save(privateKey(id), upload);
  if (!saved.ok) return saved;
  const isKept = sql`exists (select 1 from plumber_papers where id = ${id})`;
  const row = { id, plumberId: viewer.id, kind, uploadId, createdAt: now };
  const isPossible = sql`${isStaged(privateKey(id), now)} and ${isPlumber(viewer.id)} and ${hasRoom}`;
  const ended = await batch(db, {
    kept: insertWhere(db, plumberPapers, row, isPossible, { onConflict: "nothing" }),
    claimed: claimPhoto(db, privateKey(id), isKept),
    queued: db
      .update(plumberProfiles)
      .set(backInQueue(now))
      .where(sql`user_id = ${viewer.id} and ${isKept}`),
    earlier: earlier(),
  });
  if (!isSame(ended.earlier)) return refuse("enoughPapers");
  emit({ type: "officeChanged" });
  return OK;
}

export async function removePaper({ db, now }: DomainContext, plumber: AuthenticatedUser, id: string) {
  await batch(db, { papers: deletePapers(db, sql`id = ${id} and plumber_id = ${plumber.id}`, sql`true`, now) });
}

/** Writes to the office about the papers (null: nothing any more), and queues a plumber who still is one (D21). */
export async function writeToOffice({ db, now, emit }: DomainContext, plumber: AuthenticatedUser, note: string | null) {
  await db
    .update(plumberProfiles)
    .set({ papersNote: note, ...backInQueue(now) })
    .where(sql`user_id = ${plumber.id} and ${isPlumber(plumber.id)}`);
  emit({ type: "officeChanged" });
}

/**
 * The condition over `plumber_papers` of those that an admin had in view; a later one stays (D21). By id, as of two
 * uploads the one that began first can arrive last.
 */
export const isSeenPaper = (plumberId: string, seen: readonly string[]): SQL =>
  sql`plumber_id = ${plumberId} and id in (select value from json_each(${JSON.stringify(seen)}))`;

/** The statements that delete papers, a condition over `plumber_papers`, and leave their objects to the next sweep. */
export const deletePapers = (db: Database, papers: SQL, condition: SQL, now: Instant) =>
  deletePrivate(db, plumberPapers, sql`(${papers}) and ${condition}`, now);

/** Deletes papers that the office has not decided about for 30 days (D21). */
export async function deleteOldPapers({ db, now }: Pick<DomainContext, "db" | "now">): Promise<void> {
  await batch(db, { papers: deletePapers(db, lte(plumberPapers.createdAt, now - PAPER_DAYS * DAY), sql`true`, now) });
}

type FoundPaper = Paper & { plumberId: string };

export const findPaper = (db: Database, id: string): Promise<FoundPaper | null> =>
  firstRow(
    db
      .select(columnsOf(plumberPapers, "id", "kind", "createdAt", "plumberId"))
      .from(plumberPapers)
      .where(eq(plumberPapers.id, id)),
  );

/** Logs that an admin looks at a paper (D21), and gives its key in R2; null and no entry once it is deleted. */
export async function logPaperView(context: DomainContext, admin: AuthenticatedUser, paper: FoundPaper) {
  const { id, kind, plumberId } = paper;
  const view = {
    admin,
    action: "paperViewed",
    subject: { kind: "user", id: plumberId },
    after: { paper: kind },
  } as const;
  const { entry } = recordAuditEntry(context, view, sql`exists (select 1 from plumber_papers where id = ${id})`);
  return (await entry).meta.changes === 1 ? privateKey(id) : null;
}
