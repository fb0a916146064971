import { and, eq, gt, sql, type SQL } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { answerLinks, pendingSignIns, personalTokens, sessions, users } from "~/db/schema";
import { tryTwice } from "~/db/transient-errors";
import type { DomainContext } from "../domain-context.server";
import { DAY, type Instant } from "../time/harare";
import type { RotatingSecret } from "../values/rotating-secret";
import { accountAddress } from "./account-address.server";
import { hasSecondFactor } from "./second-factor/factor-conditions.server";
import { storeCalendarToken } from "./calendar-token.server";
import { areClaimsValid, readClaims, signClaims } from "./signed-claims.server";
import { hashToken } from "./tokens.server";
import type { AuthenticatedUser, Role, SessionClaims } from "../values/user";

/** A session ends 7 days after its last day of use, and 30 days after sign-in whatever happens (A11). */
export const SESSION_IDLE = 7 * DAY;
export const SESSION_LIFE = 30 * DAY;

/** Makes a session's token (A11). */
export const issueSessionToken = (secret: RotatingSecret, viewer: SessionClaims): Promise<string> =>
  signClaims(secret, viewer);

/** Whom a session's token names, if the signature is ours; else null. Does not say whether the session still lives. */
export const readSessionClaims = (secret: RotatingSecret, token: string): Promise<SessionClaims | null> =>
  readClaims(secret, token);

/** What D1 knows of an authenticated user. */
export const userFields = {
  id: users.id,
  role: users.role,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  phone: users.phone,
  photoKey: users.photoKey,
  address: accountAddress.as("address"),
  unreadMessages: users.unreadMessages,
  termsVersion: users.termsVersion,
};

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
      ...userFields,
      hasSecondFactor: sql<boolean>`${hasSecondFactor(sql`${users.id}`)}`.mapWith(Boolean).as("has_second_factor"),
      steppedUpAt: sessions.steppedUpAt,
      refreshedAt: sessions.refreshedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        eq(sessions.role, viewer.role),
        gt(sessions.expiresAt, now),
        areClaimsValid(viewer),
      ),
    );
  if (!row) return null;
  const { refreshedAt, ...user } = row;
  return { user: { ...user, sessionHash: tokenHash } as AuthenticatedUser, refreshedAt };
}

/** The condition that a user's session (the hash of its token) has not ended. */
export const isLiveSession = (sessionHash: string, userId: string, now: Instant) =>
  sql`exists (select 1 from sessions where token_hash = ${sessionHash} and user_id = ${userId} and expires_at > ${now})`;

/**
 * The statement that opens a session, if the account is still as it was when the password was checked, and stepped up
 * (A24): signing in has just shown that it is the user. A user who has set up a second factor gets no session without
 * it (A22): `by` is then the condition that it was given.
 */
export function openSession(
  db: Database,
  session: { tokenHash: string; userId: string; role: Role; passwordHash: string },
  now: Instant,
  by: SQL = sql`not ${hasSecondFactor(session.userId)}`,
) {
  return insertWhere(
    db,
    sessions,
    {
      tokenHash: session.tokenHash,
      userId: sql`id`,
      role: sql`role`,
      createdAt: now,
      refreshedAt: now,
      expiresAt: now + SESSION_IDLE,
      steppedUpAt: now,
    },
    sql`id = ${session.userId} and role = ${session.role} and password_hash = ${session.passwordHash}
      and suspended_at is null and ${by}`,
    { from: sql`users` },
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
 * The statement that ends the links by which a plumber answers requests without signing in (N16): with all sessions.
 * Their rows stay, so that the page can say so; they end before they began.
 */
export const endAnswerLinks = (db: Database, plumberId: string, condition: SQL = sql`true`) =>
  db
    .update(answerLinks)
    .set({ expiresAt: sql`created_at` })
    .where(sql`plumber_id = ${plumberId} and ${condition}`);

/** The statement that ends all sessions of a user, where `condition` holds. */
export const endSessions = (db: Database, userId: string, condition: SQL = sql`true`) =>
  db.delete(sessions).where(sql`user_id = ${userId} and ${condition}`);

/** The statement that ends a user's personal tokens, wherever all sessions end: someone may have got in (X12). */
export const endPersonalTokens = (db: Database, userId: string, condition: SQL = sql`true`) =>
  db.delete(personalTokens).where(sql`user_id = ${userId} and ${condition}`);

/**
 * Ends all sessions of a user, the current one too, closes their sockets, and turns off a plumber's calendar link, the
 * links that answer requests, and personal tokens (A12, B23, N16, X12).
 */
export async function endAllSessions({ db, emit }: DomainContext, user: AuthenticatedUser): Promise<void> {
  await tryTwice(() =>
    batch(db, {
      sessions: endSessions(db, user.id),
      pending: db.delete(pendingSignIns).where(eq(pendingSignIns.userId, user.id)),
      calendarLink: storeCalendarToken(db, user.id, null),
      answerLinks: endAnswerLinks(db, user.id),
      tokens: endPersonalTokens(db, user.id),
    }),
  );
  emit({ type: "sessionsEnded", userId: user.id, sessionHash: null, except: null });
}
