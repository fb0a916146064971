import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cents, figure, id, instant } from "../columns";
import { users } from "./users";

export const plumberProfiles = sqliteTable(
  "plumber_profiles",
  {
    userId: id().references(() => users.id, { onDelete: "cascade" }),
    /** The full name in lower case, which lists are ordered by. */
    sortName: text().notNull(),
    speciality: text().notNull(),
    experience: text().notNull(),
    about: text().notNull(),
    feeCents: cents().notNull(),
    city: text().notNull(),
    /** The city as addresses spell it (`cityKey`). */
    cityKey: text().notNull(),
    /** Where they are based; null: not said (D14). */
    suburb: text(),
    /** Whether the directory shows them (D2). */
    listed: integer({ mode: "boolean" }).notNull().default(false),
    ratingSum: figure(),
    ratingCount: figure(),
    /** How many visible reviews gave one star, two, ... */
    rated1: figure(),
    rated2: figure(),
    rated3: figure(),
    rated4: figure(),
    rated5: figure(),
    /** The sum of the means of rated pairs (`ratedPairs.mean`) and their number, without pairs that have no visible review. */
    rankSum: figure(),
    rankCount: figure(),
    /** The rank (D7): as if five more pairs had given 4.00. */
    rankScore: integer({ mode: "number" }).generatedAlwaysAs(
      sql`1000 * (5 * 4 * 720720 + rank_sum) / (720720 * (5 + rank_count))`,
      { mode: "virtual" },
    ),
    /** The score negated: "best first, then by name" is one ascending key to page by. */
    rankOrder: integer({ mode: "number" }).generatedAlwaysAs(sql`-rank_score`, { mode: "virtual" }),
    /** When the plumber takes jobs (`time/availability.ts`). */
    opensAt: integer({ mode: "number" }).notNull().default(600),
    closesAt: integer({ mode: "number" }).notNull().default(1260),
    daysOff: figure(),
    paused: integer({ mode: "boolean" }).notNull().default(false),
    jobMinutes: integer({ mode: "number" }).notNull().default(30),
    /** SHA-256 of the secret in the calendar feed's address (B23); null: no feed. */
    calendarTokenHash: text(),
    jobsTotal: figure(),
    jobsCompleted: figure(),
    /** Whether the office has yet to approve them (O9). */
    awaitsApproval: integer({ mode: "boolean" }).notNull().default(false),
  },
  (profiles) => [
    check("plumber_profiles_fee", sql`${profiles.feeCents} between 0 and 1000000`),
    check("plumber_profiles_hours", sql`opens_at < closes_at and days_off between 0 and 127`),
    check("plumber_profiles_ratings", sql`rating_count = rated1 + rated2 + rated3 + rated4 + rated5`),
    index("plumbers_to_approve")
      .on(profiles.userId)
      .where(sql`awaits_approval = 1`),
    uniqueIndex("plumbers_by_calendar").on(profiles.calendarTokenHash),
    index("plumbers_by_rank")
      .on(profiles.rankOrder, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_city_and_rank")
      .on(profiles.cityKey, profiles.rankOrder, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_speciality_and_rank")
      .on(profiles.speciality, profiles.rankOrder, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_city_speciality_and_rank")
      .on(profiles.cityKey, profiles.speciality, profiles.rankOrder, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_fee")
      .on(profiles.feeCents, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_city_and_fee")
      .on(profiles.cityKey, profiles.feeCents, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_speciality_and_fee")
      .on(profiles.speciality, profiles.feeCents, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_city_speciality_and_fee")
      .on(profiles.cityKey, profiles.speciality, profiles.feeCents, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_city_and_name")
      .on(profiles.cityKey, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
  ],
);

/** The suburbs that a plumber serves besides their own, in lower case (D14). */
export const servedSuburbs = sqliteTable(
  "served_suburbs",
  {
    plumberId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    suburbKey: text().notNull(),
    suburb: text().notNull(),
  },
  (served) => [primaryKey({ columns: [served.plumberId, served.suburbKey] })],
);

/** The plumbers that a client has saved (D15). */
export const savedPlumbers = sqliteTable(
  "saved_plumbers",
  {
    clientId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    plumberId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    savedAt: instant().notNull(),
  },
  (saved) => [
    primaryKey({ columns: [saved.clientId, saved.plumberId] }),
    index("saved_plumbers_by_time").on(saved.clientId, saved.savedAt, saved.plumberId),
  ],
);
