import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { mapProfileTexts } from "../profile-texts";
import { RANK_PRIOR } from "../rank";
import { belongsTo, cents, computed, figure, id, instant, partialIndex, references, table } from "../columns";
import { users } from "./users";

/** A check as lists of plumbers show it (D17). `expiresAt`: null without an end. */
export interface PlumberCheck {
  kind: "identity" | "certificate" | "reference";
  checkedAt: number;
  expiresAt: number | null;
}

/** The `freeOrder` of who has no free start this week: after all others. */
export const NEVER_FREE = 1e12;

export const plumberProfiles = table(
  "plumber_profiles",
  {
    userId: id().references(() => users.id, { onDelete: "cascade" }),
    /** The full name in lower case, which lists are ordered by. */
    sortName: text().notNull(),
    ...mapProfileTexts(() => text().notNull()),
    feeCents: cents().notNull(),
    city: text().notNull(),
    /** The city as addresses spell it (`cityKey`). */
    cityKey: text().notNull(),
    suburb: text(),
    listed: integer({ mode: "boolean" }).notNull().default(false),
    ratingSum: figure(),
    ratingCount: figure(),
    /** Visible reviews with one star, two, ... */
    rated1: figure(),
    rated2: figure(),
    rated3: figure(),
    rated4: figure(),
    rated5: figure(),
    /** The sum of the means of rated pairs (`ratedPairs.mean`) and their number, without pairs that have no visible review. */
    rankSum: figure(),
    rankCount: figure(),
    rankScore: computed(
      sql.raw(
        `1000 * (${RANK_PRIOR.clients} * ${RANK_PRIOR.stars} * 720720 + rank_sum) / (720720 * (${RANK_PRIOR.clients} + rank_count))`,
      ),
    ),
    /** The score negated: "best first, then by name" is one ascending key to page by. */
    rankOrder: computed(sql`-rank_score`),
    /** The first free start (D8): days since 1970 times 2^22, plus the bit of the half hour. Kept by a trigger. */
    freeOrder: integer().notNull().default(NEVER_FREE),
    /** When the plumber takes jobs (`time/availability.ts`). */
    opensAt: integer().notNull().default(600),
    closesAt: integer().notNull().default(1260),
    daysOff: figure(),
    paused: integer({ mode: "boolean" }).notNull().default(false),
    jobMinutes: integer().notNull().default(30),
    /** SHA-256 of the secret in the calendar feed's address (B23); null: no feed. */
    calendarTokenHash: text(),
    jobsTotal: figure(),
    jobsCompleted: figure(),
    /** Their answers to requests (D19); null: too few. */
    acceptedPercent: integer(),
    minutesToAnswer: integer(),
    /** The office's decision on listing them (O9); `asked`: for more papers. */
    approval: text({ enum: ["approved", "waiting", "asked", "refused"] })
      .notNull()
      .default("approved"),
    /** Since when they have been in the office's queue, to be listed or with papers to check; null: not in it. */
    queuedAt: instant(),
    /** The office's request or refusal, until the plumber has sent again. */
    officeWords: text(),
    /** For the office, until it has decided. */
    papersNote: text(),
    /** The checks that hold (`plumberChecks`), so that a list reads no further rows for them. */
    checks: text({ mode: "json" }).$type<PlumberCheck[]>().notNull().default([]),
    hoursSetAt: instant(),
  },
  (t) => [
    check("plumber_profiles_fee", sql`${t.feeCents} between 0 and 1000000`),
    check("plumber_profiles_hours", sql`opens_at < closes_at and days_off between 0 and 127`),
    check("plumber_profiles_ratings", sql`rating_count = rated1 + rated2 + rated3 + rated4 + rated5`),
    partialIndex("plumbers_to_vet", sql`queued_at is not null`, t.queuedAt, t.userId),
    uniqueIndex("plumbers_by_calendar").on(t.calendarTokenHash),
    partialIndex("plumbers_unlisted", sql`listed = 0`, t.userId),
    partialIndex("plumbers_by_rank", sql`listed = 1`, t.rankOrder, t.sortName, t.userId),
    partialIndex("plumbers_by_city_and_rank", sql`listed = 1`, t.cityKey, t.rankOrder, t.sortName, t.userId),
    index("plumbers_by_city_speciality_and_rank")
      .on(t.cityKey, t.speciality, t.rankOrder, t.sortName, t.userId)
      .where(sql`listed = 1`),
    partialIndex("plumbers_by_fee", sql`listed = 1`, t.feeCents, t.sortName, t.userId),
    partialIndex("plumbers_by_city_and_fee", sql`listed = 1`, t.cityKey, t.feeCents, t.sortName, t.userId),
    partialIndex("plumbers_by_free_start", sql`listed = 1`, t.freeOrder, t.sortName, t.userId),
    partialIndex("plumbers_by_city_and_free_start", sql`listed = 1`, t.cityKey, t.freeOrder, t.sortName, t.userId),
    index("plumbers_by_suburb_and_rank")
      .on(t.cityKey, sql`lower(suburb)`, t.rankOrder, t.sortName, t.userId)
      .where(sql`listed = 1 and suburb is not null`),
    partialIndex("plumbers_by_city_and_name", sql`listed = 1`, t.cityKey, t.sortName, t.userId),
  ],
);

