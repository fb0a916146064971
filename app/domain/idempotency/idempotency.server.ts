import { eq, inArray, sql } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import { idempotentRequests } from "~/db/schema";
import { newId } from "../values/id";

/** For so long a request that nobody finished is left to whoever claimed it: longer than any of ours takes. */
const CLAIM_MS = 30_000;

/** A request that can be repeated: whose and which (`requestId`), and what it asks for (`contentHash`). */
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
 * Claims a request, so that however often and at once it comes, one of them acts. One that was claimed and not
 * answered within 30 seconds may be claimed again; after `life` (milliseconds) nothing is left of it.
 */
export async function claimRequest(
  db: Database,
  { requestId, contentHash }: RepeatableRequest,
  life: number,
  now: number,
): Promise<Claim> {
  const claimId = newId();
  const [, [row]] = await db.batch([
    statement(
      db,
      sql`
      insert into idempotent_requests (request_id, content_hash, claim_id, claimed_until, created_at)
      values (${requestId}, ${contentHash}, ${claimId}, ${now + CLAIM_MS}, ${now})
      on conflict (request_id) do update set claim_id = excluded.claim_id, claimed_until = excluded.claimed_until,
        content_hash = excluded.content_hash, answer = null, created_at = excluded.created_at
      where (answer is null and claimed_until <= ${now} and content_hash = excluded.content_hash) or created_at <= ${now - life}`,
    ),
    db.select().from(idempotentRequests).where(eq(idempotentRequests.requestId, requestId)),
  ]);
  if (row?.claimId === claimId) return { state: "ours", claimId };
  if (!row || row.contentHash !== contentHash) return { state: "otherContent" };
  return row.answer === null ? { state: "running" } : { state: "answered", answer: row.answer };
}

/** Which of these requests was claimed before; null for none. */
export async function findClaimed(db: Database, requestIds: string[]): Promise<string | null> {
  const [row] = await db
    .select({ requestId: idempotentRequests.requestId })
    .from(idempotentRequests)
    .where(inArray(idempotentRequests.requestId, requestIds));
  return row?.requestId ?? null;
}

/** Keeps the answer to a claimed request for those who ask again. */
export async function keepAnswer(db: Database, claimId: string, requestId: string, answer: string): Promise<void> {
  await db
    .update(idempotentRequests)
    .set({ answer })
    .where(sql`request_id = ${requestId} and claim_id = ${claimId}`);
}

/** Gives a claim back: nothing was done, and the next try may be. */
export async function releaseClaim(db: Database, claimId: string, requestId: string): Promise<void> {
  await db
    .delete(idempotentRequests)
    .where(sql`request_id = ${requestId} and claim_id = ${claimId} and answer is null`);
}
