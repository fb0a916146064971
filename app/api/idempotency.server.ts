import { z } from "zod";
import { fromBase64Url, toBase64Url } from "~/domain/accounts/tokens.server";
import { DAY } from "~/domain/time/harare";
import { claimRequest, findClaimed, keepAnswer, releaseClaim } from "~/domain/idempotency/idempotency.server";
import { newId } from "~/domain/values/id";
import type { RotatingSecret } from "~/domain/values/rotating-secret";
import type { Database } from "~/db/client.server";
import type { RequestContext } from "../http/context";
import { Problem, type Reply } from "./problem";

export const KEY_HEADER = "Idempotency-Key";
export const KEY = /^[\x21-\x7e]{8,200}$/;

/** Answers that tell more of the moment than of the request: the next try is a new one. */
const PASSING = new Set([403, 429]);

/**
 * Acts once for all requests of `whose` with one Idempotency-Key and one content: the others get the first one's
 * answer, for as long as `life` says (milliseconds; a day without it). Another content under the same key is refused with 422; one that comes while the first is still
 * worked on, with 409. Without a key it just acts.
 */
export async function once(
  request: Request,
  context: RequestContext,
  { whose, content, life = DAY }: { whose: string; content: unknown; life?: number },
  act: (onceId: string) => Promise<Reply>,
): Promise<Reply> {
  const key = request.headers.get(KEY_HEADER);
  if (key === null) return act(newId());
  if (!KEY.test(key)) throw new Problem("invalidIdempotencyKey");

  const { db, now, sessionSecret } = context;
  const { secret, requestId } = await namesOf(db, sessionSecret, `idempotency ${whose} ${key}`);
  const contentHash = toBase64Url(new Uint8Array(await keyedHash(secret, await canonical(content))));
  const claim = await claimRequest(db, { requestId, contentHash }, life, now);
  switch (claim.state) {
    case "answered":
      return replayed(await unseal(secret, claim.answer));
    case "otherContent":
      throw new Problem("idempotencyKeyReused");
    case "running":
      throw new Problem("stillRunning", { headers: { "Retry-After": "1" } });
  }

  const release = () => releaseClaim(db, claim.claimId, requestId);
  try {
    const reply = await act(requestId.slice(0, 24).replace(/_/g, "-"));
    // Kept before it is sent: an answer that somebody has seen can be asked for again.
    if (PASSING.has(reply.status)) await release();
    else await keepAnswer(db, claim.claimId, requestId, await seal(secret, reply));
    return reply;
  } catch (error) {
    await release();
    throw error;
  }
}

const replayed = (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, "Idempotency-Replayed": "true" } });

/** What a request is known and sealed by: under the present value of the secret, unless it came under an earlier one. */
async function namesOf(
  db: Database,
  values: RotatingSecret,
  text: string,
): Promise<{ secret: Uint8Array<ArrayBuffer>; requestId: string }> {
  const under = async (value: string) => {
    const secret = new Uint8Array(await keyedHash(new TextEncoder().encode(value), text));
    return { secret, requestId: toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", secret))) };
  };
  const [current, ...earlier] = values;
  const before = await Promise.all(earlier.map(under));
  const known =
    before.length > 0
      ? await findClaimed(
          db,
          before.map(({ requestId }) => requestId),
        )
      : null;
  return before.find(({ requestId }) => requestId === known) ?? under(current);
}

async function keyedHash(key: Uint8Array<ArrayBuffer>, text: string): Promise<ArrayBuffer> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text));
}

/** What was asked for, as one text: schemas parse the same request to the same keys in the same order; a file counts by its bytes. */
async function canonical(content: unknown): Promise<string> {
  const files: string[] = [];
  const waiting: Promise<void>[] = [];
  const text = JSON.stringify(content, (_, value: unknown) => {
    if (!(value instanceof Blob)) return value;
    const at = files.push("") - 1;
    waiting.push(
      value
        .arrayBuffer()
        .then((bytes) => crypto.subtle.digest("SHA-256", bytes))
        .then((digest) => void (files[at] = toBase64Url(new Uint8Array(digest)))),
    );
    return `file ${at}`;
  });
  await Promise.all(waiting);
  return `${text} ${files.join(" ")}`;
}

// D1 keeps no token and nothing private that its rows alone would give away: an answer can be read with the key that
// asked for it, and with nothing else.

const sealingKey = (secret: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey("raw", secret, "AES-GCM", false, ["encrypt", "decrypt"]);

async function seal(secret: Uint8Array<ArrayBuffer>, reply: Reply): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv },
    await sealingKey(secret),
    new TextEncoder().encode(JSON.stringify(reply)),
  );
  return `${toBase64Url(iv)}.${toBase64Url(new Uint8Array(sealed))}`;
}

const keptReply = z.object({ status: z.number(), body: z.unknown(), headers: z.record(z.string(), z.string()) });

async function unseal(secret: Uint8Array<ArrayBuffer>, answer: string): Promise<Reply> {
  const [iv, sealed] = answer.split(".").map((part) => fromBase64Url(part));
  if (!iv || !sealed) throw new Error("A kept answer cannot be read.");
  const bytes = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await sealingKey(secret), sealed);
  return keptReply.parse(JSON.parse(new TextDecoder().decode(bytes)));
}
