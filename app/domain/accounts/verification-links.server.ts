import { sql, type SQL } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { HOUR, type Instant } from "../time/harare";
import { hitRateLimit, exceeded, isWithinLimit, type Attempt } from "../rate-limits/rate-limits.server";
import type { TooMany } from "../values/refusal";
import { accountNotices } from "./account-notices";
import { hashToken, newEmailedToken, type EmailedToken } from "./tokens.server";

/** How long a mailed link works (A5). */
const LINK_LIFE = 48 * HOUR;

/** The statement that keeps a link for the latest registration that `condition` (over `registrations`) finds; none found, none kept. */
export function keepVerificationLink(
  db: Database,
  link: EmailedToken & { redirectTo: string | null },
  condition: SQL,
  now: Instant,
) {
  return statement(
    db,
    sql`
    insert into verification_links (token_hash, email, registration_id, redirect_to, created_at, expires_at)
    select ${link.tokenHash}, email, id, ${link.redirectTo}, ${now}, ${now + LINK_LIFE}
    from registrations where ${condition} order by created_at desc limit 1`,
  );
}

/** What a link's page shows. `isVerified`: the email has its account already. */
export interface VerificationLink {
  email: string;
  isVerified: boolean;
  redirectTo: string | null;
}

/** The query of a live link, over the hash of its token. */
export function selectLink(db: Database, tokenHash: string, now: Instant) {
  return db
    .select({
      email: sql<string>`email`.as("email"),
      isVerified: sql<boolean>`exists (select 1 from users where users.email = verification_links.email)`
        .mapWith(Boolean)
        .as("is_verified"),
      redirectTo: sql<string | null>`redirect_to`.as("redirect_to"),
    })
    .from(sql`verification_links`).where(sql`token_hash = ${tokenHash} and expires_at > ${now} and (
      exists (select 1 from users where users.email = verification_links.email)
      or exists (select 1 from registrations where registrations.email = verification_links.email))`);
}

/** What a mailed link leads to, or null when it is unknown, too old, or nothing waits for it any more. Changes nothing: mail scanners open links. */
export async function findVerificationLink(
  db: Database,
  token: string,
  now: Instant,
): Promise<VerificationLink | null> {
  const [link] = await selectLink(db, await hashToken(token), now);
  return link ?? null;
}

/**
 * Emails a new link to an email that somebody has signed up with; earlier ones keep working. Where it has an account by
 * now, the mail says so; an email that nobody signed up with gets nothing. All in one batch of the same statements, so
 * that neither answer nor time tells. Over the email's own limit the same answer and no mail; refuses with `tooMany`
 * over the address' (L3).
 */
export async function resendVerification(
  context: DomainContext,
  email: string,
  redirectTo: string | null,
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
    ...(await sendEmailAgain(
      context,
      email,
      redirectTo,
      sql`${isWithinLimit(limits, attempts[0])} and ${isWithinLimit(limits, attempts[1])}`,
    )),
  ]);
  return exceeded(limits, perAddress, now) ?? { ok: true };
}

/** The same for the office, which nothing limits. */
export async function reissueVerification(context: DomainContext, email: string): Promise<void> {
  await context.db.batch(await sendEmailAgain(context, email, null, sql`true`));
}

/** The statements that mail a new link, or that there is an account already, while `condition` holds. */
export async function sendEmailAgain(context: DomainContext, email: string, redirectTo: string | null, condition: SQL) {
  const { db, now } = context;
  const mailed = await newEmailedToken();
  const hasAccount = sql`exists (select 1 from users where email = ${email})`;
  return [
    keepVerificationLink(
      db,
      { ...mailed, redirectTo },
      sql`email = ${email} and not ${hasAccount} and ${condition}`,
      now,
    ),
    notify(
      context,
      { registrationOf: email },
      accountNotices.verification,
      { token: mailed.token },
      { causeId: mailed.tokenHash, condition: sql`not ${hasAccount} and ${condition}` },
    ),
    notify(context, { registrationOf: email }, accountNotices.alreadyRegistered, null, {
      causeId: mailed.tokenHash,
      condition: sql`${hasAccount} and ${condition}`,
    }),
  ] as const;
}
