import { primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { hasKnownWord, id, instant } from "../columns";
import { users } from "./users";

/** A list of the office that an admin arranges for themselves (O30). */
const list = () => text({ enum: ["bookings", "people"] }).notNull();

/** A view of a list under a name of an admin's own: its filters and sort (O30). */
export const savedViews = sqliteTable(
  "saved_views",
  {
    id: id(),
    adminId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    list: list(),
    name: text().notNull(),
    /** As the list's own filters write it: read again it gives the same filter. */
    query: text().notNull(),
    createdAt: instant().notNull(),
  },
  (views) => [
    hasKnownWord("saved_views_list", views.list),
    uniqueIndex("saved_views_name").on(views.adminId, views.list, views.name),
  ],
);

/** The columns that an admin has chosen to hide in a list; without a row, those that are hidden at first (O30). */
export const hiddenColumns = sqliteTable(
  "hidden_columns",
  {
    adminId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    list: list(),
    /** The columns' ids, separated by commas. */
    columns: text().notNull(),
  },
  (hidden) => [
    primaryKey({ columns: [hidden.adminId, hidden.list] }),
    hasKnownWord("hidden_columns_list", hidden.list),
  ],
);
