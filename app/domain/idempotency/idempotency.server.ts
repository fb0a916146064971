import { eq, inArray, sql } from "drizzle-orm";
import { batch, statement, type Database } from "~/db/client.server";
import { idempotentRequests } from "~/db/schema";
import { newId } from "../values/id";

/** How long a claim keeps others off a request that has no answer yet: longer than any of ours takes. */
const CLAIM_MS = 30_000;

/** A request that may be repeated (X6): whose and which (`requestId`), and what it asks for (`contentHash`). */
interface RepeatableRequest {
  requestId: string;
  contentHash: string;
}

type Claim =
  | { state: "ours"; claimId: string }
  /** It was answered before. */
  | { state: "answered"; answer: string }
  | { state: "running" }
  /** The same key came with something else before. */
  | { state: "otherContent" };

/**
 * Claims a request (X6): however often and at once it comes, one of them acts. A claim without an answer after 30 seconds
 * may be taken over; after `life` (milliseconds) the request counts as new.
 */
export async function claimRequest(
  db: Database,
  { requestId, contentHash }: RepeatableRequest,
  life: number,
  now: number,
): Promise<Claim> {
  const claimId = newId();
  const { rows } = await batch(db, {
    claimed: statement(
      db,
      sql`
      insert into idempotent_requests (request_id, content_hash, claim_id, claimed_until, created_at)
      values (${requestId}, ${contentHash}, ${claimId}, ${now + CLAIM_MS}, ${now})
      on conflict (request_id) do update set claim_id = excluded.claim_id, claimed_until = excluded.claimed_until,
        content_hash = excluded.content_hash, answer = null, created_at = excluded.created_at
      where (answer is null and claimed_until <= ${now} and content_hash = excluded.content_hash) or created_at <= ${now - life}`,
    ),
    rows: db.select().from(idempotentRequests).where(eq(idempotentRequests.requestId, requestId)),
  });
  const [row] = rows;
  if (row?.claimId === claimId) return { state: "ours", claimId };
  if (!row || row.contentHash !== contentHash) return { state: "otherContent" };
  return row.answer === null ? { state: "running" } : { state: "answered", answer: row.answer };
}

/** Finds the one of these requests that was claimed before; null for none. */
export async function findClaimed(db: Database, requestIds: string[]): Promise<string | null> {
  const [row] = await db
    .select({ requestId: idempotentRequests.requestId })
    .from(idempotentRequests)
    .where(inArray(idempotentRequests.requestId, requestIds));
  return row?.requestId ?? null;
}

/** Keeps the answer to a claimed request for those who repeat it; nothing once the claim was taken over. */
export async function keepAnswer(db: Database, claimId: string, requestId: string, answer: string): Promise<void> {
  await db
    .update(idempotentRequests)
    .set({ answer })
    .where(sql`request_id = ${requestId} and claim_id = ${claimId}`);
}

/** Gives back a claim whose request did nothing, so the next one may act. */
export async function releaseClaim(db: Database, claimId: string, requestId: string): Promise<void> {
  await db
    .delete(idempotentRequests)
    .where(sql`request_id = ${requestId} and claim_id = ${claimId} and answer is null`);
}
