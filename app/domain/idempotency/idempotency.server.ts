import { eq, sql, type SQL } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { idempotentRequests } from "~/db/schema";
import { DAY, SECOND, type Instant } from "../time/harare";
import { newId } from "../values/id";

/** A claim that no one finished is free again after this: longer than any of our calls takes. */
const CLAIM_LIFE = 30 * SECOND;
const REQUEST_LIFE = DAY;

interface RepeatableRequest {
  /** Names whose it is and its key. */
  requestId: string;
  /** Names what it asks for; where the secret changes, under each of its values, the current one first. */
  contentHashes: readonly string[];
  /** The owner, or null for a stranger's. */
  userId: string | null;
}

type Claim =
  /** `since`: when its day began. */
  | { state: "ours"; claimId: string; since: Instant }
  /** It was done before. */
  | { state: "finished"; response: string }
  | { state: "running" }
  /** The same key came with other content before. */
  | { state: "otherContent" };

/**
 * Claims a request, so that however often it comes, even simultaneously, one of them acts (X6): `ours`. An unfinished
 * claim is free for the same content after 30 seconds, the whole request after 24 hours.
 */
export async function claimRequest(db: Database, request: RepeatableRequest, now: Instant): Promise<Claim> {
  const { requestId, contentHashes, userId } = request;
  const claimId = newId();
  const isSame = sql`content_hash in ${contentHashes}`;
  const claim = { claimId, contentHash: contentHashes[0]!, claimedUntil: now + CLAIM_LIFE };
  const isOver = sql`created_at <= ${now - REQUEST_LIFE}`;
  const { rows } = await batch(db, {
    claimed: db
      .insert(idempotentRequests)
      .values({ requestId, userId, ...claim, createdAt: now })
      .onConflictDoUpdate({
        target: idempotentRequests.requestId,
        set: { ...claim, finishedAt: null, answer: null, createdAt: sql`iif(${isOver}, ${now}, created_at)` },
        setWhere: sql`(finished_at is null and claimed_until <= ${now} and ${isSame}) or ${isOver}`,
      }),
    rows: db.select().from(idempotentRequests).where(eq(idempotentRequests.requestId, requestId)),
  });
  const [row] = rows;
  if (row?.claimId === claimId) return { state: "ours", claimId, since: row.createdAt };
  if (!row || !contentHashes.includes(row.contentHash)) return { state: "otherContent" };
  return row.answer === null ? { state: "running" } : { state: "finished", response: row.answer };
}

/** Finishes a claimed request, with its response for repeats, which holds no secret. */
export async function finishRequest(db: Database, claim: Held, response: string, now: Instant): Promise<void> {
  await db.update(idempotentRequests).set({ answer: response, finishedAt: now }).where(isOpen(claim));
}

/** Gives a claim back: nothing was done, and the next one may act. */
export async function releaseClaim(db: Database, claim: Held): Promise<void> {
  await db.delete(idempotentRequests).where(isOpen(claim));
}

/** Gives a claim up that may have done its work: the next one with the same content may act, as the same. */
export async function giveUpClaim(db: Database, claim: Held): Promise<void> {
  await db.update(idempotentRequests).set({ claimedUntil: 0 }).where(isOpen(claim));
}

interface Held {
  claimId: string;
  requestId: string;
}

const isOpen = ({ claimId, requestId }: Held) =>
  sql`request_id = ${requestId} and claim_id = ${claimId} and finished_at is null`;

/** Deletes a user's requests and responses, in the batch that erases the user (A18). */
export const forgetRequestsOf = (db: Database, userId: string, condition: SQL) =>
  db.delete(idempotentRequests).where(sql`user_id = ${userId} and ${condition}`);
