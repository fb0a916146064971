import { eq } from "drizzle-orm";
import { sessions } from "~/db/schema";
import { SESSION_IDLE } from "~/domain/accounts/sessions.server";
import { STEP_UP_LIFE } from "~/domain/accounts/second-factor/factor-use.server";
import { hashToken, signClaims } from "~/domain/accounts/tokens.server";
import type { DomainContext } from "~/domain/domain-context.server";
import type { SessionClaims } from "~/domain/values/user";

type Stage = Pick<DomainContext, "db" | "now" | "sessionSecret">;

/** A session whose user has not shown for longer than it counts that it is them (A24). */
export const signedInEarlier = (context: Stage, user: SessionClaims) =>
  signedIn(context, user, context.now - STEP_UP_LIFE - 1);

/** Does something as a user in a session that is really open: in their own, else in one that ends with it. */
export async function inSession<User extends SessionClaims & { sessionHash: string }, Result>(
  context: Stage,
  user: User,
  act: (user: User) => Promise<Result>,
): Promise<Result> {
  if (user.sessionHash !== "none") return act(user);
  const sessionHash = await hashOf(await signedIn(context, user));
  const result = await act({ ...user, sessionHash });
  await context.db.delete(sessions).where(eq(sessions.tokenHash, sessionHash));
  return result;
}

/** The hash of the token in a Cookie header. */
export const hashOf = (cookie: string) => hashToken(cookie.replace("__Host-session=", ""));

/** The Cookie header of a session that is really open; who it is was shown just now, or at `steppedUpAt` (A24). */
export async function signedIn(context: Stage, user: SessionClaims, steppedUpAt = context.now): Promise<string> {
  const token = await signClaims(context.sessionSecret, user);
  const { now } = context;
  await context.db.insert(sessions).values({
    tokenHash: await hashToken(token),
    userId: user.id,
    role: user.role,
    steppedUpAt,
    createdAt: now,
    refreshedAt: now,
    expiresAt: now + SESSION_IDLE,
  });
  return `__Host-session=${token}`;
}
