import { eq, sql, type SQL } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { passwordResetLinks, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { exceeded, hit, isWithinLimit, type Attempt, type CountingContext } from "../rate-limits/counter.server";
import { MINUTE, type Instant } from "../time/harare";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import { accountNotices } from "./account-notices";
import { endAccess } from "./sessions.server";
import { issueDeviceToken, hashToken, newEmailedToken } from "./tokens.server";
import { hashPassword, renewedRecipe } from "./passwords.server";

/** How long an emailed link works (A8). */
const LINK_LIFE = 30 * MINUTE;

/**
 * Emails a link for a new password to a verified account (A8). An unknown email runs the same statements and gets the
 * same result (A7), as over the limit per email (L3); refuses with `tooMany` over the limit of `clientAddress`.
 */
export async function requestPasswordReset(
  context: DomainContext,
  email: string,
  clientAddress: string,
): Promise<{ ok: true } | TooMany> {
  const limit = hitAccountEmail(context, email, clientAddress);
  const { perAddress } = await batch(context.db, {
    ...limit.statements,
    ...(await emailResetLink(context, email, limit.isWithin)),
  });
  return exceeded(context, perAddress) ?? { ok: true };
}

/** Emails an account a link for the office, without a limit (O12). */
export async function reissuePasswordReset(context: DomainContext, email: string): Promise<void> {
  await batch(context.db, await emailResetLink(context, email, sql`true`));
}

async function emailResetLink(context: DomainContext, email: string, condition: SQL) {
  const { db, now } = context;
  const { token, tokenHash } = await newEmailedToken();
  return {
    link: insertWhere(
      db,
      passwordResetLinks,
      { tokenHash, userId: sql`id`, createdAt: now, expiresAt: now + LINK_LIFE },
      sql`email = ${email} and email_verified_at is not null and ${condition}`,
      { from: sql`users` },
    ),
    notice: notify(
      context,
      { user: sql`(select user_id from password_reset_links where token_hash = ${tokenHash})` },
      accountNotices.passwordReset,
      { token },
      { causeId: tokenHash, condition: sql`true` },
    ),
  };
}

const isUsable = (tokenHash: string, now: Instant): SQL =>
  sql`token_hash = ${tokenHash} and used_at is null and expires_at > ${now}`;

/** Finds the email whose password a link can still set (A8), or null. Changes nothing: mail scanners open links. */
export async function findResetEmail(db: Database, token: string, now: Instant): Promise<string | null> {
  const [row] = await db
    .select({ email: users.email })
    .from(passwordResetLinks)
    .innerJoin(users, eq(users.id, passwordResetLinks.userId))
    .where(isUsable(await hashToken(token), now));
  return row?.email ?? null;
}

/**
 * Sets a new password by an emailed token, once, within 30 minutes (A8). Ends everything that gives access (A12), tells
 * the owner, and returns the token of a known device (A13). Refuses with `linkInvalid`, and `tooMany` while too many
 * wait.
 */
export async function resetPassword(
  context: DomainContext,
  token: string,
  password: string,
): Promise<{ ok: true; deviceToken: string } | TooMany | Refusal<"linkInvalid">> {
  const { db, now } = context;
  const tokenHash = await hashToken(token);
  const usable = isUsable(tokenHash, now);
  const [owner] = await db
    .select({ id: users.id, email: users.email, name: users.firstName, passwordHash: users.passwordHash })
    .from(users)
    .where(sql`id = (select user_id from password_reset_links where ${usable})`);
  // Before the hash: a stranger with a made-up link must not cost us 200 ms.
  if (!owner?.email) return refuse("linkInvalid");

  const busy = await context.hashing.takeTurn({ known: owner.id });
  if (busy) return busy;
  const passwordHash = await hashPassword(password, renewedRecipe(context.hashing.cost, owner.passwordHash));
  const changed = sql`exists (select 1 from users where id = ${owner.id} and password_hash = ${passwordHash})`;
  const { updated } = await batch(db, {
    updated: db
      .update(users)
      .set({ passwordHash, updatedAt: now })
      .where(sql`id = ${owner.id} and exists (select 1 from password_reset_links where ${usable})`),
    access: endAccess(context, owner.id, changed),
    notice: notify(
      context,
      { user: owner.id },
      accountNotices.passwordChanged,
      { name: owner.name },
      { causeId: tokenHash, condition: changed },
    ),
  });
  if (updated.meta.changes === 0) return refuse("linkInvalid");
  context.emit({ type: "sessionsEnded", userId: owner.id, sessionHash: null, except: null });
  return { ok: true, deviceToken: await issueDeviceToken(context, owner.email) };
}

/**
 * Counts an email with a link, asked for from outside (L1). `statements` come first in the batch, and what sends the
 * email asks `isWithin`. Only `perAddress` may refuse: the count per email would tell what someone else has tried (L3).
 */
export function hitAccountEmail(context: CountingContext, email: string, clientAddress: string) {
  const perEmail: Attempt = ["accountEmailPerRecipient", email];
  const perAddress: Attempt = ["accountEmailPerAddress", clientAddress];
  return {
    statements: { perEmail: hit(context, perEmail), perAddress: hit(context, perAddress) },
    isWithin: isWithinLimit(context, perEmail, perAddress),
  };
}
