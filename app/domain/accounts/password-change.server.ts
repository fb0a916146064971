import { eq, sql } from "drizzle-orm";
import { emailTokens, sessions, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { queueMail } from "../mail/outbox.server";
import { countAttempt, exceeded, forgiveAttempts, type Attempt } from "../values/attempts.server";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import { passwordChangedLetter, passwordResetLetter } from "./account-letters";
import { keepMailedToken, newMailedToken } from "./email-tokens.server";
import { hashPassword, passwordMatches } from "./passwords.server";
import { hashToken } from "./tokens.server";
import type { Member } from "./user";

/**
 * Mails a link for a new password to a verified account (product.md 6). An unknown address runs the same
 * statements, gets nothing, and the caller the same answer. Attempts are counted by the caller.
 */
export async function requestPasswordReset(context: DomainContext, email: string): Promise<void> {
  const { db, now, origin } = context;
  const mailed = await newMailedToken();
  await db.batch([
    keepMailedToken(db, { ...mailed, purpose: "reset" }, sql`email = ${email} and email_verified_at is not null`, now),
    queueMail(
      db,
      { kind: "passwordReset", causeId: mailed.tokenHash, recipient: email, letter: passwordResetLetter({ name: null, origin }, mailed.token) },
      sql`exists (select 1 from email_tokens where token_hash = ${mailed.tokenHash})`,
      now,
    ),
  ]);
}

/**
 * Sets a new password by a mailed token: once, within 30 minutes. All sessions end and all other reset links are
 * void. Gives the e-mail for the sign-in form.
 */
export async function resetPassword(
  context: DomainContext,
  token: string,
  password: string,
): Promise<{ ok: true; email: string } | Refusal<"linkInvalid">> {
  const { db, now, origin } = context;
  const tokenHash = await hashToken(token);
  const usable = sql`token_hash = ${tokenHash} and purpose = 'reset' and used_at is null and expires_at > ${now}`;
  const [owner] = await db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(sql`id = (select user_id from email_tokens where ${usable})`);
  // Before the hash: a stranger with a made-up link must not cost us 200 ms.
  if (!owner) return refuse("linkInvalid");

  const passwordHash = await hashPassword(password);
  const changed = sql`exists (select 1 from users where id = ${owner.id} and password_hash = ${passwordHash})`;
  const [updated] = await db.batch([
    db
      .update(users)
      .set({ passwordHash, updatedAt: now })
      .where(sql`id = ${owner.id} and exists (select 1 from email_tokens where ${usable})`),
    db
      .update(emailTokens)
      .set({ usedAt: now })
      .where(sql`user_id = ${owner.id} and purpose = 'reset' and used_at is null and ${changed}`),
    db.delete(sessions).where(sql`user_id = ${owner.id} and ${changed}`),
    queueMail(
      db,
      { kind: "passwordChanged", causeId: tokenHash, recipient: owner.email, letter: passwordChangedLetter({ name: owner.name, origin }) },
      changed,
      now,
    ),
  ]);
  if (updated.meta.changes === 0) return refuse("linkInvalid");
  context.announce({ type: "sessionsEnded", userId: owner.id, sessionHash: null, except: null });
  return { ok: true, email: owner.email };
}

/** What a change of password begins with, to run beside the session's check: the count of tries and the stored hash. */
export async function beginPasswordChange(context: DomainContext, userId: string): Promise<{ ok: true; storedHash: string | null } | TooMany> {
  const { db, limits, now } = context;
  const [counted, [stored]] = await db.batch([
    countAttempt(db, limits, attemptOf(userId), now),
    db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)),
  ]);
  return exceeded(limits, counted, now) ?? { ok: true, storedHash: stored?.passwordHash ?? null };
}

const attemptOf = (userId: string): Attempt => ["signInPerPerson", userId];

/**
 * Changes a member's password after the present one was given again; ends every other session and mails the member.
 * `storedHash` is what `beginPasswordChange` gave.
 */
export async function changePassword(
  context: DomainContext,
  member: Member,
  storedHash: string | null,
  passwords: { current: string; next: string },
): Promise<{ ok: true } | Refusal<"wrongPassword">> {
  const { db, now, origin } = context;
  if (!(await passwordMatches(passwords.current, storedHash))) return refuse("wrongPassword");
  const passwordHash = await hashPassword(passwords.next);
  const changed = sql`exists (select 1 from users where id = ${member.id} and password_hash = ${passwordHash})`;
  const [updated] = await db.batch([
    db
      .update(users)
      .set({ passwordHash, updatedAt: now })
      .where(sql`id = ${member.id} and password_hash = ${storedHash}`),
    db.delete(sessions).where(sql`user_id = ${member.id} and token_hash <> ${member.sessionHash} and ${changed}`),
    db.update(emailTokens).set({ usedAt: now }).where(sql`user_id = ${member.id} and purpose = 'reset' and used_at is null and ${changed}`),
    forgiveAttempts(db, [attemptOf(member.id)]),
    queueMail(
      db,
      { kind: "passwordChanged", causeId: passwordHash, recipient: member.email, letter: passwordChangedLetter({ name: member.name, origin }) },
      changed,
      now,
    ),
  ]);
  if (updated.meta.changes === 0) return refuse("wrongPassword");
  context.announce({ type: "sessionsEnded", userId: member.id, sessionHash: null, except: member.sessionHash });
  return { ok: true };
}
