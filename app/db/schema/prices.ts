import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cents, instant } from "../columns";
import { users } from "./users";

/** The quartiles of what a kind of work has cost, in cents, and of how many jobs (D18). */
const usualPrice = {
  serviceType: text().notNull(),
  jobs: integer({ mode: "number" }).notNull(),
  low: cents().notNull(),
  median: cents().notNull(),
  high: cents().notNull(),
  /** When the oldest of the jobs was completed: a year later it no longer counts. */
  oldestAt: instant().notNull(),
};

/** What a plumber usually charges for a kind of work; without a row: too few jobs. */
export const plumberPrices = sqliteTable(
  "plumber_prices",
  {
    plumberId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    ...usualPrice,
  },
  (prices) => [
    primaryKey({ columns: [prices.plumberId, prices.serviceType] }),
    check("plumber_prices_order", sql`low <= median and median <= high and jobs >= 5`),
    index("plumber_prices_by_age").on(prices.oldestAt),
  ],
);

/** What a kind of work usually costs in a city or, with cityKey '', in the country; without a row: too few jobs or plumbers. */
export const cityPrices = sqliteTable("city_prices", { cityKey: text().notNull(), ...usualPrice }, (prices) => [
  primaryKey({ columns: [prices.cityKey, prices.serviceType] }),
  check("city_prices_order", sql`low <= median and median <= high and jobs >= 5`),
  index("city_prices_by_age").on(prices.oldestAt),
]);
