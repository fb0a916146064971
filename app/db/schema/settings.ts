import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../columns";

/** What the office has set, by name. */
export const settings = sqliteTable("settings", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: instant().notNull(),
});

/** The last run of each scheduled task, by name. */
export const heartbeats = sqliteTable("heartbeats", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: instant().notNull(),
});
