import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { figure, id, instant } from "../columns";
import { bookings } from "./bookings";
import { users } from "./users";

export const reviews = sqliteTable(
  "reviews",
  {
    id: id(),
    bookingId: text()
      .notNull()
      .references(() => bookings.id),
    clientId: text()
      .notNull()
      .references(() => users.id),
    plumberId: text()
      .notNull()
      .references(() => users.id),
    rating: integer({ mode: "number" }).notNull(),
    comment: text(),
    /** Whether its writer lets everyone see what was done and for how much (R14). */
    showsJob: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: instant().notNull(),
    /** The plumber's public answer (R9). */
    answer: text(),
    answeredAt: instant(),
    /** Hidden by the office: it counts in no rating, its text stays (R7). */
    hiddenAt: instant(),
    hiddenReason: text(),
    /** Since when it waits for the office, one of many at once (R12). It is hidden until then. */
    heldAt: instant(),
    /** Since when a report waits for the office (R8). */
    reportedAt: instant(),
  },
  (reviews) => [
    check("reviews_rating", sql`${reviews.rating} between 1 and 5`),
    check("reviews_answer", sql`(answer is null) = (answered_at is null)`),
    check("reviews_hidden_reason", sql`hidden_reason is null or hidden_at is not null`),
    check("reviews_held", sql`held_at is null or (hidden_at is not null and hidden_reason is null)`),
    uniqueIndex("reviews_once").on(reviews.bookingId),
    index("reviews_for_testimonials")
      .on(reviews.createdAt)
      .where(sql`rating = 5 and comment is not null and hidden_at is null`),
    index("reviews_by_plumber").on(reviews.plumberId, reviews.createdAt, reviews.id),
    index("reviews_by_age").on(reviews.createdAt, reviews.id),
    index("reviews_reported")
      .on(reviews.reportedAt, reviews.id)
      .where(sql`reported_at is not null`),
    index("reviews_held_by_age")
      .on(reviews.heldAt, reviews.id)
      .where(sql`held_at is not null`),
    index("reviews_hidden")
      .on(reviews.hiddenAt, reviews.id)
      .where(sql`hidden_at is not null and held_at is null`),
    index("reviews_by_client").on(reviews.clientId, reviews.createdAt, reviews.id),
  ],
);

/** A client's visible reviews of a plumber: each pair counts in the rank once, by its mean (D7). */
export const ratedPairs = sqliteTable(
  "rated_pairs",
  {
    plumberId: text()
      .notNull()
      .references(() => users.id),
    clientId: text()
      .notNull()
      .references(() => users.id),
    /** Both 0 once all reviews of the pair are hidden. */
    ratingSum: figure(),
    ratingCount: figure(),
    /** The mean in 720,720ths of a star (`RATING_UNIT`): a whole number for up to 16 reviews. */
    mean: integer({ mode: "number" }).generatedAlwaysAs(
      sql`iif(rating_count = 0, 0, 720720 * rating_sum / rating_count)`,
      { mode: "virtual" },
    ),
  },
  (pairs) => [primaryKey({ columns: [pairs.plumberId, pairs.clientId] })],
);

/** Who reported a review to the office, and why: each user once (R8). */
export const reviewReports = sqliteTable(
  "review_reports",
  {
    reviewId: text()
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    reporterId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    reason: text().notNull(),
    at: instant().notNull(),
  },
  (reports) => [
    primaryKey({ columns: [reports.reviewId, reports.reporterId] }),
    index("review_reports_by_reporter").on(reports.reporterId),
  ],
);
