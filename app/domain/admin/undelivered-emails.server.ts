import { asc, eq, sql } from "drizzle-orm";
import { batch, statement, type Database } from "~/db/client.server";
import { emails } from "~/db/schema";
import { reissuePasswordReset } from "../accounts/password-reset.server";
import type { AuthenticatedUser } from "../values/user";
import { reissueVerification } from "../accounts/verification-links.server";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { isTokenEmail, type TokenEmail } from "../email/outbox.server";

/** Emails that have failed for good, then those that wait; the oldest first, at most 50 of each, never their bodies. */
export async function listUndelivered(db: Database) {
  const fields = {
    id: emails.id,
    kind: emails.kind,
    recipient: emails.recipient,
    subject: emails.subject,
    status: emails.status,
    attempts: emails.attempts,
    nextAttemptAt: emails.nextAttemptAt,
    lastError: emails.lastError,
    lastErrorCode: emails.lastErrorCode,
    createdAt: emails.createdAt,
  };
  const [failed, queued] = await Promise.all([
    db
      .select(fields)
      .from(emails)
      .where(sql`${emails.status} = 'failed'`)
      .orderBy(asc(emails.createdAt))
      .limit(50),
    db
      .select(fields)
      .from(emails)
      .where(sql`${emails.status} = 'queued'`)
      .orderBy(asc(emails.nextAttemptAt))
      .limit(50),
  ]);
  return [...failed, ...queued];
}

const ISSUE_ANEW: Record<TokenEmail, (context: DomainContext, recipient: string) => Promise<void>> = {
  verification: reissueVerification,
  passwordReset: reissuePasswordReset,
};

export interface UndeliveredEmail {
  id: string;
  kind: string;
  recipient: string;
}

/** A mail as `resendEmail` needs it, or null. */
export async function findEmail(db: Database, id: string): Promise<UndeliveredEmail | null> {
  const [row] = await db
    .select({ id: emails.id, kind: emails.kind, recipient: emails.recipient })
    .from(emails)
    .where(eq(emails.id, id));
  return row ?? null;
}

/**
 * Sends a failed or waiting email (as `findEmail` gives it) again at once (O12). One with a token is issued anew instead,
 * and the old one deleted (N4). Sent or claimed by a sender meanwhile: nothing changes.
 */
export async function resendEmail(
  context: DomainContext,
  admin: AuthenticatedUser,
  mail: UndeliveredEmail,
): Promise<{ ok: true }> {
  const { db, now } = context;
  const { id } = mail;
  const issueAnew = isTokenEmail(mail.kind) ? ISSUE_ANEW[mail.kind] : null;
  const { entry, recorded } = recordAuditEntry(
    context,
    {
      admin,
      action: "emailResent",
      subject: { kind: "email", id },
      after: { kind: mail.kind },
    },
    sql`exists (select 1 from emails where id = ${id} and (status = 'failed' or (status = 'queued' and (attempts > 0 or last_error is not null) and (claimed_until is null or claimed_until <= ${now}))))`,
  );
  const { changed } = await batch(db, {
    entry,
    changed: issueAnew
      ? statement(db, sql`delete from emails where id = ${id} and ${recorded}`)
      : statement(
          db,
          sql`update emails set status = 'queued', attempts = 0, next_attempt_at = ${now}, claimed_until = null, last_error = null, last_error_code = null where id = ${id} and ${recorded}`,
        ),
  });
  if (issueAnew && changed.meta.changes === 1) await issueAnew(context, mail.recipient);
  context.emit({ type: "deskChanged" });
  return { ok: true };
}
