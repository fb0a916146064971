import { sql, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { batch } from "~/db/client.server";
import { pendingSignIns } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { MINUTE } from "../../time/harare";
import { refuse } from "../../values/refusal";
import type { Role } from "../../values/user";
import { issueDeviceToken, hashToken, randomToken } from "../tokens.server";
import { newSession, type SessionOwner } from "../sessions.server";
import type { FactorAnswer, SignedPasskey } from "./factor-answers";
import { knownFactors, consumeFactor, type KnownFactors } from "./factor-use.server";

export const PENDING_LIFE = 10 * MINUTE;
const PENDING_ATTEMPTS = 5;

/** Makes the token of a sign-in that waits for its second step, with the statement that keeps it (A22). */
export async function keepPendingSignIn({ db, now }: DomainContext, userId: string, passwordHash: string) {
  const token = randomToken();
  const kept = db
    .insert(pendingSignIns)
    .values({ tokenHash: await hashToken(token), userId, passwordHash, expiresAt: now + PENDING_LIFE });
  return { token, kept };
}

/** Finds whose sign-in waits under a token, for a passkey's challenge; null for an unknown or expired one. */
export async function findPendingSignIn({ db, now }: Pick<DomainContext, "db" | "now">, token: string) {
  const [row] = await db.all<{ userId: string; credentialIds: string }>(sql`
    select user_id as userId,
      (select json_group_array(credential_id) from passkeys where passkeys.user_id = pending_sign_ins.user_id) as credentialIds
    from pending_sign_ins where token_hash = ${await hashToken(token)} and expires_at > ${now}`);
  return row ? { userId: row.userId, credentialIds: JSON.parse(row.credentialIds) as string[] } : null;
}

const ownerColumns = (passwordHash: SQL, answer: FactorAnswer) => ({
  id: sql<string>`users.id`.as("id"),
  role: sql<Role>`users.role`.as("role"),
  email: sql<string>`users.email`.as("email"),
  passwordHash: sql<string>`${passwordHash}`.as("password_hash"),
  ...knownFactors(sql`users.id`, answer),
});

/** Opens a session by a second factor (A22); `isAlone`: without a password. Refuses with `wrongFactor` and `tooMany`. */
export async function openSessionByFactor(
  context: DomainContext,
  owner: SessionOwner & KnownFactors,
  answer: FactorAnswer,
  { isAlone = false, more = () => [] }: { isAlone?: boolean; more?: (took: SQL) => BatchItem<"sqlite">[] } = {},
) {
  const { id, role } = owner;
  const { token, tokenHash, opened: effect } = await newSession(context, owner, sql`changes() = 1`);
  const took = sql`exists (select 1 from sessions where token_hash = ${tokenHash})`;
  const check = { userId: id, answer, known: owner, isAlone, effect, took, more: more(took) };
  const result = await consumeFactor(context, check);
  return result.ok ? { ...result, token, id, role } : result;
}

/** Finishes a sign-in by its second factor (A22). Refuses with `signInOver`, `wrongFactor`, `tooMany`. */
export async function finishSignIn(context: DomainContext, pendingToken: string, answer: FactorAnswer) {
  const { db, now } = context;
  const tokenHash = await hashToken(pendingToken);
  const { found } = await batch(db, {
    // Counted before anything is compared: simultaneous attempts get no more than five tries.
    counted: db
      .update(pendingSignIns)
      .set({ attempts: sql`attempts + 1` })
      .where(sql`token_hash = ${tokenHash} and expires_at > ${now}`),
    found: db
      .select({
        ...ownerColumns(sql`pending.password_hash`, answer),
        attempts: sql<number>`pending.attempts`.as("attempts"),
        expiresAt: sql<number>`pending.expires_at`.as("expires_at"),
      })
      .from(sql`pending_sign_ins as pending join users on users.id = pending.user_id`)
      .where(sql`pending.token_hash = ${tokenHash}`),
  });
  const [pending] = found;
  if (!pending || pending.expiresAt <= now || pending.attempts > PENDING_ATTEMPTS) return refuse("signInOver");
  const opened = await openSessionByFactor(context, pending, answer, {
    more: (took) => [db.delete(pendingSignIns).where(sql`token_hash = ${tokenHash} and ${took}`)],
  });
  return opened.ok ? { ...opened, deviceToken: await issueDeviceToken(context, pending.email) } : opened;
}

/** Signs in with only a passkey (A22). Refuses with `wrongPasskey`, also for a suspended account, and `tooMany`. */
export async function signInByPasskey(context: DomainContext, passkey: SignedPasskey) {
  const [owner] = await context.db
    .select(ownerColumns(sql`users.password_hash`, { passkey }))
    .from(sql`users`)
    .where(sql`id = (select user_id from passkeys where credential_id = ${passkey.id})`);
  if (!owner) return refuse("wrongPasskey");
  const opened = await openSessionByFactor(context, owner, { passkey }, { isAlone: true });
  if (!opened.ok) return opened.reason === "wrongFactor" ? refuse("wrongPasskey") : opened;
  return { ...opened, deviceToken: await issueDeviceToken(context, owner.email) };
}
