import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { batch, statement, type Database } from "~/db/client.server";
import { plumberProfiles, sessions, users } from "~/db/schema";
import { tryTwice } from "~/db/transient-errors";
import type { DomainContext } from "../domain-context.server";
import { DAY, type Instant } from "../time/harare";
import type { RotatingSecret } from "../values/rotating-secret";
import { isSigned, sign } from "./signatures.server";
import { hashToken, randomToken } from "./tokens.server";
import { ROLES, type AuthenticatedUser, type Role, type SessionClaims } from "../values/user";

/** A session ends 7 days after its last day of use, and 30 days after sign-in whatever happens (A11). */
export const SESSION_IDLE = 7 * DAY;
export const SESSION_LIFE = 30 * DAY;

/** Makes a token that names user and role, with 32 random bytes and an HMAC over all of it (A11). */
export async function issueSessionToken(secret: RotatingSecret, viewer: SessionClaims): Promise<string> {
  const claims = `${viewer.id}.${viewer.role}.${randomToken()}`;
  return `${claims}.${await sign(secret, claims)}`;
}

/** Whom a token names, if the signature is ours; else null. Does not say whether the session still lives. */
export async function readSessionClaims(secret: RotatingSecret, token: string): Promise<SessionClaims | null> {
  const [id, role, random, signature, ...rest] = token.split(".");
  if (!id || !role || !random || !signature || rest.length > 0) return null;
  if (!ROLES.includes(role as Role)) return null;
  return (await isSigned(secret, `${id}.${role}.${random}`, signature)) ? { id, role: role as Role } : null;
}

/**
 * Finds the user of a token whose session lives (A12), with the role the token claims, and when the session was last
 * extended (`refreshedAt`). Null for an unknown or ended session, another role by now, a suspended account.
 */
export async function findSession(
  db: Database,
  token: string,
  viewer: SessionClaims,
  now: Instant,
): Promise<{ user: AuthenticatedUser; refreshedAt: Instant } | null> {
  const tokenHash = await hashToken(token);
  const [row] = await db
    .select({
      id: users.id,
      role: users.role,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
      photoKey: users.photoKey,
      addressLine1: users.addressLine1,
      unreadMessages: users.unreadMessages,
      refreshedAt: sessions.refreshedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        eq(sessions.userId, viewer.id),
        eq(sessions.role, viewer.role),
        eq(users.role, viewer.role),
        gt(sessions.expiresAt, now),
        isNull(users.suspendedAt),
      ),
    );
  if (!row) return null;
  const { refreshedAt, ...user } = row;
  return { user: { ...user, sessionHash: tokenHash } as AuthenticatedUser, refreshedAt };
}

/** The condition that a user's session (the hash of its token) has not ended. */
export const isLiveSession = (sessionHash: string, userId: string, now: Instant) =>
  sql`exists (select 1 from sessions where token_hash = ${sessionHash} and user_id = ${userId} and expires_at > ${now})`;

/** The statement that opens a session, if the account is still as it was when the password was checked. */
export function openSession(
  db: Database,
  session: { tokenHash: string; userId: string; role: Role; passwordHash: string },
  now: Instant,
) {
  return statement(
    db,
    sql`
    insert into sessions (token_hash, user_id, role, created_at, refreshed_at, expires_at)
    select ${session.tokenHash}, id, role, ${now}, ${now}, ${now + SESSION_IDLE} from users
    where id = ${session.userId} and role = ${session.role} and password_hash = ${session.passwordHash}
      and suspended_at is null`,
  );
}

/** Extends a session in use, at most once a day and never past its 30 days (A11). Runs after the response. */
export async function extendSession(
  db: Database,
  user: AuthenticatedUser,
  refreshedAt: Instant,
  now: Instant,
): Promise<void> {
  if (now - refreshedAt < DAY) return;
  await db
    .update(sessions)
    .set({ refreshedAt: now, expiresAt: sql`min(${now + SESSION_IDLE}, created_at + ${SESSION_LIFE})` })
    .where(eq(sessions.tokenHash, user.sessionHash));
}

/** Ends the session of a token and closes its sockets (A12): signing out. Ending it twice is fine. */
export async function endSession({ db, emit }: DomainContext, token: string): Promise<void> {
  const sessionHash = await hashToken(token);
  const [ended] = await tryTwice(() =>
    db.delete(sessions).where(eq(sessions.tokenHash, sessionHash)).returning({ userId: sessions.userId }),
  );
  if (ended) emit({ type: "sessionsEnded", userId: ended.userId, sessionHash, except: null });
}

/**
 * Ends all sessions of a user, the current one too, closes their sockets, and turns off a plumber's calendar link (A12,
 * B23).
 */
export async function endAllSessions({ db, emit }: DomainContext, user: AuthenticatedUser): Promise<void> {
  await tryTwice(() =>
    batch(db, {
      sessions: db.delete(sessions).where(eq(sessions.userId, user.id)),
      calendarLink: db
        .update(plumberProfiles)
        .set({ calendarTokenHash: null })
        .where(eq(plumberProfiles.userId, user.id)),
    }),
  );
  emit({ type: "sessionsEnded", userId: user.id, sessionHash: null, except: null });
}
