import { index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { hasKnownWord, id, instant } from "../columns";
import { users } from "./users";

const CHECK_KINDS = ["identity", "certificate", "reference"] as const;

/** What the office has seen of a plumber and recorded: the latest check of each kind (D17). */
export const plumberChecks = sqliteTable(
  "plumber_checks",
  {
    plumberId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: CHECK_KINDS }).notNull(),
    /** The full name in lower case that was checked: it holds for no other. */
    nameKey: text().notNull(),
    checkedAt: instant().notNull(),
    /** When the paper's last day is over; null: it has none. */
    expiresAt: instant(),
    recordedBy: text()
      .notNull()
      .references(() => users.id),
    /** For the office alone. */
    note: text(),
    /** When the plumber is reminded next, or the check ends; null: nothing is to come. */
    nextStepAt: instant(),
  },
  (checks) => [
    primaryKey({ columns: [checks.plumberId, checks.kind] }),
    hasKnownWord("plumber_checks_kind", checks.kind),
    index("plumber_checks_by_step").on(checks.nextStepAt),
  ],
);

/**
 * Photos of papers that a plumber has sent, until the office has decided, for 30 days at most (D21). Only admins see them.
 * The id is the key in R2, below the private prefix.
 */
export const plumberPapers = sqliteTable(
  "plumber_papers",
  {
    id: id(),
    plumberId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: CHECK_KINDS }).notNull(),
    /** Made by the sender's page: the same upload is stored once. */
    uploadId: text().notNull(),
    createdAt: instant().notNull(),
  },
  (papers) => [
    hasKnownWord("plumber_papers_kind", papers.kind),
    uniqueIndex("plumber_papers_once").on(papers.uploadId),
    index("plumber_papers_by_plumber").on(papers.plumberId, papers.createdAt),
    index("plumber_papers_by_age").on(papers.createdAt, papers.plumberId),
  ],
);
