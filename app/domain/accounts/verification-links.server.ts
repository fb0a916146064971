import { sql, type SQL } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { verificationLinks } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { HOUR, type Instant } from "../time/harare";
import { exceeded } from "../rate-limits/counter.server";
import type { TooMany } from "../values/refusal";
import { hitAccountEmail } from "./password-reset.server";
import { accountNotices } from "./account-notices";
import { hashToken, newEmailedToken, type EmailedToken } from "./tokens.server";

/** How long an emailed link works (A5). */
export const LINK_LIFE = 48 * HOUR;

/** The statement that keeps a link for the latest registration of `condition` (over `registrations`), if any. */
function keepVerificationLink(
  db: Database,
  link: EmailedToken & { redirectTo: string | null },
  condition: SQL,
  now: Instant,
) {
  return insertWhere(
    db,
    verificationLinks,
    {
      tokenHash: link.tokenHash,
      email: sql`email`,
      registrationId: sql`id`,
      redirectTo: link.redirectTo,
      createdAt: now,
      expiresAt: now + LINK_LIFE,
    },
    sql`${condition} order by created_at desc limit 1`,
    { from: sql`registrations` },
  );
}

/** `isVerified`: the email has its account already. `hasRequest`: a request is filled in and can be sent (B28). */
interface VerificationLink {
  email: string;
  isVerified: boolean;
  hasRequest: boolean;
  redirectTo: string | null;
}

export function selectLink(db: Database, tokenHash: string, now: Instant) {
  return db
    .select({
      email: sql<string>`email`.as("email"),
      isVerified: sql<boolean>`exists (select 1 from users where users.email = verification_links.email)`
        .mapWith(Boolean)
        .as("is_verified"),
      hasRequest: sql<boolean>`exists (
        select 1 from registrations join request_drafts on request_drafts.id = registrations.draft_id
        where registrations.email = verification_links.email and registrations.role = 'client'
          and request_drafts.expires_at > ${now} and starts_at > ${now}
          and service_type is not null and request_drafts.suburb is not null and request_drafts.street is not null)`
        .mapWith(Boolean)
        .as("has_request"),
      redirectTo: sql<string | null>`redirect_to`.as("redirect_to"),
    })
    .from(sql`verification_links`).where(sql`token_hash = ${tokenHash} and expires_at > ${now} and (
      exists (select 1 from users where users.email = verification_links.email)
      or exists (select 1 from registrations where registrations.email = verification_links.email))`);
}

/**
 * Finds what an emailed link leads to; null for an unknown or expired one. Changes nothing: mail scanners open links
 * (A5).
 */
export async function findVerificationLink(
  db: Database,
  token: string,
  now: Instant,
): Promise<VerificationLink | null> {
  const [link] = await selectLink(db, await hashToken(token), now);
  return link ?? null;
}

/**
 * Emails a new link to an email that signed up; earlier links keep working, and one with an account is told so. One
 * batch of the same statements, so neither result nor time tells which (A7); over the limit per email the same result
 * without an email (L3). Refuses with `tooMany` over the limit of `clientAddress`.
 */
export async function resendVerification(
  context: DomainContext,
  email: string,
  redirectTo: string | null,
  clientAddress: string,
): Promise<{ ok: true } | TooMany> {
  const limit = hitAccountEmail(context, email, clientAddress);
  const { perAddress } = await batch(context.db, {
    ...limit.statements,
    ...(await emailVerificationLink(context, email, redirectTo, limit.isWithin)),
  });
  return exceeded(context, perAddress) ?? { ok: true };
}

/** Emails a new link for the office, without a limit (O10, O12). */
export async function reissueVerification(context: DomainContext, email: string): Promise<void> {
  await batch(context.db, await emailVerificationLink(context, email, null, sql`true`));
}

/** The statements that email a new link, or that there is an account already, where `condition` holds. */
export const emailVerificationLink = async (
  context: DomainContext,
  email: string,
  redirectTo: string | null,
  condition: SQL,
) =>
  emailVerificationToken(
    context,
    { email, ...(await newEmailedToken()), redirectTo },
    sql`email = ${email}`,
    condition,
  );

/**
 * As `emailVerificationLink`, with a given token, for the latest registration of `registration` (over `registrations`).
 */
export function emailVerificationToken(
  context: DomainContext,
  { email, ...link }: EmailedToken & { email: string; redirectTo: string | null },
  registration: SQL,
  condition: SQL,
) {
  const hasAccount = sql`exists (select 1 from users where email = ${email})`;
  return {
    link: keepVerificationLink(
      context.db,
      link,
      sql`${registration} and not ${hasAccount} and ${condition}`,
      context.now,
    ),
    verification: notify(
      context,
      { registrationOf: email },
      accountNotices.verification,
      { token: link.token },
      { causeId: link.tokenHash, condition: sql`not ${hasAccount} and ${condition}` },
    ),
    alreadyRegistered: notify(context, { registrationOf: email }, accountNotices.alreadyRegistered, null, {
      causeId: link.tokenHash,
      condition: sql`${hasAccount} and ${condition}`,
    }),
  };
}
