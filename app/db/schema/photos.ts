import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { hasKnownWord, id, instant } from "../columns";
import { bookings } from "./bookings";
import { messages } from "./messages";
import { requestDrafts } from "./request-drafts";
import { users } from "./users";

/** Photos in R2 that no account holds, not yet or no longer. A scheduled task deletes them after 24 hours (P3). */
export const stagedPhotos = sqliteTable(
  "staged_photos",
  {
    photoKey: text().primaryKey(),
    createdAt: instant().notNull(),
  },
  (photos) => [index("staged_photos_by_age").on(photos.createdAt)],
);

/**
 * Photos that only the two sides of a booking or of a conversation see, and the office (P5). Each belongs to a draft, a
 * booking or a message; its id is its key in R2, below a private prefix.
 */
export const privatePhotos = sqliteTable(
  "private_photos",
  {
    id: id(),
    kind: text({ enum: ["problem", "before", "after", "message"] }).notNull(),
    draftId: text().references(() => requestDrafts.id),
    bookingId: text().references(() => bookings.id),
    messageSeq: integer({ mode: "number" }).references(() => messages.seq),
    /** Null: a visitor. */
    uploadedBy: text().references(() => users.id),
    /** Made by the sender's page: the same upload is stored once. */
    uploadId: text().notNull(),
    createdAt: instant().notNull(),
    hiddenAt: instant(),
    /** When its plumber released it for the public, or put it first: the latest comes first (P7). */
    releasedAt: instant(),
  },
  (photos) => [
    check("private_photos_released", sql`released_at is null or kind = 'after'`),
    index("private_photos_released")
      .on(photos.uploadedBy, photos.releasedAt, photos.id)
      .where(sql`released_at is not null`),
    // With the kind in its key: else SQLite takes an index of something else.
    index("private_photos_to_release")
      .on(photos.uploadedBy, photos.kind, photos.createdAt, photos.id)
      .where(sql`kind = 'after' and released_at is null`),
    hasKnownWord("private_photos_kind", photos.kind),
    check(
      "private_photos_owner",
      sql`(draft_id is not null) + (booking_id is not null) + (message_seq is not null) = 1`,
    ),
    uniqueIndex("private_photos_once").on(photos.uploadId),
    index("private_photos_by_draft")
      .on(photos.draftId, photos.createdAt)
      .where(sql`draft_id is not null`),
    index("private_photos_by_booking")
      .on(photos.bookingId, photos.kind, photos.createdAt, photos.id)
      .where(sql`booking_id is not null`),
    index("private_photos_by_message")
      .on(photos.messageSeq)
      .where(sql`message_seq is not null`),
  ],
);
