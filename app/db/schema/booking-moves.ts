import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { BOOKING_STATUSES } from "../booking-statuses";
import { hasKnownWord, id, instant } from "../columns";
import { bookings } from "./bookings";
import { users } from "./users";

/** What a quote was before a move ended it. */
export interface QuoteBefore {
  id: string;
  status: "open" | "accepted";
  answeredAt: number | null;
}

/**
 * What the office has just moved on the board, and what undoes it (O26). A row is of use for as long as the notices of
 * its move wait, and goes with the next move a minute later.
 */
export const bookingMoves = sqliteTable(
  "booking_moves",
  {
    /** The id of the history row of the move, which is the cause of its notices. */
    id: id(),
    bookingId: text()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    adminId: text()
      .notNull()
      .references(() => users.id),
    at: instant().notNull(),
    undoneAt: instant(),
    status: text({ enum: BOOKING_STATUSES }).notNull(),
    fromPlumberId: text(),
    toPlumberId: text(),
    fromStart: instant().notNull(),
    toStart: instant().notNull(),
    /** The columns that it changes, in the order of `MOVED_COLUMNS`, as they were. */
    before: text({ mode: "json" }).$type<(string | number | null)[]>().notNull(),
    quotesBefore: text({ mode: "json" }).$type<QuoteBefore[]>().notNull(),
    /** Whether client and plumber could not write to each other before (C1). */
    introduces: integer({ mode: "boolean" }).notNull(),
  },
  (moves) => [
    hasKnownWord("booking_moves_status", moves.status),
    index("booking_moves_by_booking").on(moves.bookingId, moves.at),
  ],
);
