import { eq, sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { exceeded, hit, refund, type Admitted, type Attempt } from "../rate-limits/counter.server";
import { newId } from "../values/id";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import { accountNotices } from "./account-notices";
import { issueDeviceToken, hashToken } from "./tokens.server";
import { hashPassword, passwordMatches, renewedRecipe, waitToHash } from "./passwords.server";
import { endAccess, isLiveSession } from "./sessions.server";

/** A guess at the current password; `storedHash` is null for an unknown user. */
export type AdmittedPasswordCheck = Admitted<"passwordCheck"> & { storedHash: string | null };

const attemptOf = (sessionHash: string): Attempt => ["currentPasswordPerSession", sessionHash];

/**
 * Begins what asks for the current password (A9, A18), beside the session's check: counts the attempt and finds the
 * stored hash. An ended session counts nothing: its token could lock the owner out (L2). Refuses with `tooMany`.
 */
export async function beginPasswordCheck(
  context: DomainContext,
  sessionToken: string,
  userId: string,
): Promise<AdmittedPasswordCheck | TooMany> {
  return countPasswordCheck(context, await hashToken(sessionToken), userId);
}

/** As `beginPasswordCheck`, by the hash of the session's token. */
export async function countPasswordCheck(
  context: DomainContext,
  sessionHash: string,
  userId: string,
): Promise<AdmittedPasswordCheck | TooMany> {
  const { db, now } = context;
  const { counted, stored } = await batch(db, {
    counted: hit(context, attemptOf(sessionHash), isLiveSession(sessionHash, userId, now)),
    stored: db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)),
  });
  return (
    exceeded(context, counted) ?? ({ ok: true, storedHash: stored[0]?.passwordHash ?? null } as AdmittedPasswordCheck)
  );
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
  return (await passwordMatches(context.hashing.cost, password, storedHash)) ? null : refuse("wrongPassword");
}

/**
 * Changes a user's password (A9): ends everything that gives access but this session (A12), tells the user, and returns
 * the token of a known device (A13). Refuses with `tooMany`, and `wrongPassword`, also when it was changed meanwhile.
 */
export async function changePassword(
  context: DomainContext,
  user: AuthenticatedUser,
  check: AdmittedPasswordCheck,
  passwords: { current: string; next: string },
): Promise<{ ok: true; deviceToken: string } | TooMany | Refusal<"wrongPassword">> {
  const { db, now } = context;
  const refusal = await checkCurrentPassword(context, user, check, passwords.current, 2);
  if (refusal) return refusal;
  const { storedHash } = check;
  const passwordHash = await hashPassword(passwords.next, renewedRecipe(context.hashing.cost, storedHash));
  const changed = sql`exists (select 1 from users where id = ${user.id} and password_hash = ${passwordHash})`;
  const { updated } = await batch(db, {
    updated: db
      .update(users)
      .set({ passwordHash, updatedAt: now })
      .where(sql`id = ${user.id} and password_hash = ${storedHash}`),
    access: endAccess(context, user.id, changed, user.sessionHash),
    refunded: refundPasswordCheck(context, user),
    notice: notify(
      context,
      { user: user.id },
      accountNotices.passwordChanged,
      { name: user.firstName },
      { causeId: newId(), condition: changed },
    ),
  });
  if (updated.meta.changes === 0) return refuse("wrongPassword");
  context.emit({ type: "sessionsEnded", userId: user.id, sessionHash: null, except: user.sessionHash });
  return { ok: true, deviceToken: await issueDeviceToken(context, user.email) };
}
