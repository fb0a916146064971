import { sql, type SQL, desc, eq } from "drizzle-orm";
import { batch, type Database, insertWhere, updateOrIgnore } from "~/db/client.server";
import { claimLinks, registrations, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { hasNoEmail } from "../notices/calls.server";
import { dropQueued } from "../notices/notice-states.server";
import { notify } from "../notices/notify.server";
import { leaveToSweep } from "../photos/private-photos.server";
import { isRepeat, rememberForm } from "../idempotency/sent-forms.server";
import { exceeded, hit, refund, type Attempt } from "../rate-limits/counter.server";
import { HOUR, type Instant } from "../time/harare";
import { refuse } from "../values/refusal";
import { accountNotices } from "./account-notices";
import { issueDeviceToken, hashToken, newEmailedToken, type EmailedToken } from "./tokens.server";
import { hashPassword, recipeForEmail, waitToHash } from "./passwords.server";
import { newSession } from "./sessions.server";
import { recordAcceptance } from "./verification.server";
import { usualQuietHours } from "../settings/settings.server";

/** The statements that email a client without an email a link to claim their account, in place of earlier ones (B29). */
export function emailClaimLink(
  context: DomainContext,
  { userId, email, token, tokenHash }: EmailedToken & { userId: string; email: string },
  condition: SQL,
) {
  const { db, now } = context;
  const link = { tokenHash, userId, email, createdAt: now, expiresAt: now + 48 * HOUR };
  const isClaimable = sql`exists (select 1 from users where id = ${userId} and email is null and suspended_at is null)`;
  return {
    earlier: db.delete(claimLinks).where(sql`user_id = ${userId} and ${condition}`),
    claimLink: insertWhere(db, claimLinks, link, sql`${condition} and ${isClaimable}`),
    offer: notify(context, {
      to: { claimLink: tokenHash },
      cause: tokenHash,
      when: condition,
      notice: accountNotices.accountOffered,
      facts: { token },
    }),
  };
}

/** Emails a link again for the office (O12), to the client of the last one to this email. */
export async function reissueClaimLink(context: DomainContext, email: string): Promise<void> {
  const links = context.db.select({ userId: claimLinks.userId }).from(claimLinks).where(eq(claimLinks.email, email));
  const [last] = await links.orderBy(desc(claimLinks.createdAt)).limit(1);
  if (!last) return;
  const isUnclaimed = sql`exists (select 1 from users where id = ${last.userId} and ${hasNoEmail(users)})`;
  await batch(context.db, emailClaimLink(context, { ...last, email, ...(await newEmailedToken()) }, isUnclaimed));
}

const selectLink = (db: Database, tokenHash: string, now: Instant) =>
  db
    .select({ userId: claimLinks.userId, email: claimLinks.email })
    .from(claimLinks)
    .where(sql`token_hash = ${tokenHash} and expires_at > ${now}`);

/** Finds the email that a live link was sent to; null for an unknown or expired one. Changes nothing (A5). */
export const findClaimLink = async (db: Database, token: string, now: Instant) =>
  (await selectLink(db, await hashToken(token), now))[0]?.email ?? null;

/**
 * Makes an account that the office has made its client's own (B29), and signs them in: the link shows that the email is
 * theirs, a booking's reference that they called. Wrong references count per link. Refuses with `linkInvalid`, `tooMany`,
 * `notYourBooking`, `hasAccount` when the email has an account by now, and `alreadyVerified` a form whose first answer was
 * lost (C12).
 */
export async function claimAccount(
  context: DomainContext,
  token: string,
  { reference, password, termsVersion }: { reference: string; password: string; termsVersion: string },
) {
  const { db, now, sessionSecret } = context;
  const tokenHash = await hashToken(token);
  const attempt: Attempt = ["verificationPerLink", tokenHash];
  const isLive = sql`exists (select 1 from claim_links where token_hash = ${tokenHash} and expires_at > ${now})`;
  const email = sql`(select email from claim_links where token_hash = ${tokenHash})`;
  const isOwnBooking = sql`exists (select 1 from bookings where reference = ${reference}
    and client_id = (select user_id from claim_links where token_hash = ${tokenHash}))`;
  const { counted, link, known } = await batch(db, {
    counted: hit(context, attempt, isLive),
    link: selectLink(db, tokenHash, now),
    known: db
      .select({
        isOwnBooking: sql<number>`${isOwnBooking}`.as("is_own_booking"),
        hasAccount: sql<number>`exists (select 1 from users where email = ${email})`.as("has_account"),
        hash: sql<string | null>`(select password_hash from registrations where email = ${email} limit 1)`.as("hash"),
        isRepeat: sql<number>`${isRepeat(context)}`.as("is_repeat"),
        accessEndedAt: sql<Instant | null>`(select access_ended_at from users
          where id = (select user_id from claim_links where token_hash = ${tokenHash}))`.as("access_ended_at"),
      })
      .from(sql`(select 1)`),
  });
  const [claim] = link;
  const [found] = known;
  if (!claim || !found) return found?.isRepeat ? refuse("alreadyVerified") : refuse("linkInvalid");
  const tooMany = exceeded(context, counted);
  if (tooMany) return tooMany;
  if (found.hasAccount) return refuse("hasAccount");
  if (!found.isOwnBooking) return refuse("notYourBooking");

  const busy = await waitToHash(context, { known: tokenHash }, [attempt]);
  if (busy) return busy;
  const { userId } = claim;
  const recipe = await recipeForEmail(context.hashing.cost, sessionSecret, claim.email, found.hash);
  const passwordHash = await hashPassword(password, recipe);
  const { accessEndedAt } = found;
  const session = await newSession(context, { id: userId, role: "client", passwordHash, accessEndedAt });
  const account = { email: claim.email, emailVerifiedAt: now, claimedAt: now, passwordHash, updatedAt: now };
  const isClaimable = sql`id = ${userId} and email is null and suspended_at is null and ${isLive}`;
  const claimed = sql`exists (select 1 from users where id = ${userId} and password_hash = ${passwordHash})`;
  const owner = sql`from users where id = ${userId} and ${claimed}`;
  const theirs = sql`from registrations where email = ${claim.email} and ${claimed}`;
  const { opened } = await batch(db, {
    account: updateOrIgnore(db, users, account, isClaimable),
    calls: dropQueued(db, sql`user_id = ${userId} and channel = 'call' and ${claimed}`, "They have an account now."),
    links: db.delete(claimLinks).where(sql`user_id = ${userId} and ${claimed}`),
    terms: recordAcceptance(db, sql`select id as user_id, ${termsVersion} as version, ${now} as at ${owner}`),
    registrationPhotos: leaveToSweep(db, sql`select photo_key ${theirs} and photo_key is not null`, now),
    registrations: db.delete(registrations).where(sql`email = ${claim.email} and ${claimed}`),
    refunded: refund(context, [attempt], claimed),
    form: rememberForm(context, claimed),
    opened: session.opened,
  });
  if (opened.meta.changes === 0) return refuse("linkInvalid");
  context.emit({ type: "officeChanged" });
  return {
    ok: true as const,
    token: session.token,
    deviceToken: await issueDeviceToken(context, claim.email, accessEndedAt),
  };
}

/** The statement that makes a client's account without an email, to which no one can sign in (B29). */
export function insertCallerAccount(
  { db, now }: DomainContext,
  id: string,
  { firstName, lastName, phone }: { firstName: string; lastName: string; phone: string },
  condition: SQL,
) {
  const { from: quietFrom, until: quietUntil } = usualQuietHours;
  const person = { id, email: null, role: "client", firstName, lastName, phone, passwordHash: "none" } as const;
  const row = { ...person, quietFrom, quietUntil, createdAt: now, updatedAt: now };
  return insertWhere(db, users, row, condition);
}

/** A caller's details that the office can correct (B34). */
export interface CallerFacts {
  firstName: string;
  lastName: string;
  phone: string | null;
  addressLine1: string | null;
}

/** The statement that corrects a caller's account. Another phone is unconfirmed until someone is reached there. */
export const updateCallerAccount = (
  { db, now }: DomainContext,
  id: string,
  { firstName, lastName, phone, addressLine1 }: CallerFacts,
  condition: SQL,
) =>
  db
    .update(users)
    .set({
      firstName,
      lastName,
      phoneCorrectedAt: sql`iif(phone is ${phone}, phone_corrected_at, ${now})`,
      phone,
      addressLine1,
      updatedAt: now,
    })
    .where(sql`id = ${id} and ${condition}`);

/** The statement that notes that a caller was reached at their phone, where `condition` holds (B34). */
export const confirmCallerPhone = ({ db }: Pick<DomainContext, "db">, id: string, condition: SQL) =>
  db
    .update(users)
    .set({ phoneCorrectedAt: null })
    .where(sql`id = ${id} and phone_corrected_at is not null and ${condition}`);
