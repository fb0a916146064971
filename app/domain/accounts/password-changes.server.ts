import { eq, sql, type SQL } from "drizzle-orm";
import { batch, type Database, isTrue, selectFacts, type Write, insertWhere, columnsOf } from "~/db/client.server";
import { users, passwordResetLinks } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { exceeded, hit, type Attempt, isWithinLimit } from "../rate-limits/counter.server";
import { isNewForm, isRepeat, rememberForm } from "../idempotency/sent-forms.server";
import { newId } from "../values/id";
import { OK, refuse } from "../values/refusal";
import type { SignedInUser } from "../values/user";
import { accountNotices } from "./account-notices";
import { issueDeviceToken, hashToken, newEmailedToken } from "./tokens.server";
import { hashPassword, renewedRecipe } from "./passwords.server";
import { isLiveSession } from "../values/live-session.server";
import { endAccess } from "./sessions.server";
import { MINUTE, type Instant } from "../time/harare";
import { type AdmittedPasswordCheck, refundPasswordCheck, checkCurrentPassword } from "./password-checks.server";

/**
 * Changes a user's password (A9): ends everything that gives access but this session (A12), tells the user, and returns
 * the token of a known device (A13; null: the form is a repeat). Refuses with `tooMany`, and with `wrongPassword`, also
 * when it was changed or this session ended meanwhile.
 */
export async function changePassword(
  context: DomainContext,
  user: SignedInUser,
  check: AdmittedPasswordCheck,
  passwords: { current: string; next: string },
) {
  const refusal = await checkCurrentPassword(context, user, check, passwords.current, 2);
  if (refusal) return refusal.reason === "wrongPassword" ? orRepeated(context, refusal) : refusal;
  const { storedHash } = check;
  const passwordHash = await hashPassword(passwords.next, renewedRecipe(context.hashing.cost, storedHash));
  const { id, sessionHash } = user;
  const mayChange = sql`password_hash = ${storedHash} and ${isLiveSession(sessionHash, id, context.now)}`;
  const replaced = await replacePassword(context, user, passwordHash, mayChange, {
    except: sessionHash,
    more: [refundPasswordCheck(context, user)],
  });
  return replaced ?? orRepeated(context, refuse("wrongPassword"));
}

/** The result for a form whose first answer was lost (C12). */
const CHANGED_BEFORE = { ...OK, deviceToken: null };
const orRepeated = async <Refused>(context: DomainContext, refusal: Refused) =>
  (await isTrue(context.db, isRepeat(context))) ? CHANGED_BEFORE : refusal;

/** Replaces a password where `condition` holds, and ends everything that gives access but the session `except` (A12). */
async function replacePassword(
  context: DomainContext,
  { id, email, firstName }: Pick<SignedInUser, "id" | "email" | "firstName">,
  passwordHash: string,
  condition: SQL,
  { except, more = [], causeId = newId() }: { except?: string; more?: Write[]; causeId?: string } = {},
) {
  const { db, now } = context;
  const changed = sql`exists (select 1 from users where id = ${id} and password_hash = ${passwordHash})`;
  const { updated, ended } = await batch(db, {
    updated: db
      .update(users)
      .set({ passwordHash, updatedAt: now })
      .where(sql`id = ${id} and ${condition}`),
    access: endAccess(context, id, changed, except),
    more,
    notice: notify(context, {
      to: id,
      cause: causeId,
      when: changed,
      notice: accountNotices.passwordChanged,
      facts: { name: firstName },
    }),
    form: rememberForm(context, changed),
    ended: db.select({ accessEndedAt: users.accessEndedAt }).from(users).where(eq(users.id, id)),
  });
  if (updated.meta.changes === 0) return null;
  context.emit({ type: "sessionsEnded", userId: id, sessionHash: null, except: except ?? null });
  return { ok: true as const, deviceToken: await issueDeviceToken(context, email, ended[0]?.accessEndedAt ?? null) };
}

const LINK_LIFE = 30 * MINUTE;

/**
 * Emails a link for a new password to a verified account (A8). An unknown email runs the same statements and gets the
 * same result (A7), as over the limit per email (L3); refuses with `tooMany` over the limit per IP address.
 */
