import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "../columns";
import { users } from "./users";

const SUBJECT_KINDS = ["booking", "user", "registration", "review", "enquiry", "email", "setting", "export"] as const;

/** What an admin did to whom, before and after: one row in the batch of each write of the desk. */
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
    /** JSON of what has changed, or null. Users stand in it by their ids: who is erased must not stay named here. */
    before: text(),
    after: text(),
    reason: text(),
    at: instant().notNull(),
  },
  (actions) => [
    index("audit_log_by_age").on(actions.at, actions.id),
    index("audit_log_by_subject").on(actions.subjectId, actions.at, actions.id),
    index("audit_log_by_admin").on(actions.adminId, actions.at, actions.id),
  ],
);
