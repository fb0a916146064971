import { eq, sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { exceeded, hit, refund, type Attempt } from "../rate-limits/counter.server";
import { newId } from "../values/id";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import { accountNotices } from "./account-notices";
import { issueDeviceToken, hashToken } from "./tokens.server";
import { hashPassword, passwordMatches, renewedRecipe } from "./passwords.server";
import { endAccess, isLiveSession } from "./sessions.server";

declare const admitted: unique symbol;

/** A guess at the current password that was counted and is within its limit: what checks the password takes no less. */
export interface AdmittedPasswordCheck {
  readonly [admitted]: true;
  ok: true;
  /** Null for an unknown user. */
  storedHash: string | null;
}

const attemptOf = (sessionHash: string): Attempt => ["currentPasswordPerSession", sessionHash];

/**
 * The first step of what asks for the current password (A9, A18), to run beside the session's check: counts the
 * attempt, before anything is hashed, and finds the stored hash. A session that has ended counts nothing: anyone who
 * found its token could lock the owner out (L2). Refuses with `tooMany`.
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

/** The statement that takes the count of a check back: the password was right. */
export const refundPasswordCheck = (context: DomainContext, { sessionHash }: AuthenticatedUser) =>
  refund(context, [attemptOf(sessionHash)]);

/** Waits for the turn to hash for an admitted check; where the queue is full, the check hasn't counted (L7). */
export async function waitForPasswordCheck(
  context: DomainContext,
  user: AuthenticatedUser,
  hashes = 1,
): Promise<TooMany | null> {
  const busy = await context.hashing.takeTurn({ known: user.sessionHash }, hashes);
  if (busy) await refundPasswordCheck(context, user);
  return busy;
}

/**
 * Changes a user's password, given the current one again (A9): ends everything that gives access but this session (A12),
 * and tells the user. Returns the device's token, as the browser stays a known one (A13). Refuses with `wrongPassword`, also when the password was changed meanwhile,
 * and with `tooMany`.
 */
export async function changePassword(
  context: DomainContext,
  user: AuthenticatedUser,
  { storedHash }: AdmittedPasswordCheck,
  passwords: { current: string; next: string },
): Promise<{ ok: true; deviceToken: string } | TooMany | Refusal<"wrongPassword">> {
  const { db, now } = context;
  const busy = await waitForPasswordCheck(context, user, 2);
  if (busy) return busy;
  if (!(await passwordMatches(context.hashing.cost, passwords.current, storedHash))) return refuse("wrongPassword");
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
