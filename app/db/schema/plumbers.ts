import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cents, figure, id } from "../columns";
import { users } from "./users";

export const plumberProfiles = sqliteTable(
  "plumber_profiles",
  {
    userId: id().references(() => users.id, { onDelete: "cascade" }),
    /** The full name in lower case: the order of lists. */
    sortName: text().notNull(),
    speciality: text().notNull(),
    experience: text().notNull(),
    about: text().notNull(),
    feeCents: cents().notNull(),
    city: text().notNull(),
    /** The city as addresses spell it (`cityKey`): what the directory compares. */
    cityKey: text().notNull(),
    /** 1 while the email is verified and nobody has suspended the account. */
    listed: integer({ mode: "boolean" }).notNull().default(false),
    ratingSum: figure(),
    ratingCount: figure(),
    /** How many reviews gave one star, two, ... */
    rated1: figure(),
    rated2: figure(),
    rated3: figure(),
    rated4: figure(),
    rated5: figure(),
    /** Over the pairs that have visible reviews: the sum of their means (`ratedPairs.mean`) and their number. */
    rankSum: figure(),
    rankCount: figure(),
    rankScore: integer({ mode: "number" }).notNull().default(4000),
    /** The score turned round, so that "best first, then by name" is one ascending key that a page can continue from. */
    rankOrder: integer({ mode: "number" }).generatedAlwaysAs(sql`-rank_score`, { mode: "virtual" }),
    /** When this plumber takes jobs, within the hours that everybody can book (`time/availability.ts`). */
    opensAt: integer({ mode: "number" }).notNull().default(600),
    closesAt: integer({ mode: "number" }).notNull().default(1260),
    daysOff: figure(),
    paused: integer({ mode: "boolean" }).notNull().default(false),
    jobMinutes: integer({ mode: "number" }).notNull().default(30),
    /** SHA-256 of the secret in the address of the plumber's calendar feed; null: there is none. */
    calendarTokenHash: text(),
    jobsTotal: figure(),
    jobsCompleted: figure(),
    /** 1 from the verification on, while the desk approves plumbers first and has not approved this one. */
    awaitsApproval: integer({ mode: "boolean" }).notNull().default(false),
  },
  (profiles) => [
    check("plumber_profiles_fee", sql`${profiles.feeCents} between 0 and 1000000`),
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
