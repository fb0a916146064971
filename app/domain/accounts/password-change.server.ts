import { eq, sql } from "drizzle-orm";
import { emailTokens, sessions, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { hitRateLimit, exceeded, refundRateLimits, type Attempt } from "../rate-limits/rate-limits.server";
import { newId } from "../values/id";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import { accountNotices } from "./account-notices";
import { hashPassword, passwordMatches, renewedRecipe } from "./passwords.server";
import { hashToken } from "./tokens.server";
import type { AuthenticatedUser } from "../values/user";

/**
 * What asking for the present password begins with, to run beside the session's check: the count of tries in this
 * session, and the stored hash. A session that has ended counts nothing: else whoever found its token could lock the
 * owner out (L2).
 */
export async function beginPasswordChange(
  context: DomainContext,
  sessionToken: string,
  userId: string,
): Promise<{ ok: true; storedHash: string | null } | TooMany> {
  const { db, limits, now } = context;
  const sessionHash = await hashToken(sessionToken);
  const isLive = sql`exists (select 1 from sessions where token_hash = ${sessionHash} and user_id = ${userId} and expires_at > ${now})`;
  const [counted, [stored]] = await db.batch([
    hitRateLimit(db, limits, attemptOf(sessionHash), now, isLive),
    db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)),
  ]);
  return exceeded(limits, counted, now) ?? { ok: true, storedHash: stored?.passwordHash ?? null };
}

const attemptOf = (sessionHash: string): Attempt => ["presentPasswordPerSession", sessionHash];

/**
 * Changes a user's password after the present one was given again; ends every other session and emails the user.
 * `storedHash` is what `beginPasswordChange` gave. Refuses with `wrongPassword`.
 */
export async function changePassword(
  context: DomainContext,
  user: AuthenticatedUser,
  storedHash: string | null,
  passwords: { current: string; next: string },
): Promise<{ ok: true } | Refusal<"wrongPassword">> {
  const { db, now } = context;
  if (!(await passwordMatches(passwords.current, storedHash))) return refuse("wrongPassword");
  const passwordHash = await hashPassword(passwords.next, renewedRecipe(storedHash));
  const changed = sql`exists (select 1 from users where id = ${user.id} and password_hash = ${passwordHash})`;
  const [updated] = await db.batch([
    db
      .update(users)
      .set({ passwordHash, updatedAt: now })
      .where(sql`id = ${user.id} and password_hash = ${storedHash}`),
    db.delete(sessions).where(sql`user_id = ${user.id} and token_hash <> ${user.sessionHash} and ${changed}`),
    db
      .update(emailTokens)
      .set({ usedAt: now })
      .where(sql`user_id = ${user.id} and purpose = 'reset' and used_at is null and ${changed}`),
    refundRateLimits(db, [attemptOf(user.sessionHash)]),
    notify(
      context,
      { user: user.id },
      accountNotices.passwordChanged,
      { name: user.firstName },
      { causeId: newId(), condition: changed },
    ),
  ]);
  if (updated.meta.changes === 0) return refuse("wrongPassword");
  context.emit({ type: "sessionsEnded", userId: user.id, sessionHash: null, except: user.sessionHash });
  return { ok: true };
}
