import { z } from "zod";
import { sign } from "~/domain/accounts/signatures.server";
import { hashToken } from "~/domain/accounts/tokens.server";
import { claimRequest, finishRequest, releaseClaim } from "~/domain/idempotency/idempotency.server";
import { newId } from "~/domain/values/id";
import type { RequestContext } from "../http/context";
import { Problem, type Reply } from "./problem";

export const KEY_HEADER = "Idempotency-Key";
export const KEY = /^[\x21-\x7e]{8,200}$/;

/** Refusals of the moment rather than of the request: the next try acts. */
const PASSING = new Set([403, 429]);

/**
 * Acts once for all calls with one Idempotency-Key, one content and one caller, and gives the later ones the first
 * answer, for 24 hours (X6). `userId` is the caller, or null: then the IP address is. Throws `idempotencyKeyReused` for
 * other content under the same key, `stillRunning` while the first call runs, and `answerNotKept` for one that was done
 * but whose answer holds a secret (`keepsAnswer: false`) or a phone. Without a key it acts.
 */
export async function once(
  request: Request,
  context: RequestContext,
  { userId, content, keepsAnswer = true }: { userId: string | null; content: unknown; keepsAnswer?: boolean },
  act: (onceId: string) => Promise<Reply>,
): Promise<Reply> {
  const key = request.headers.get(KEY_HEADER);
  if (key === null) return act(newId());
  if (!KEY.test(key)) throw new Problem("invalidIdempotencyKey");

  const { db, now, sessionSecret, clientAddress } = context;
  const requestId = await hashToken(`${userId ?? clientAddress} ${key}`);
  const text = `idempotency ${await canonical(content)}`;
  const contentHashes = await Promise.all(sessionSecret.map((value) => sign([value], text)));
  const claim = await claimRequest(db, { requestId, contentHashes, userId }, now);
  switch (claim.state) {
    case "finished":
      if (claim.answer === null) throw new Problem("answerNotKept");
      return replayed(storedReply.parse(JSON.parse(claim.answer)));
    case "otherContent":
      throw new Problem("idempotencyKeyReused");
    case "running":
      throw new Problem("stillRunning", { headers: { "Retry-After": "1" } });
  }

  const ours = { claimId: claim.claimId, requestId };
  try {
    const reply = await act(requestId.slice(0, 24));
    // Finished before it is sent: an answer that somebody has seen can be asked for again.
    if (PASSING.has(reply.status)) await releaseClaim(db, ours);
    else {
      const isKept = (keepsAnswer || reply.status >= 400) && !holdsPhone(reply.body);
      await finishRequest(db, ours, isKept ? JSON.stringify(reply) : null, now);
    }
    return reply;
  } catch (error) {
    await releaseClaim(db, ours);
    throw error;
  }
}

const storedReply = z.object({ status: z.number(), body: z.unknown(), headers: z.record(z.string(), z.string()) });
const replayed = (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, "Idempotency-Replayed": "true" } });

/** Whether an answer holds somebody's phone, however deep. */
const holdsPhone = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(value).some(([name, inner]) => (name === "phone" && inner !== null) || holdsPhone(inner));

/** The content as one text: a schema parses the same request to the same keys in the same order; a file counts by its bytes. */
async function canonical(content: unknown): Promise<string> {
  const files: Promise<string>[] = [];
  const text = JSON.stringify(content, (_, value: unknown) => {
    if (!(value instanceof Blob)) return value;
    return `file ${files.push(value.arrayBuffer().then(hashBytes)) - 1}`;
  });
  return `${text} ${(await Promise.all(files)).join(" ")}`;
}

const hashBytes = async (bytes: ArrayBuffer) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).join();
