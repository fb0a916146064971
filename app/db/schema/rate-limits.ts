import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../columns";

/** Attempts in the current window (L2). */
export const rateLimitCounters = sqliteTable(
  "rate_limit_counters",
  {
    subject: text().primaryKey(),
    count: integer({ mode: "number" }).notNull(),
    windowEndsAt: instant().notNull(),
  },
  (counters) => [index("rate_limit_counters_by_end").on(counters.windowEndsAt)],
);
