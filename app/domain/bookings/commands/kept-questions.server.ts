import { sql } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { requestDrafts } from "~/db/schema";
import { isListedPlumber } from "../../accounts/listing.server";
import type { DomainContext } from "../../domain-context.server";
import { hit, isWithinLimit, type Attempt } from "../../rate-limits/counter.server";
import type { Instant } from "../../time/harare";
import { newId } from "../../values/id";
import { DRAFT_LIFE } from "../request-draft";

/**
 * Keeps a visitor's question to a listed plumber while they sign in or sign up (C16), in the draft of their browser or a
 * new one, which counts (L1). Returns the draft's id, or null where nothing was kept.
 */
export async function keepQuestion(
  context: DomainContext,
  {
    draftId,
    plumberId,
    question,
    clientAddress,
  }: { draftId: string | null; plumberId: string; question: string; clientAddress: string },
): Promise<string | null> {
  const { db, now } = context;
  const newDraftId = newId();
  const attempt: Attempt = ["draftPerAddress", clientAddress];
  const isLive = sql`id = ${draftId} and expires_at > ${now}`;
  const isNew = sql`not exists (select 1 from request_drafts where ${isLive}) and ${isListedPlumber(plumberId)}`;
  const { updated, inserted } = await batch(db, {
    drafts: hit(context, attempt, isNew),
    // The chosen time was another plumber's.
    updated: db
      .update(requestDrafts)
      .set({
        question,
        startsAt: sql`iif(plumber_id = ${plumberId}, starts_at, null)`,
        plumberId,
        expiresAt: now + DRAFT_LIFE,
      })
      .where(sql`${isLive} and ${isListedPlumber(plumberId)}`),
    inserted: insertWhere(
      db,
      requestDrafts,
      { id: newDraftId, plumberId, question, expiresAt: now + DRAFT_LIFE },
      sql`${isNew} and ${isWithinLimit(context, attempt)}`,
    ),
  });
  if (updated.meta.changes === 1) return draftId;
  return inserted.meta.changes === 1 ? newDraftId : null;
}

/** The question to a plumber that a browser has kept (C16); null without any. */
export async function findKeptQuestion(
  db: Database,
  draftId: string | null,
  plumberId: string,
  now: Instant,
): Promise<string | null> {
  const [draft] = await db
    .select({ question: requestDrafts.question })
    .from(requestDrafts)
    .where(sql`id = ${draftId} and plumber_id = ${plumberId} and expires_at > ${now}`);
  return draft?.question ?? null;
}