export const requestPasswordReset = (context: DomainContext, email: string) =>
  emailWithinLimits(context, email, (isWithin) => emailResetLink(context, email, isWithin));

/** Emails an account a link for the office, without a limit (O12). */
export async function reissuePasswordReset(context: DomainContext, email: string): Promise<void> {
  await batch(context.db, await emailResetLink(context, email, sql`true`));
}

async function emailResetLink(context: DomainContext, email: string, condition: SQL) {
  const { db, now } = context;
  const { token, tokenHash } = await newEmailedToken();
  const owner = sql`(select user_id from password_reset_links where token_hash = ${tokenHash})`;
  const link = { tokenHash, userId: sql`id`, createdAt: now, expiresAt: now + LINK_LIFE };
  const hasAccount = sql`email = ${email} and email_verified_at is not null and ${condition}`;
  return {
    link: insertWhere(db, passwordResetLinks, link, hasAccount, { from: sql`users` }),
    notice: notify(context, {
      to: owner,
      cause: tokenHash,
      when: sql`true`,
      notice: accountNotices.passwordReset,
      facts: { token },
    }),
  };
}

const isUsable = (tokenHash: string, now: Instant): SQL =>
  sql`token_hash = ${tokenHash} and used_at is null and expires_at > ${now}`;

const selectOwner = <Name extends keyof typeof users.$inferSelect>(db: Database, link: SQL, ...names: Name[]) =>
  db
    .select(columnsOf(users, ...names))
    .from(users)
    .where(sql`id = (select user_id from password_reset_links where ${link})`);

/** Finds the email whose password a link can still set (A8), or null. Changes nothing: mail scanners open links. */
export const findResetEmail = async (db: Database, token: string, now: Instant) =>
  (await selectOwner(db, isUsable(await hashToken(token), now), "email"))[0]?.email ?? null;

/** Sets a new password by an emailed token, once, within 30 minutes (A8). Refuses with `linkInvalid`, and `tooMany`. */
export async function resetPassword(context: DomainContext, token: string, password: string) {
  const { db, now } = context;
  const tokenHash = await hashToken(token);
  const usable = isUsable(tokenHash, now);
  const { owners, facts } = await batch(db, {
    owners: selectOwner(db, usable, "id", "email", "firstName", "passwordHash"),
    facts: selectFacts(db, { isRepeat: isRepeat(context) }),
  });
  const [owner] = owners;
  // Before the hash: a stranger with a made-up link must not cost us 200 ms.
  const email = owner?.email;
  if (!owner || !email) return facts[0]?.isRepeat ? CHANGED_BEFORE : refuse("linkInvalid");

  const busy = await context.hashing.takeTurn({ known: owner.id });
  if (busy) return busy;
  const passwordHash = await hashPassword(password, renewedRecipe(context.hashing.cost, owner.passwordHash));
  const isLive = sql`exists (select 1 from password_reset_links where ${usable})`;
  // The link is the cause: sent twice at once, the same password has the same hash, and the owner is told once.
  const replaced = await replacePassword(context, { ...owner, email }, passwordHash, isLive, { causeId: tokenHash });
  return replaced ?? orRepeated(context, refuse("linkInvalid"));
}

/**
 * Counts an email with a link, asked for from outside (L1), and runs the statements that send it within the limits. Only
 * the one per IP address refuses, with `tooMany`: the count per email would tell what someone else has tried (L3).
 */
export async function emailWithinLimits(
  context: DomainContext,
  email: string,
  statements: (isWithin: SQL) => Promise<Record<string, Write>>,
) {
  const perEmail: Attempt = ["accountEmailPerRecipient", email];
  const perAddress: Attempt = ["accountEmailPerAddress", context.clientAddress];
  const isNew = isNewForm(context);
  const isWithin = sql`${isNew} and ${isWithinLimit(context, perEmail, perAddress)}`;
  const { counted } = await batch(context.db, {
    perEmail: hit(context, perEmail, isNew),
    counted: hit(context, perAddress, isNew),
    more: Object.values(await statements(isWithin)),
    form: rememberForm(context, isWithin),
  });
  return exceeded(context, counted) ?? OK;
}
