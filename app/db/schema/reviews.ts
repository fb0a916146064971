import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { belongsTo, computed, figure, id, instant, partialIndex, references, table } from "../columns";
import { users } from "./users";
import { bookings } from "./bookings";

export const reviews = table(
  "reviews",
  {
    id: id(),
    bookingId: references(() => bookings.id),
    clientId: references(() => users.id),
    plumberId: references(() => users.id),
    rating: integer().notNull(),
    comment: text(),
    /** Its writer lets everyone see what was done and for how much (R14). */
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
    reportedAt: instant(),
  },
  (t) => [
    check("reviews_rating", sql`${t.rating} between 1 and 5`),
    check("reviews_answer", sql`(answer is null) = (answered_at is null)`),
    check("reviews_hidden_reason", sql`hidden_reason is null or hidden_at is not null`),
    check("reviews_held", sql`held_at is null or (hidden_at is not null and hidden_reason is null)`),
    uniqueIndex("reviews_once").on(t.bookingId),
    index("reviews_for_testimonials")
      .on(t.createdAt)
      .where(sql`rating = 5 and comment is not null and hidden_at is null`),
    index("reviews_by_plumber").on(t.plumberId, t.createdAt, t.id),
    index("reviews_by_age").on(t.createdAt, t.id),
    partialIndex("reviews_reported", sql`reported_at is not null`, t.reportedAt, t.id),
    partialIndex("reviews_held_by_age", sql`held_at is not null`, t.heldAt, t.id),
    partialIndex("reviews_hidden", sql`hidden_at is not null and held_at is null`, t.hiddenAt, t.id),
    index("reviews_by_client").on(t.clientId, t.createdAt, t.id),
  ],
);

/** A client's visible reviews of a plumber: each pair counts in the rank once, by its mean (D7). */
export const ratedPairs = table(
  "rated_pairs",
  {
    plumberId: references(() => users.id),
    clientId: references(() => users.id),
    /** Both 0 once all reviews of the pair are hidden. */
    ratingSum: figure(),
    ratingCount: figure(),
    /** The mean in 720,720ths of a star, lcm(1, ..., 16): a whole number for up to 16 reviews. */
    mean: computed(sql`iif(rating_count = 0, 0, 720720 * rating_sum / rating_count)`),
  },
  (t) => [primaryKey({ columns: [t.plumberId, t.clientId] })],
);

/** Reports of reviews to the office: each user once (R8). */
export const reviewReports = table(
  "review_reports",
  {
    reviewId: belongsTo(() => reviews.id),
    reporterId: belongsTo(() => users.id),
    reason: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.reviewId, t.reporterId] }), index("review_reports_by_reporter").on(t.reporterId)],
);
