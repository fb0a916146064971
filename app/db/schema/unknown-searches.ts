import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What was searched for and not understood (D16), a row a day and text. Nothing says who. */
export const unknownSearches = sqliteTable(
  "unknown_searches",
  {
    day: text().notNull(),
    text: text().notNull(),
    times: integer({ mode: "number" }).notNull(),
  },
  (searches) => [primaryKey({ columns: [searches.day, searches.text] })],
);
