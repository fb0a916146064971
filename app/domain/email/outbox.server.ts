import { desc, eq, sql, type SQL } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import { emails } from "~/db/schema";
import { HOUR, MINUTE, type Instant } from "../time/harare";
import { newId } from "../values/id";
import type { RenderedEmail } from "./email-template";
import { codeOf, verdictOn } from "./provider-errors";

/** What sends a mail. Throws when the provider did not take it; the error's `code` says why. */
export interface Mailer {
  send(mail: RenderedEmail & { to: string }): Promise<void>;
}

/** A sender claims a row for this long; another may take it only after. */
const CLAIM = 5 * MINUTE;
const RETRY_AFTER = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR];
const BATCH_SIZE = 20;

/**
 * The statement that puts an email into the outbox, in the batch of its cause and only if `condition` holds there, for
 * whoever `recipient` (a query of `email`) finds. The same cause, kind and recipient never make a second email (N1).
 * `notify` calls it, and nobody else.
 */
export function queueEmail(
  db: Database,
  email: RenderedEmail & { kind: string; causeId: string; recipient: SQL },
  condition: SQL,
  now: Instant,
) {
  return statement(
    db,
    sql`
    insert into emails (id, kind, cause_id, recipient, subject, text, html, next_attempt_at, created_at)
    select ${newId()}, ${email.kind}, ${email.causeId}, recipient.email, ${email.subject}, ${email.text}, ${email.html}, ${now}, ${now}
    from (${email.recipient}) as recipient where ${condition}
    on conflict do nothing`,
  );
}

/**
 * Sends what is due, at most 20 emails: claims the rows in one statement, sends each, marks it sent and erases its
 * body (`keepBodies` in local mode). What the provider does not take is judged by its code (`verdictOn`): it waits,
 * is tried again with growing gaps, five times, or has failed. A mail whose last sender died has failed, too
 * (N2). `beforeSending` runs once the rows are claimed, if there are any. Gives how many were sent and how
 * many not.
 */
export async function sendDueEmails(
  db: Database,
  mailer: Mailer,
  options: { now: Instant; keepBodies: boolean; beforeSending?: () => Promise<void> },
): Promise<{ sent: number; failed: number }> {
  const { now } = options;
  const unclaimed = sql`(claimed_until is null or claimed_until <= ${now})`;
  const [, due] = await db.batch([
    db
      .update(emails)
      .set({ ...FAILED, claimedUntil: null, lastError: "The last sender never came back.", lastErrorCode: null })
      .where(
        sql`status = 'queued' and next_attempt_at <= ${now} and ${unclaimed} and attempts > ${RETRY_AFTER.length}`,
      ),
    db
      .update(emails)
      .set({ claimedUntil: now + CLAIM, attempts: sql`attempts + 1` })
      .where(
        sql`id in (select id from emails where status = 'queued' and next_attempt_at <= ${now} and ${unclaimed}
          and attempts <= ${RETRY_AFTER.length} order by next_attempt_at limit ${BATCH_SIZE}) and ${unclaimed}`,
      )
      .returning(),
  ]);

  if (due.length > 0) await options.beforeSending?.();
  const results = await Promise.all(
    due.map(async (mail) => {
      try {
        await mailer.send({ to: mail.recipient, subject: mail.subject, text: mail.text ?? "", html: mail.html ?? "" });
      } catch (error) {
        await postpone(db, mail, now, error);
        return false;
      }
      const erased = options.keepBodies ? {} : { text: null, html: null };
      await db
        .update(emails)
        .set({ status: "sent", sentAt: now, ...erased })
        .where(eq(emails.id, mail.id));
      return true;
    }),
  );
  const sent = results.filter(Boolean).length;
  return { sent, failed: results.length - sent };
}

/** Emails that carry a token: once failed they are issued anew, never sent again. */
const TOKEN_EMAILS = ["verification", "passwordReset"] as const;
export type TokenEmail = (typeof TOKEN_EMAILS)[number];
export const isTokenEmail = (kind: string): kind is TokenEmail => (TOKEN_EMAILS as readonly string[]).includes(kind);

/** The desk may have a failed mail sent again, but never one with a token. */
const withoutToken = (body: "text" | "html") =>
  sql`iif(kind in (${sql.join(
    TOKEN_EMAILS.map((kind) => sql`${kind}`),
    sql`, `,
  )}), null, ${sql.identifier(body)})`;
const FAILED = { status: "failed" as const, text: withoutToken("text"), html: withoutToken("html") };

async function postpone(db: Database, mail: typeof emails.$inferSelect, now: Instant, error: unknown): Promise<void> {
  const code = codeOf(error);
  const verdict = verdictOn(code);
  const gap =
    verdict.kind === "wait" ? verdict.for : verdict.kind === "retry" ? RETRY_AFTER[mail.attempts - 1] : undefined;
  await db
    .update(emails)
    .set({
      ...(gap === undefined ? FAILED : { nextAttemptAt: now + gap }),
      ...(verdict.kind === "wait" && { attempts: mail.attempts - 1 }),
      claimedUntil: null,
      lastError: (error instanceof Error ? error.message : String(error)).slice(0, 300),
      lastErrorCode: code,
    })
    .where(eq(emails.id, mail.id));
}

/** The newest emails with their bodies: the mailbox of local mode, the only place that shows them. */
export function listMailbox(db: Database, limit = 100) {
  return db
    .select({
      to: emails.recipient,
      subject: emails.subject,
      text: emails.text,
      html: emails.html,
      createdAt: emails.createdAt,
    })
    .from(emails)
    .orderBy(desc(emails.createdAt), desc(sql`rowid`))
    .limit(limit);
}
