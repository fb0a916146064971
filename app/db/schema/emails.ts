import { sql } from "drizzle-orm";
import { index, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { figure, id, instant } from "../columns";

/** Emails written in the batch of their cause; a sender claims a row before it sends. */
export const emails = sqliteTable(
  "emails",
  {
    id: id(),
    kind: text().notNull(),
    /** The id of what caused it: with kind and recipient it can stand here once. */
    causeId: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** Erased once sent (kept in local mode). */
    text: text(),
    html: text(),
    status: text({ enum: ["queued", "sent", "failed"] })
      .notNull()
      .default("queued"),
    attempts: figure(),
    nextAttemptAt: instant().notNull(),
    claimedUntil: instant(),
    lastError: text(),
    /** The provider's own code of the last error, like `E_RECIPIENT_SUPPRESSED`; null when it gave none. */
    lastErrorCode: text(),
    createdAt: instant().notNull(),
    sentAt: instant(),
  },
  (emails) => [
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
