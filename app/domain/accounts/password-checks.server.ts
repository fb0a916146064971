import { eq } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { exceeded, hit, refund, type Admitted, type Attempt } from "../rate-limits/counter.server";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import { matchingHashes, waitToHash } from "./passwords.server";
import { isLiveSession } from "../values/live-session.server";

/** A guess at the current password; `storedHash` is null for an unknown user. */
export type AdmittedPasswordCheck = Admitted<"passwordCheck"> & { storedHash: string | null };

const attemptOf = (sessionHash: string): Attempt => ["currentPasswordPerSession", sessionHash];

/**
 * Begins what asks for the current password (A9, A18), beside the session's check: counts the attempt and finds the
 * stored hash. An ended session counts nothing: its token could lock the owner out (L2). Refuses with `tooMany`.
 */
export async function beginPasswordCheck(context: DomainContext, sessionHash: string, userId: string) {
  const { db, now } = context;
  const { counted, stored } = await batch(db, {
    counted: hit(context, attemptOf(sessionHash), isLiveSession(sessionHash, userId, now)),
    stored: db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)),
  });
  const storedHash = stored[0]?.passwordHash ?? null;
  return exceeded(context, counted) ?? ({ ok: true, storedHash } as AdmittedPasswordCheck);
}

export const refundPasswordCheck = (context: DomainContext, { sessionHash }: AuthenticatedUser) =>
  refund(context, [attemptOf(sessionHash)]);

/** The refusal of an admitted check, once it has had its turn to hash: `tooMany`, `wrongPassword`; null: it is right. */
export async function checkCurrentPassword(
  context: DomainContext,
  { sessionHash }: AuthenticatedUser,
  { storedHash }: AdmittedPasswordCheck,
  password: string,
  hashes?: number,
): Promise<TooMany | Refusal<"wrongPassword"> | null> {
  const busy = await waitToHash(context, { known: sessionHash }, [attemptOf(sessionHash)], hashes);
  if (busy) return busy;
  const matching = await matchingHashes(context.hashing.cost, password, storedHash === null ? [] : [storedHash]);
  return matching.length > 0 ? null : refuse("wrongPassword");
}
