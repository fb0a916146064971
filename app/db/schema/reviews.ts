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
    createdAt: instant().notNull(),
    /** What the plumber has answered, in public and once. */
    answer: text(),
    answeredAt: instant(),
    /** Taken out of sight by the desk: it counts in no rating, its text stays as it was written. */
    hiddenAt: instant(),
    hiddenReason: text(),
    /** Since when it is reported without the desk having decided. */
    reportedAt: instant(),
  },
  (reviews) => [
    check("reviews_rating", sql`${reviews.rating} between 1 and 5`),
    uniqueIndex("reviews_once").on(reviews.bookingId),
    index("reviews_quotable")
      .on(reviews.createdAt)
      .where(sql`rating = 5 and comment is not null and hidden_at is null`),
    index("reviews_shown")
      .on(reviews.plumberId, reviews.createdAt, reviews.id)
      .where(sql`hidden_at is null`),
    index("reviews_by_plumber").on(reviews.plumberId, reviews.createdAt, reviews.id),
    index("reviews_by_age").on(reviews.createdAt, reviews.id),
    index("reviews_reported")
      .on(reviews.reportedAt, reviews.id)
      .where(sql`reported_at is not null`),
    index("reviews_hidden")
      .on(reviews.hiddenAt, reviews.id)
      .where(sql`hidden_at is not null`),
    index("reviews_by_client").on(reviews.clientId, reviews.createdAt, reviews.id),
  ],
);

/** What one client has given one plumber in visible reviews: each pair counts in the rank once, by its mean (D7). */
export const ratedPairs = sqliteTable(
  "rated_pairs",
  {
    plumberId: text()
      .notNull()
      .references(() => users.id),
    clientId: text()
      .notNull()
      .references(() => users.id),
    /** Hidden reviews do not count here; the row of a pair that has no others stays, with none. */
    ratingSum: figure(),
    ratingCount: figure(),
    /** The mean in 720,720ths of a star (`RATING_UNIT`): a whole number for up to 16 reviews of a pair. */
    mean: integer({ mode: "number" }).generatedAlwaysAs(
      sql`iif(rating_count = 0, 0, 720720 * rating_sum / rating_count)`,
      { mode: "virtual" },
    ),
  },
  (pairs) => [primaryKey({ columns: [pairs.plumberId, pairs.clientId] })],
);

/** Who finds that the desk should look at a review, and why: each user once. */
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
  (reports) => [primaryKey({ columns: [reports.reviewId, reports.reporterId] })],
);
