import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { hasKnownWord, id, instant } from "../columns";
import { users } from "./users";

const SUBJECT_KINDS = [
  "booking",
  "user",
  "registration",
  "review",
  "enquiry",
  "notice",
  "setting",
  "export",
  "ledger",
] as const;

/** What admins did: an entry in the batch of each of their actions (O1). */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: id(),
    adminId: text()
      .notNull()
      .references(() => users.id),
    action: text().notNull(),
    subjectKind: text({ enum: SUBJECT_KINDS }).notNull(),
    subjectId: text().notNull(),
    /** JSON of what changed, or null. It names users by id alone, so an erased user is not named here. */
    before: text(),
    after: text(),
    reason: text(),
    at: instant().notNull(),
  },
  (entries) => [
    hasKnownWord("audit_log_subject_kind", entries.subjectKind),
    index("audit_log_by_age").on(entries.at, entries.id),
    index("audit_log_by_subject").on(entries.subjectId, entries.at, entries.id),
    index("audit_log_by_admin").on(entries.adminId, entries.at, entries.id),
    index("audit_log_by_action").on(entries.action, entries.at, entries.id),
  ],
);
