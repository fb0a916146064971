import { sql } from "drizzle-orm";
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, partialIndex, references, table } from "../columns";
import { users } from "./users";
import { bookings } from "./bookings";
import { messages } from "./messages";

/** Requests that visitors have filled in (B28), kept for 48 hours while they sign in. A cookie holds the id. */
export const requestDrafts = table(
  "request_drafts",
  {
    id: id(),
    plumberId: references(() => users.id),
    /** The booking in whose place a client asks this plumber (B31). */
    replacesId: text().references(() => bookings.id),
    startsAt: instant(),
    serviceType: text(),
    suburb: text(),
    street: text(),
    pin: text(),
    notes: text(),
    question: text(),
    expiresAt: instant().notNull(),
  },
  (t) => [index("request_drafts_by_expiry").on(t.expiresAt)],
);

/** Photos in R2 that no account holds, not yet or no longer. A scheduled task deletes them after 24 hours (P3). */
export const stagedPhotos = table(
  "staged_photos",
  { photoKey: text().primaryKey(), createdAt: instant().notNull() },
  (t) => [index("staged_photos_by_age").on(t.createdAt)],
);

/** Photos that only the two sides and the office see (P5), of a draft, a booking or a message. The id is the R2 key. */
export const privatePhotos = table(
  "private_photos",
  {
    id: id(),
    kind: text({ enum: ["problem", "before", "after", "message"] }).notNull(),
    draftId: text().references(() => requestDrafts.id),
    bookingId: text().references(() => bookings.id),
    messageSeq: integer().references(() => messages.seq),
    /** Null: a visitor. */
    uploadedBy: text().references(() => users.id),
    /** Made by the sender's page: the same upload is stored once. */
    uploadId: text().notNull(),
    createdAt: instant().notNull(),
    hiddenAt: instant(),
    /** When its plumber released it for the public, or put it first (P7); of a "before" photo, with its "after". */
    releasedAt: instant(),
  },
  (t) => [
    check("private_photos_released", sql`released_at is null or kind in ('before', 'after')`),
    partialIndex("private_photos_released", sql`released_at is not null`, t.uploadedBy, t.releasedAt, t.id),
    // With the kind in its key: else SQLite takes an index of something else.
    index("private_photos_to_release")
      .on(t.uploadedBy, t.kind, t.createdAt, t.id)
      .where(sql`kind = 'after' and released_at is null`),
    check(
      "private_photos_owner",
      sql`(draft_id is not null) + (booking_id is not null) + (message_seq is not null) = 1`,
    ),
    uniqueIndex("private_photos_once").on(t.uploadId),
    partialIndex("private_photos_by_draft", sql`draft_id is not null`, t.draftId, t.createdAt),
    partialIndex("private_photos_by_booking", sql`booking_id is not null`, t.bookingId, t.kind, t.createdAt, t.id),
    partialIndex("private_photos_by_message", sql`message_seq is not null`, t.messageSeq),
  ],
);
