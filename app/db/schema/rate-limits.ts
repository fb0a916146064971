import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../columns";

/** How often somebody has tried something in the running window (`limits.ts`). */
export const rateLimitCounters = sqliteTable(
  "rate_limit_counters",
  {
    subject: text().primaryKey(),
    count: integer({ mode: "number" }).notNull(),
    windowEndsAt: instant().notNull(),
  },
  (counters) => [index("rate_limit_counters_by_end").on(counters.windowEndsAt)],
);
