import { sql } from "drizzle-orm";
import { index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { belongsTo, id, instant, partialIndex, references, table } from "../columns";
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

/** The audit log: an entry in the batch of each action of an admin (O1). */
export const auditLog = table(
  "audit_log",
  {
    id: id(),
    adminId: references(() => users.id),
    action: text().notNull(),
    subjectKind: text({ enum: SUBJECT_KINDS }).notNull(),
    subjectId: text().notNull(),
    /** JSON of what changed, or null. It names users by id alone, so an erased user is not named here. */
    before: text(),
    after: text(),
    reason: text(),
    at: instant().notNull(),
  },
  (t) => [
    index("audit_log_by_age").on(t.at, t.id),
    index("audit_log_by_subject").on(t.subjectId, t.at, t.id),
    index("audit_log_by_admin").on(t.adminId, t.at, t.id),
    index("audit_log_by_action").on(t.action, t.at, t.id),
  ],
);

/** A list of the office that an admin arranges for themselves (O30). */
const list = () => text({ enum: ["bookings", "people"] }).notNull();

/** A view of a list under a name of an admin's own: its filters and sort (O30). */
export const savedViews = table(
  "saved_views",
  {
    id: id(),
    adminId: belongsTo(() => users.id),
    list: list(),
    name: text().notNull(),
    /** As the list's own filters write it: read again it gives the same filter. */
    query: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [uniqueIndex("saved_views_name").on(t.adminId, t.list, t.name)],
);

/** The columns that an admin has chosen to hide in a list; without a row, those that are hidden at first (O30). */
export const hiddenColumns = table(
  "hidden_columns",
  {
    adminId: belongsTo(() => users.id),
    list: list(),
    /** The columns' ids, separated by commas. */
    columns: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.list] })],
);

/** The office's notes about someone, for itself (O22). */
export const officeNotes = table(
  "office_notes",
  {
    /** Made by the form: sent twice, it is one note. */
    id: id(),
    userId: belongsTo(() => users.id),
    authorId: references(() => users.id),
    words: text().notNull(),
    at: instant().notNull(),
    editedAt: instant(),
  },
  (t) => [index("office_notes_by_user").on(t.userId, t.at, t.id)],
);

/** The office's settings, by name (O18). */
export const settings = table("settings", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: instant().notNull(),
});

/** The last run of each scheduled task, by name (O17). */
export const heartbeats = table("heartbeats", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: instant().notNull(),
});

/** Searches that were not understood (D16), a row a day and text. Nothing says whose. */
export const unknownSearches = table(
  "unknown_searches",
  { day: text().notNull(), text: text().notNull(), times: integer().notNull() },
  (t) => [primaryKey({ columns: [t.day, t.text] })],
);

/** The figures of Insights by week (O20), as they were last counted from the bookings. */
export const insightWeeks = table(
  "insight_weeks",
  {
    /** Its Monday in Harare. */
    week: text().primaryKey(),
    /** Something in it has changed since it was counted. Set by the triggers of what is counted. */
    isStale: integer({ mode: "boolean" }).notNull().default(true),
    /** The day on which it was counted; '': never. */
    countedOn: text().notNull().default(""),
    /** JSON: for each city and kind of service its figures by their names, without those that are 0. */
    cells: text().notNull().default("[]"),
  },
  (t) => [partialIndex("insight_weeks_stale", sql`is_stale = 1`, t.countedOn, t.week)],
);
