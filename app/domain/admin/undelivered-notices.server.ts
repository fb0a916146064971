import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isToSend, notices, users } from "~/db/schema";
import { reissueClaimLink } from "../accounts/claim-links.server";
import { reissuePasswordReset } from "../accounts/password-reset.server";
import type { AuthenticatedUser } from "../values/user";
import { reissueVerification } from "../accounts/verification-links.server";
import { officeVerb } from "../audit-log/office-verb.server";
import type { DomainContext } from "../domain-context.server";
import type { Instant } from "../time/harare";
import { removeReplaced, requeue } from "../notices/notice-states.server";
import { isTokenEmail, type TokenEmail } from "../notices/notice";

/**
 * Lists failed notices, oldest first, then queued ones that are due or were tried, next attempt first; at most 50 of each,
 * without their bodies (O12, N4). What only waits for its hour is not undelivered.
 */
export async function listUndelivered(db: Database, now: Instant) {
  const fields = {
    id: notices.id,
    kind: notices.kind,
    channel: notices.channel,
    recipient: notices.recipient,
    owner: sql<
      string | null
    >`(select first_name || ' ' || last_name from ${users} where ${users.id} = ${notices.userId})`.as("owner"),
    subject: notices.subject,
    status: notices.status,
    attempts: notices.attempts,
    nextAttemptAt: notices.nextAttemptAt,
    lastError: notices.lastError,
    lastErrorCode: notices.lastErrorCode,
    createdAt: notices.createdAt,
  };
  const [failed, queued] = await Promise.all([
    db
      .select(fields)
      .from(notices)
      .where(sql`${notices.status} = 'failed'`)
      .orderBy(asc(notices.createdAt))
      .limit(50),
    db
      .select(fields)
      .from(notices)
      .where(sql`${isToSend} and (${notices.nextAttemptAt} <= ${now} or ${notices.lastError} is not null)`)
      .orderBy(asc(notices.nextAttemptAt))
      .limit(50),
  ]);
  return [...failed, ...queued];
}

const REISSUE: Record<TokenEmail, (context: DomainContext, recipient: string) => Promise<void>> = {
  verification: reissueVerification,
  passwordReset: reissuePasswordReset,
  accountOffered: reissueClaimLink,
};

export interface UndeliveredNotice {
  id: string;
  kind: string;
  recipient: string;
}

/** Finds what `resendNotice` needs of a notice; null for an unknown id. */
export async function findNotice(db: Database, id: string): Promise<UndeliveredNotice | null> {
  const [row] = await db
    .select({ id: notices.id, kind: notices.kind, recipient: notices.recipient })
    .from(notices)
    .where(eq(notices.id, id));
  return row ?? null;
}

/**
 * Sends a failed or delayed email, which `findNotice` gave, again at once (O12). One with a token is replaced by a new one
 * (N4). Changes nothing if it has been sent or a sender is just sending it.
 */
export async function resendNotice(
  context: DomainContext,
  admin: AuthenticatedUser,
  notice: UndeliveredNotice,
): Promise<{ ok: true }> {
  const { db, now } = context;
  const { id } = notice;
  const reissue = isTokenEmail(notice.kind) ? REISSUE[notice.kind] : null;
  const { isDone } = await officeVerb(context, admin, "noticeResent", {
    subject: { kind: "notice", id },
    after: { kind: notice.kind },
    when: sql`exists (select 1 from notices where id = ${id} and (status = 'failed' or (status = 'queued' and (attempts > 0 or last_error is not null) and (claimed_until is null or claimed_until <= ${now}))))`,
    do: (recorded) => ({ changed: reissue ? removeReplaced(db, id, recorded) : requeue(db, id, now, recorded) }),
  });
  if (reissue && isDone) await reissue(context, notice.recipient);
  return { ok: true };
}
