import { asc, eq, sql } from "drizzle-orm";
import { batch, statement, type Database } from "~/db/client.server";
import { emails } from "~/db/schema";
import { reissuePasswordReset } from "../accounts/password-reset.server";
import type { AuthenticatedUser } from "../values/user";
import { reissueVerification } from "../accounts/verification-links.server";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { isTokenEmail, type TokenEmail } from "../email/outbox.server";

/**
 * Lists failed emails, oldest first, then queued ones, next attempt first; at most 50 of each, without their bodies
 * (O12, N4).
 */
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

const REISSUE: Record<TokenEmail, (context: DomainContext, recipient: string) => Promise<void>> = {
  verification: reissueVerification,
  passwordReset: reissuePasswordReset,
};

export interface UndeliveredEmail {
  id: string;
  kind: string;
  recipient: string;
}

/** Finds what `resendEmail` needs of an email; null for an unknown id. */
export async function findEmail(db: Database, id: string): Promise<UndeliveredEmail | null> {
  const [row] = await db
    .select({ id: emails.id, kind: emails.kind, recipient: emails.recipient })
    .from(emails)
    .where(eq(emails.id, id));
  return row ?? null;
}

/**
 * Sends a failed or delayed email, which `findEmail` gave, again at once (O12). One with a token is replaced by a new one
 * (N4). Changes nothing if the email has been sent or a sender is just sending it.
 */
export async function resendEmail(
  context: DomainContext,
  admin: AuthenticatedUser,
  email: UndeliveredEmail,
): Promise<{ ok: true }> {
  const { db, now } = context;
  const { id } = email;
  const reissue = isTokenEmail(email.kind) ? REISSUE[email.kind] : null;
  const { entry, recorded } = recordAuditEntry(
    context,
    {
      admin,
      action: "emailResent",
      subject: { kind: "email", id },
      after: { kind: email.kind },
    },
    sql`exists (select 1 from emails where id = ${id} and (status = 'failed' or (status = 'queued' and (attempts > 0 or last_error is not null) and (claimed_until is null or claimed_until <= ${now}))))`,
  );
  const { changed } = await batch(db, {
    entry,
    changed: reissue
      ? statement(db, sql`delete from emails where id = ${id} and ${recorded}`)
      : statement(
          db,
          sql`update emails set status = 'queued', attempts = 0, next_attempt_at = ${now}, claimed_until = null, last_error = null, last_error_code = null where id = ${id} and ${recorded}`,
        ),
  });
  if (reissue && changed.meta.changes === 1) await reissue(context, email.recipient);
  context.emit({ type: "officeChanged" });
  return { ok: true };
}
