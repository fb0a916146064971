import { desc, eq, sql } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { emails } from "~/db/schema";
import { HOUR, MINUTE, type Instant } from "../time/harare";
import type { RenderedEmail } from "./email-template";
import { codeOf, verdictOn } from "./provider-errors";

/** What sends an email. Throws if the provider did not take it; the error's `code` says why. */
export interface Mailer {
  send(email: RenderedEmail & { to: string }): Promise<void>;
}

/** A sender claims a row for this long; another may take it only after. */
const CLAIM = 5 * MINUTE;
const RETRY_AFTER = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR];
const BATCH_SIZE = 20;

/**
 * Sends what is due, at most 20 emails: claims the rows in one statement, sends each, marks it as sent and erases its
 * body, unless `keepBodies` (local mode). What the provider does not take waits, is tried again or has failed, by its
 * code (N3); after the fifth retry, or when the last sender died, it has failed (N2). `beforeSending` runs once rows are
 * claimed. Gives how many were sent and how many failed this time.
 */
export async function sendDueEmails(
  db: Database,
  mailer: Mailer,
  options: { now: Instant; keepBodies: boolean; beforeSending?: () => Promise<void> },
): Promise<{ sent: number; failed: number }> {
  const { now } = options;
  const unclaimed = sql`(claimed_until is null or claimed_until <= ${now})`;
  const { due } = await batch(db, {
    abandoned: db
      .update(emails)
      .set({ ...FAILED, claimedUntil: null, lastError: "The last sender never came back.", lastErrorCode: null })
      .where(
        sql`status = 'queued' and next_attempt_at <= ${now} and ${unclaimed} and attempts > ${RETRY_AFTER.length}`,
      ),
    due: db
      .update(emails)
      .set({ claimedUntil: now + CLAIM, attempts: sql`attempts + 1` })
      .where(
        sql`id in (select id from emails where status = 'queued' and next_attempt_at <= ${now} and ${unclaimed}
          and attempts <= ${RETRY_AFTER.length} order by next_attempt_at limit ${BATCH_SIZE}) and ${unclaimed}`,
      )
      .returning(),
  });

  if (due.length > 0) await options.beforeSending?.();
  const results = await Promise.all(
    due.map(async (email) => {
      try {
        await mailer.send({
          to: email.recipient,
          subject: email.subject,
          text: email.text ?? "",
          html: email.html ?? "",
        });
      } catch (error) {
        await postpone(db, email, now, error);
        return false;
      }
      const erased = options.keepBodies ? {} : { text: null, html: null };
      await db
        .update(emails)
        .set({ status: "sent", sentAt: now, ...erased })
        .where(eq(emails.id, email.id));
      return true;
    }),
  );
  const sent = results.filter(Boolean).length;
  return { sent, failed: results.length - sent };
}

/** Kinds whose emails carry a token: a failed one is replaced by a new one, never sent again (N4). */
const TOKEN_EMAILS = ["verification", "passwordReset"] as const;
export type TokenEmail = (typeof TOKEN_EMAILS)[number];
export const isTokenEmail = (kind: string): kind is TokenEmail => (TOKEN_EMAILS as readonly string[]).includes(kind);

/** A failed email keeps its body, so the office can send it again, but never a token. */
const withoutToken = (body: "text" | "html") =>
  sql`iif(kind in (${sql.join(
    TOKEN_EMAILS.map((kind) => sql`${kind}`),
    sql`, `,
  )}), null, ${sql.identifier(body)})`;
const FAILED = { status: "failed" as const, text: withoutToken("text"), html: withoutToken("html") };

/** Records that an email was not taken, and when it is tried again, if ever. */
async function postpone(db: Database, email: typeof emails.$inferSelect, now: Instant, error: unknown): Promise<void> {
  const code = codeOf(error);
  const verdict = verdictOn(code);
  const gap =
    verdict.kind === "wait" ? verdict.for : verdict.kind === "retry" ? RETRY_AFTER[email.attempts - 1] : undefined;
  await db
    .update(emails)
    .set({
      ...(gap === undefined ? FAILED : { nextAttemptAt: now + gap }),
      ...(verdict.kind === "wait" && { attempts: email.attempts - 1 }),
      claimedUntil: null,
      lastError: (error instanceof Error ? error.message : String(error)).slice(0, 300),
      lastErrorCode: code,
    })
    .where(eq(emails.id, email.id));
}

/** Lists the newest emails with their bodies, for the mailbox of local mode (S6): nothing else shows bodies. */
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
