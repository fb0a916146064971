import * as z from "zod";
import { sign, hashToken } from "~/domain/accounts/tokens.server";
import { claimRequest, finishRequest, giveUpClaim, releaseClaim } from "~/domain/idempotency/idempotency.server";
import { newId } from "~/domain/values/id";
import type { RequestContext } from "~/http/context";
import { Problem, type Reply } from "./problem-json";

export const KEY_HEADER = "Idempotency-Key";
export const KEY = /^[\x21-\x7e]{8,200}$/;

/** Statuses that say "not now": they are not kept, so a repeat acts. */
const PASSING = new Set([401, 403, 429]);

/**
 * Acts once per caller (`userId` null: an IP address) and Idempotency-Key; a repeat within 24 hours gets the first reply
 * (X6). `act` gets an id that repeats share. Throws `invalidIdempotencyKey`, `idempotencyKeyReused` for other content,
 * and `stillRunning`. The repeated reply lacks `secrets`, and each `phone` in it is null.
 */
export async function once(
  request: Request,
  context: RequestContext,
  { userId, content, secrets = [] }: { userId: string | null; content: unknown; secrets?: readonly string[] },
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
      return replayed(stored.parse(JSON.parse(claim.response)));
    case "otherContent":
      throw new Problem("idempotencyKeyReused");
    case "running":
      throw new Problem("stillRunning", { headers: { "Retry-After": "1" } });
  }

  const ours = { claimId: claim.claimId, requestId };
  try {
    const onceId = (await hashToken(`${requestId} ${claim.since}`)).slice(0, 24);
    const reply = await act(onceId);
    // Stored before it is sent, so that every reply a client has seen can be replayed.
    if (PASSING.has(reply.status)) await releaseClaim(db, ours);
    else await finishRequest(db, ours, JSON.stringify({ ...reply, body: withoutSecrets(reply.body, secrets) }), now);
    return reply;
  } catch (error) {
    // The call may have been done before it broke: a repeat must get the same id.
    await (error instanceof Problem ? releaseClaim : giveUpClaim)(db, ours);
    throw error;
  }
}

const withoutSecrets = (body: Reply["body"], secrets: readonly string[]) => {
  if (typeof body !== "string") return null;
  const keep = (key: string, value: unknown) => (secrets.includes(key) ? undefined : key === "phone" ? null : value);
  return JSON.stringify(JSON.parse(body, keep));
};

const stored = z.object({
  status: z.number(),
  body: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
});
const replayed = (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, "Idempotency-Replayed": "true" } });

/** The content as one text: parsed, the same request has its keys in the same order. A file counts by its bytes' hash. */
async function canonical(content: unknown): Promise<string> {
  const files: Promise<string>[] = [];
  const text = JSON.stringify(content, (_, value: unknown) => {
    if (!(value instanceof Blob)) return value;
    return `file ${files.push(value.arrayBuffer().then(hashBytes)) - 1}`;
  });
  return `${text} ${(await Promise.all(files)).join(" ")}`;
}

const hashBytes = async (bytes: ArrayBuffer) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).join();
