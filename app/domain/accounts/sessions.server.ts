import { eq, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { batch, type Database, type Write, insertWhere, columnsOf } from "~/db/client.server";
import { once, type ValueOf } from "~/db/once.server";
import * as tables from "~/db/schema";
import { tryTwice } from "~/db/transient-errors";
import type { DomainContext } from "../domain-context.server";
import { endWebhooks } from "../notices/webhooks/webhook-endpoints.server";
import { DAY, type Instant } from "../time/harare";
import { type Access, SESSION_LIFE } from "./account";
import { hasSecondFactor } from "./second-factor/factor-changes.server";
import { hashToken, signClaims } from "./tokens.server";
import { OK } from "../values/refusal";
import type { SignedInUser, AuthenticatedUser, SessionClaims, SteppedUpUser } from "../values/user";

const {
  answerLinks,
  claimLinks,
  passwordResetLinks,
  pendingSignIns,
  personalTokens,
  plumberProfiles,
  sessions,
  users,
} = tables;

/** A session ends 7 days after its last day of use, and 30 days after sign-in whatever happens (A11). */
export const SESSION_IDLE = 7 * DAY;

const s = alias(sessions, "s");
const u = alias(users, "u");

// Every page for someone signed in sends this: it says each column in as few bytes as it can.
const askForSession = once((db, value: ValueOf<"tokenHash" | "role" | "now" | "id">) =>
  db
    .select({
      ...columnsOf(u, "firstName", "lastName", "email", "phone", "photoKey", "addressLine1", "addressLine2"),
      ...columnsOf(u, "unreadMessages", "termsVersion"),
      hasSecondFactor: sql<boolean>`${hasSecondFactor(sql`u.id`)}`.mapWith(Boolean).as("has_second_factor"),
      steppedUpAt: s.steppedUpAt,
      refreshedAt: s.refreshedAt,
    })
    .from(s)
    .innerJoin(u, sql`u.id = user_id`)
    .where(
      sql`token_hash = ${value("tokenHash")} and s.role = ${value("role")} and expires_at > ${value("now")}
        and u.id = ${value("id")} and u.role = s.role and suspended_at is null`,
    ),
);

/**
 * Finds the user of a live session's token (A12) who still has the role it claims, and when it was last extended. Null
 * for an unknown or ended session, another role, a suspended account.
 */
export async function findSession(db: Database, token: string, { id, role }: SessionClaims, now: Instant) {
  const tokenHash = await hashToken(token);
  const [row] = await askForSession(db, { tokenHash, role, now, id });
  if (!row) return null;
  const { refreshedAt, addressLine1, addressLine2, ...user } = row;
  const address = [addressLine1, addressLine2].filter((line) => line !== null).join(", ") || null;
  return { user: { ...user, id, role, address, sessionHash: tokenHash } as SignedInUser, refreshedAt };
}

/** The account as it was when its owner showed who they are: with another password, or once access was ended, it opens nothing. */
export interface SessionOwner extends SessionClaims {
  passwordHash: string;
  accessEndedAt: Instant | null;
}

/** The condition over `users` that an account is still as it was when its sign-in began. */
export const mayStillSignIn = ({ id, role, passwordHash, accessEndedAt }: SessionOwner): SQL =>
  sql`id = ${id} and role = ${role} and password_hash = ${passwordHash} and access_ended_at is ${accessEndedAt}
    and suspended_at is null`;

/**
 * Makes the token of a session, its hash, and the statement that opens it, stepped up (A24), if the account is still as
 * it was. With a second factor set up, `by` is the condition that it was given (A22).
 */
export async function newSession(
  { db, now, device, sessionSecret }: DomainContext,
  owner: SessionOwner,
  by: SQL = sql`not ${hasSecondFactor(owner.id)}`,
) {
  const token = await signClaims(sessionSecret, owner);
  const tokenHash = await hashToken(token);
  const life = { createdAt: now, refreshedAt: now, expiresAt: now + SESSION_IDLE, steppedUpAt: now };
  const row = { tokenHash, userId: sql`id`, role: sql`role`, ...life, device };
  const opened = insertWhere(db, sessions, row, sql`${mayStillSignIn(owner)} and ${by}`, { from: sql`users` });
  return { token, tokenHash, opened };
}

/** Extends a session in use, at most once a day and never past its 30 days (A11). Runs after the response. */
export async function extendSession(db: Database, user: AuthenticatedUser, refreshedAt: Instant, now: Instant) {
  if (now - refreshedAt < DAY) return;
  const expiresAt = sql`min(${now + SESSION_IDLE}, created_at + ${SESSION_LIFE})`;
  await db.update(sessions).set({ refreshedAt: now, expiresAt }).where(eq(sessions.tokenHash, user.sessionHash));
}

/** Ends the session of a token and closes its sockets (A12): signing out. Ending it twice is fine. */
export async function endSession({ db, emit }: DomainContext, token: string): Promise<void> {
  const sessionHash = await hashToken(token);
  const [ended] = await tryTwice(() =>
    db.delete(sessions).where(eq(sessions.tokenHash, sessionHash)).returning({ userId: sessions.userId }),
  );
  if (ended) emit({ type: "sessionsEnded", userId: ended.userId, sessionHash, except: null });
}

/** The statements that end all that gives access (A12) but the session `except`. No other code ends part of it. */
export function endAccess({ db, now }: DomainContext, userId: string, condition = sql`true`, except = ""): Write[] {
  const theirs = sql`user_id = ${userId} and ${condition}`;
  return [
    db.delete(sessions).where(sql`${theirs} and token_hash <> ${except}`),
    db.delete(pendingSignIns).where(theirs),
    db
      .update(passwordResetLinks)
      .set({ usedAt: now })
      .where(sql`used_at is null and ${theirs}`),
    db.delete(claimLinks).where(theirs),
    db.delete(personalTokens).where(theirs),
    ...endWebhooks(db, userId, condition),
    storeCalendarToken(db, userId, null, condition),
    // Their rows stay, so that the page can say so; they end before they began (N16).
    db
      .update(answerLinks)
      .set({ expiresAt: sql`created_at` })
      .where(sql`plumber_id = ${userId} and ${condition}`),
    // Always another instant than before, so that sign-ins and remembered browsers of two ends are told apart.
    db
      .update(users)
      .set({ accessEndedAt: sql`max(${now}, coalesce(access_ended_at, 0) + 1)` })
      .where(sql`id = ${userId} and ${condition}`),
  ];
}

/** Ends everything that gives access to a user's account (A12), this session too, and closes their sockets. */
export async function endAllSessions(context: DomainContext, { id }: AuthenticatedUser): Promise<void> {
  await tryTwice(() => batch(context.db, { access: endAccess(context, id) }));
  context.emit({ type: "sessionsEnded", userId: id, sessionHash: null, except: null });
}

const SESSION_ID_LENGTH = 16;

type Found = Omit<Access["sessions"][number], "isThis" | "getsPush"> & { isThis: number; getsPush: number };

/** Finds what gives access to a user's account (A12); `sessionHash`: of the session that asks. */
export async function findAccess(
  { db, now }: Pick<DomainContext, "db" | "now">,
  userId: string,
  sessionHash: string,
): Promise<Access> {
  const [found, [counts]] = await Promise.all([
    db.all<Found>(sql`
      select substr(token_hash, 1, ${SESSION_ID_LENGTH}) as id, device, created_at as createdAt, refreshed_at as usedAt,
        token_hash = ${sessionHash} as isThis,
        exists (select 1 from push_devices where session_hash = token_hash) as getsPush
      from sessions where user_id = ${userId} and expires_at > ${now} order by created_at desc limit 50`),
    db.all<Omit<Access, "sessions">>(sql`
      select (select count(*) from personal_tokens where user_id = ${userId}) as tokens,
        (select count(*) from webhook_endpoints where user_id = ${userId} and ended_at is null) as webhooks,
        (select count(calendar_token_hash) from plumber_profiles where user_id = ${userId}) as calendarLinks,
        (select count(*) from answer_links where plumber_id = ${userId} and expires_at > ${now}) as answerLinks`),
  ]);
  const sessions = found.map((one) => ({ ...one, isThis: one.isThis === 1, getsPush: one.getsPush === 1 }));
  return { ...counts!, sessions };
}

/** Ends another session of a user, by its id in `findAccess`, and closes its sockets (A12). */
export async function endOtherSession({ db, emit }: DomainContext, user: SteppedUpUser, id: string) {
  const isIt = sql`user_id = ${user.id} and substr(token_hash, 1, ${SESSION_ID_LENGTH}) = ${id} and token_hash <> ${user.sessionHash}`;
  const ended = await db.delete(sessions).where(isIt).returning({ sessionHash: sessions.tokenHash });
  for (const { sessionHash } of ended) emit({ type: "sessionsEnded", userId: user.id, sessionHash, except: null });
  return OK;
}

/** The statement that stores the hash of the secret of a plumber's calendar feed (B23), where `condition` holds; null: none opens it. */
export const storeCalendarToken = (db: Database, id: string, calendarTokenHash: string | null, condition = sql`true`) =>
  db
    .update(plumberProfiles)
    .set({ calendarTokenHash })
    .where(sql`user_id = ${id} and ${condition}`);
