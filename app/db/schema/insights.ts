import { primaryKey, sqliteTable, text, integer } from "drizzle-orm/sqlite-core";
import { cents, figure } from "../columns";

/**
 * What the office's figures count of each booking (O20). Triggers keep it and the sums below (migrations/0003_insights.sql);
 * nothing else writes them.
 */
export const bookingFacts = sqliteTable("booking_facts", {
  bookingId: text().primaryKey(),
  /** The Monday of the week of the request. */
  week: text().notNull(),
  cityKey: text().notNull(),
  serviceType: text().notNull(),
  /** The client had booked before. */
  isRepeated: figure(),
  /** It was confirmed at some time. */
  isConfirmed: figure(),
  outcome: text({ enum: ["open", "completed", "refused", "expired", "client", "plumber", "office"] }).notNull(),
  /** How long before the start it was cancelled: a day, two hours, or less. */
  notice: text({ enum: ["early", "short", "late"] }),
  /** The fewest minutes of `WAIT_STEPS` within which it was answered; 0: more than a day; null: it was not. */
  wait: integer({ mode: "number" }),
  /** The Monday of the week in which the job was completed. */
  doneWeek: text(),
  /** Its final amount, once that is settled (M3). */
  value: cents(),
  /** The sum of its confirmed payments. */
  paid: figure(),
  /** What the ledger shows as our commission. */
  commission: figure(),
  /** The stars of its review, unless that is hidden. */
  rating: integer({ mode: "number" }),
});

const cell = () => ({ week: text().notNull(), cityKey: text().notNull(), serviceType: text().notNull() });

/** Requests of a week in Harare, from its Monday, in a city ('': none named) and about a problem ('': none named). */
export const requestTallies = sqliteTable(
  "request_tallies",
  {
    ...cell(),
    requested: figure(),
    repeated: figure(),
    confirmed: figure(),
    completed: figure(),
    refused: figure(),
    expired: figure(),
    clientEarly: figure(),
    clientShort: figure(),
    clientLate: figure(),
    plumberEarly: figure(),
    plumberShort: figure(),
    plumberLate: figure(),
    officeEarly: figure(),
    officeShort: figure(),
    officeLate: figure(),
    waited5: figure(),
    waited10: figure(),
    waited15: figure(),
    waited20: figure(),
    waited30: figure(),
    waited45: figure(),
    waited60: figure(),
    waited90: figure(),
    waited120: figure(),
    waited180: figure(),
    waited240: figure(),
    waited360: figure(),
    waited720: figure(),
    waited1440: figure(),
    waitedLonger: figure(),
  },
  (tallies) => [primaryKey({ columns: [tallies.week, tallies.cityKey, tallies.serviceType] })],
);

/** Jobs completed in a week, by the same. */
export const jobTallies = sqliteTable(
  "job_tallies",
  {
    ...cell(),
    jobs: figure(),
    /** How many of them have a settled amount, and the sum of these. */
    priced: figure(),
    value: figure(),
    paid: figure(),
    commission: figure(),
    rated1: figure(),
    rated2: figure(),
    rated3: figure(),
    rated4: figure(),
    rated5: figure(),
  },
  (tallies) => [primaryKey({ columns: [tallies.week, tallies.cityKey, tallies.serviceType] })],
);
