import { sql } from "drizzle-orm";
import { index, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { figure, hasKnownWord, id, instant } from "../columns";

/** The outbox: emails written in the batch of their cause, claimed by a sender before it sends (N1, N2). */
export const emails = sqliteTable(
  "emails",
  {
    id: id(),
    kind: text().notNull(),
    /** The id of what caused it: one email for each cause, kind and recipient. */
    causeId: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** Erased once sent, except in local mode (N4). */
    text: text(),
    html: text(),
    status: text({ enum: ["queued", "sent", "failed"] })
      .notNull()
      .default("queued"),
    attempts: figure(),
    nextAttemptAt: instant().notNull(),
    claimedUntil: instant(),
    lastError: text(),
    /** The provider's code of the last error, like `E_RECIPIENT_SUPPRESSED`; null if it gave none (N3). */
    lastErrorCode: text(),
    createdAt: instant().notNull(),
    sentAt: instant(),
  },
  (emails) => [
    hasKnownWord("emails_status", emails.status),
    unique("emails_once").on(emails.causeId, emails.kind, emails.recipient),
    index("emails_due")
      .on(emails.nextAttemptAt)
      .where(sql`status = 'queued'`),
    index("emails_by_age").on(emails.createdAt, emails.id),
    index("emails_failed")
      .on(emails.createdAt, emails.id)
      .where(sql`status = 'failed'`),
    index("emails_by_recipient").on(emails.recipient),
  ],
);
