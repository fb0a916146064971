import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cents, figure, hasKnownWord, id, instant } from "../columns";
import { ofProfileTexts } from "../profile-texts";
import { RANK_PRIOR } from "../rank";
import { users } from "./users";

/** A check as lists of plumbers show it (D17). `expiresAt`: null without an end. */
export interface PlumberCheck {
  kind: "identity" | "certificate" | "reference";
  checkedAt: number;
  expiresAt: number | null;
}

/** The `freeOrder` of who has no free start this week: after all others. */
export const NEVER_FREE = 1e12;

export const plumberProfiles = sqliteTable(
  "plumber_profiles",
  {
    userId: id().references(() => users.id, { onDelete: "cascade" }),
    /** The full name in lower case, which lists are ordered by. */
    sortName: text().notNull(),
    ...ofProfileTexts(() => text().notNull()),
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
    /** The rank (D7). */
    rankScore: integer({ mode: "number" }).generatedAlwaysAs(
      sql.raw(
        `1000 * (${RANK_PRIOR.clients} * ${RANK_PRIOR.stars} * 720720 + rank_sum) / (720720 * (${RANK_PRIOR.clients} + rank_count))`,
      ),
      { mode: "virtual" },
    ),
    /** The score negated: "best first, then by name" is one ascending key to page by. */
    rankOrder: integer({ mode: "number" }).generatedAlwaysAs(sql`-rank_score`, { mode: "virtual" }),
    /**
     * The plumber's first free start as a number in order of time (D8): days since 1970 times 2^22, plus the bit of the
     * half hour. Kept by a trigger; 10^12: no free start this week.
     */
    freeOrder: integer({ mode: "number" }).notNull().default(NEVER_FREE),
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
    /** How they answer requests (D19); null: too few answers. */
    acceptedPercent: integer({ mode: "number" }),
    minutesToAnswer: integer({ mode: "number" }),
    /** The office's decision on listing them (O9); `asked`: for more papers. */
    approval: text({ enum: ["approved", "waiting", "asked", "refused"] })
      .notNull()
      .default("approved"),
    /** Since when they have been in the office's queue, to be listed or with papers to check; null: not in it. */
    queuedAt: instant(),
    /** What the office asked for or why it refused, until the plumber has sent again. */
    officeWords: text(),
    /** What the plumber says to the office about their papers, until it has decided. */
    papersNote: text(),
    /** The checks that hold (`plumberChecks`), so that a list reads no further rows for them. */
    checks: text({ mode: "json" }).$type<PlumberCheck[]>().notNull().default([]),
    /** When the plumber has last said when they take jobs; null: never. */
    hoursSetAt: instant(),
  },
  (profiles) => [
    check("plumber_profiles_fee", sql`${profiles.feeCents} between 0 and 1000000`),
    check("plumber_profiles_hours", sql`opens_at < closes_at and days_off between 0 and 127`),
    check("plumber_profiles_ratings", sql`rating_count = rated1 + rated2 + rated3 + rated4 + rated5`),
    hasKnownWord("plumber_profiles_approval", profiles.approval),
    index("plumbers_to_vet")
      .on(profiles.queuedAt, profiles.userId)
      .where(sql`queued_at is not null`),
    uniqueIndex("plumbers_by_calendar").on(profiles.calendarTokenHash),
    index("plumbers_by_rank")
      .on(profiles.rankOrder, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_city_and_rank")
      .on(profiles.cityKey, profiles.rankOrder, profiles.sortName, profiles.userId)
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
    index("plumbers_by_free_start")
      .on(profiles.freeOrder, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_city_and_free_start")
      .on(profiles.cityKey, profiles.freeOrder, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    // Of those based there (D14).
    index("plumbers_by_suburb_and_rank")
      .on(profiles.cityKey, sql`lower(suburb)`, profiles.rankOrder, profiles.sortName, profiles.userId)
      .where(sql`listed = 1 and suburb is not null`),
    index("plumbers_by_city_and_name")
      .on(profiles.cityKey, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
  ],
);

/** What plumbers say about their work, for a select. */
export const profileTextColumns = ofProfileTexts((name) => plumberProfiles[name]);

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
  (served) => [
    primaryKey({ columns: [served.plumberId, served.suburbKey] }),
    index("served_suburbs_by_suburb").on(served.suburbKey, served.plumberId),
  ],
);

/**
 * The free starts of a plumber on each of the coming seven days: a row for each day of the week. Bit 0 stands for 10:00,
 * bit 1 for 10:30, ... Triggers count them again when a booking or the hours change (`0002_free_days.sql`); time passes by
 * the schedule (`plumbers/free-days.server.ts`).
 */
export const freeDays = sqliteTable(
  "free_days",
  {
    plumberId: text()
      .notNull()
      .references(() => plumberProfiles.userId, { onDelete: "cascade" }),
    day: text().notNull(),
    starts: figure(),
    /** The bit of the first free start; 0: none. */
    firstStart: integer({ mode: "number" }).generatedAlwaysAs(sql`starts & -starts`, { mode: "virtual" }),
  },
  (days) => [
    primaryKey({ columns: [days.plumberId, days.day] }),
    index("free_days_by_first_start").on(days.day, days.firstStart, days.plumberId),
  ],
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