export const profileTextColumns = mapProfileTexts((name) => plumberProfiles[name]);

/** The suburbs that a plumber serves beyond their own, in lower case (D14). */
export const servedSuburbs = table(
  "served_suburbs",
  { plumberId: belongsTo(() => users.id), suburbKey: text().notNull(), suburb: text().notNull() },
  (t) => [
    primaryKey({ columns: [t.plumberId, t.suburbKey] }),
    index("served_suburbs_by_suburb").on(t.suburbKey, t.plumberId),
  ],
);

/**
 * The free starts of a plumber on each of the coming seven days: bit 0 is 10:00, bit 1 for 10:30, ... Kept by
 * triggers (`0002_free_days.sql`) and, as time passes, by the schedule (`plumbers/free-starts.server.ts`).
 */
export const freeDays = table(
  "free_days",
  {
    plumberId: belongsTo(() => plumberProfiles.userId),
    day: text().notNull(),
    starts: figure(),
    /** The bit of the first free start; 0: none. */
    firstStart: computed(sql`starts & -starts`),
  },
  (t) => [
    primaryKey({ columns: [t.plumberId, t.day] }),
    index("free_days_by_first_start").on(t.day, t.firstStart, t.plumberId),
  ],
);

/** The plumbers that a client has saved (D15). */
export const savedPlumbers = table(
  "saved_plumbers",
  { clientId: belongsTo(() => users.id), plumberId: belongsTo(() => users.id), savedAt: instant().notNull() },
  (t) => [
    primaryKey({ columns: [t.clientId, t.plumberId] }),
    index("saved_plumbers_by_time").on(t.clientId, t.savedAt, t.plumberId),
  ],
);

const CHECK_KINDS = ["identity", "certificate", "reference"] as const;

/** The office's latest check of each kind of a plumber (D17). */
export const plumberChecks = table(
  "plumber_checks",
  {
    plumberId: belongsTo(() => users.id),
    kind: text({ enum: CHECK_KINDS }).notNull(),
    /** The full name in lower case that was checked: it holds for no other. */
    nameKey: text().notNull(),
    checkedAt: instant().notNull(),
    /** When the paper's last day is over; null: it has none. */
    expiresAt: instant(),
    recordedBy: references(() => users.id),
    note: text(),
    /** When the plumber is reminded next, or the check ends; null: nothing is to come. */
    nextStepAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.plumberId, t.kind] }),
    index("plumber_checks_by_step").on(t.nextStepAt),
    partialIndex("plumber_checks_by_end", sql`expires_at is not null`, t.expiresAt, t.plumberId),
  ],
);

/** Photos of papers, until the office has decided, for 30 days at most (D21). Only admins see them. */
export const plumberPapers = table(
  "plumber_papers",
  {
    id: id(),
    plumberId: belongsTo(() => users.id),
    kind: text({ enum: CHECK_KINDS }).notNull(),
    /** Made by the sender's page: the same upload is stored once. */
    uploadId: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("plumber_papers_once").on(t.uploadId),
    index("plumber_papers_by_plumber").on(t.plumberId, t.createdAt),
    index("plumber_papers_by_age").on(t.createdAt, t.plumberId),
  ],
);
