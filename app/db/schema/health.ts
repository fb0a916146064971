import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../columns";

/** How long pages took, sampled: of an hour and a route, how many took at most so long (O23). Nothing says whose. */
export const pageTimes = sqliteTable(
  "page_times",
  {
    hour: instant().notNull(),
    routeId: text().notNull(),
    /** A bound of the histogram (`TIME_BOUNDS`), in milliseconds. */
    atMost: integer({ mode: "number" }).notNull(),
    times: integer({ mode: "number" }).notNull(),
  },
  (times) => [primaryKey({ columns: [times.hour, times.routeId, times.atMost] })],
);

/** What broke on our side, for a week (O23): without a path, a value or anybody's name. */
export const failures = sqliteTable(
  "failures",
  {
    seq: integer({ mode: "number" }).primaryKey({ autoIncrement: true }),
    at: instant().notNull(),
    /** What the page of the error showed. */
    requestId: text().notNull(),
    /** The route's or the call's id, or what else broke. */
    place: text().notNull(),
    name: text().notNull(),
    message: text().notNull(),
  },
  (failures) => [index("failures_by_age").on(failures.at), index("failures_by_request").on(failures.requestId)],
);
