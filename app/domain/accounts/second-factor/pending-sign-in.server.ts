import { sql } from "drizzle-orm";
import { batch, type Database, type Write } from "~/db/client.server";
import { pendingSignIns } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { MINUTE } from "../../time/harare";
import { refuse, type Refusal, type TooMany } from "../../values/refusal";
import type { Role } from "../../values/user";
import { issueDeviceToken } from "../known-device.server";
import { issueSessionToken, openSession } from "../sessions.server";
import { hashToken, randomToken } from "../tokens.server";
import type { FactorAnswer } from "./factor-answer";
import { knownFactors, consumeFactor } from "./factor-use.server";

/** How long the second step of a sign-in may take, in milliseconds. */
export const PENDING_LIFE = 10 * MINUTE;
/** How many answers the second step takes. */
const PENDING_ATTEMPTS = 5;

/** Someone who signed in. */
export interface SignedIn {
  ok: true;
  token: string;
  deviceToken: string;
  id: string;
  role: Role;
}

/** Makes the token of a sign-in that waits for its second step, with the statement that keeps it (A22). */
export async function keepPendingSignIn(
  { db, now }: DomainContext,
  userId: string,
  passwordHash: string,
): Promise<{ token: string; kept: Write }> {
  const token = randomToken();
  const kept = db
    .insert(pendingSignIns)
    .values({ tokenHash: await hashToken(token), userId, passwordHash, expiresAt: now + PENDING_LIFE });
  return { token, kept };
}

/** Whose sign-in waits under a token, for the challenge of a passkey; null for an unknown or expired one. */
export async function findPendingSignIn(
  { db, now }: Pick<DomainContext, "db" | "now">,
  token: string,
): Promise<{ userId: string; credentialIds: string[] } | null> {
  const [row] = await db.all<{ userId: string; credentialIds: string }>(sql`
    select user_id as userId,
      (select json_group_array(credential_id) from passkeys where passkeys.user_id = pending_sign_ins.user_id) as credentialIds
    from pending_sign_ins where token_hash = ${await hashToken(token)} and expires_at > ${now}`);
  return row ? { userId: row.userId, credentialIds: JSON.parse(row.credentialIds) as string[] } : null;
}

/**
 * Finishes a sign-in by its second factor (A22), at most five tries in ten minutes, and opens the session if the
 * account is still as it was when the password was checked. Refuses with `signInOver`, `wrongFactor`, `tooMany`.
 */
export async function finishSignIn(
  context: DomainContext,
  pendingToken: string,
  answer: FactorAnswer,
): Promise<SignedIn | TooMany | Refusal<"signInOver" | "wrongFactor">> {
  const { db, now, sessionSecret } = context;
  const tokenHash = await hashToken(pendingToken);
  const { found } = await batch(db, {
    // Counted before anything is compared: simultaneous attempts get no more than five tries.
    counted: db
      .update(pendingSignIns)
      .set({ attempts: sql`attempts + 1` })
      .where(sql`token_hash = ${tokenHash} and expires_at > ${now}`),
    found: selectPending(db, tokenHash, answer),
  });
  const [pending] = found;
  if (!pending || pending.expiresAt <= now || pending.attempts > PENDING_ATTEMPTS) return refuse("signInOver");

  const { userId, role, email, passwordHash } = pending;
  const token = await issueSessionToken(sessionSecret, { id: userId, role });
  const session = { tokenHash: await hashToken(token), userId, role, passwordHash };
  const took = sql`exists (select 1 from sessions where token_hash = ${session.tokenHash})`;
  const result = await consumeFactor(context, {
    userId,
    answer,
    known: pending,
    effect: openSession(context, session, sql`changes() = 1`),
    took,
    more: [db.delete(pendingSignIns).where(sql`token_hash = ${tokenHash} and ${took}`)],
  });
  if (!result.ok) return result;
  return { ok: true, token, deviceToken: await issueDeviceToken(context, email), id: userId, role };
}

const selectPending = (db: Database, tokenHash: string, answer: FactorAnswer) =>
  db
    .select({
      userId: sql<string>`users.id`.as("user_id"),
      role: sql<Role>`users.role`.as("role"),
      email: sql<string>`users.email`.as("email"),
      passwordHash: sql<string>`pending.password_hash`.as("password_hash"),
      attempts: sql<number>`pending.attempts`.as("attempts"),
      expiresAt: sql<number>`pending.expires_at`.as("expires_at"),
      ...knownFactors(sql`users.id`, answer),
    })
    .from(sql`pending_sign_ins as pending join users on users.id = pending.user_id`)
    .where(sql`pending.token_hash = ${tokenHash}`);
