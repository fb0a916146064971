import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../columns";

/** The office's settings, by name (O18). */
export const settings = sqliteTable("settings", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: instant().notNull(),
});

/** The last run of each scheduled task, by name (O17). */
export const heartbeats = sqliteTable("heartbeats", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: instant().notNull(),
});
