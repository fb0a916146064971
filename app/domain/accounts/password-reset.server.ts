import { sql, type SQL } from "drizzle-orm";
import { statement } from "~/db/client.server";
import { emailTokens, plumberProfiles, sessions, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { MINUTE } from "../time/harare";
import { hitRateLimit, exceeded, isWithinLimit, type Attempt } from "../rate-limits/rate-limits.server";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import { accountNotices } from "./account-notices";
import { hashPassword, renewedRecipe } from "./passwords.server";
import { hashToken, newEmailedToken } from "./tokens.server";

/** How long a mailed link works (A8). */
const LINK_LIFE = 30 * MINUTE;

/**
 * Emails a link for a new password to an account (A8). An unknown email runs the same statements in the same
 * batch, gets nothing, and the caller the same answer. Over the email's own limit the same answer, no mail, and earlier
 * links stay good; refuses with `tooMany` over the address' (L3).
 */
export async function requestPasswordReset(
  context: DomainContext,
  email: string,
  address: string,
): Promise<{ ok: true } | TooMany> {
  const { db, limits, now } = context;
  const attempts: [Attempt, Attempt] = [
    ["accountEmailPerRecipient", email],
    ["accountEmailPerAddress", address],
  ];
  const [, perAddress] = await db.batch([
    hitRateLimit(db, limits, attempts[0], now),
    hitRateLimit(db, limits, attempts[1], now),
    ...(await emailResetLink(
      context,
      email,
      sql`${isWithinLimit(limits, attempts[0])} and ${isWithinLimit(limits, attempts[1])}`,
    )),
  ]);
  return exceeded(limits, perAddress, now) ?? { ok: true };
}

/** The same for the office, which nothing limits. */
export async function reissuePasswordReset(context: DomainContext, email: string): Promise<void> {
  await context.db.batch(await emailResetLink(context, email, sql`true`));
}

async function emailResetLink(context: DomainContext, email: string, condition: SQL) {
  const { db, now } = context;
  const { token, tokenHash } = await newEmailedToken();
  return [
    statement(
      db,
      sql`
      insert into email_tokens (token_hash, user_id, purpose, created_at, expires_at)
      select ${tokenHash}, id, 'reset', ${now}, ${now + LINK_LIFE} from users where email = ${email} and email_verified_at is not null and ${condition}`,
    ),
    notify(
      context,
      { user: sql`(select user_id from email_tokens where token_hash = ${tokenHash})` },
      accountNotices.passwordReset,
      { token },
      { causeId: tokenHash, condition: sql`true` },
    ),
  ] as const;
}

/**
 * Sets a new password by a mailed token: once, within 30 minutes. All sessions and a plumber's calendar address end,
 * and all other reset links are void. Gives the email for the sign-in form; refuses with `linkInvalid`.
 */
export async function resetPassword(
  context: DomainContext,
  token: string,
  password: string,
): Promise<{ ok: true; email: string } | Refusal<"linkInvalid">> {
  const { db, now } = context;
  const tokenHash = await hashToken(token);
  const usable = sql`token_hash = ${tokenHash} and purpose = 'reset' and used_at is null and expires_at > ${now}`;
  const [owner] = await db
    .select({ id: users.id, email: users.email, name: users.firstName, passwordHash: users.passwordHash })
    .from(users)
    .where(sql`id = (select user_id from email_tokens where ${usable})`);
  // Before the hash: a stranger with a made-up link must not cost us 200 ms.
  if (!owner) return refuse("linkInvalid");

  const passwordHash = await hashPassword(password, renewedRecipe(owner.passwordHash));
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
    db
      .update(plumberProfiles)
      .set({ calendarTokenHash: null })
      .where(sql`user_id = ${owner.id} and ${changed}`),
    notify(
      context,
      { user: owner.id },
      accountNotices.passwordChanged,
      { name: owner.name },
      { causeId: tokenHash, condition: changed },
    ),
  ]);
  if (updated.meta.changes === 0) return refuse("linkInvalid");
  context.emit({ type: "sessionsEnded", userId: owner.id, sessionHash: null, except: null });
  return { ok: true, email: owner.email };
}
